import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import type { ArchiveEntry } from "./archive_entry.ts";

/**
 * Writes zip archives (PKWARE APPNOTE 6.3.10) whose bytes follow from their entries alone, so that their
 * digest can be published: files are stored as they are, because what a compressor makes of them changes with
 * its version. Sizes stand in front of each file, which readers of streams need for stored ones, and the
 * length of the whole is known before anything is read.
 *
 * Not for more than 65,535 entries or 4 GiB. Libraries promise neither the bytes of another version of
 * themselves nor the length before the end.
 */

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/** Version 2.0, on Unix. */
const VERSION = 20;
const MADE_BY = 3 << 8 | VERSION;
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980, the first day there is. */
const DATE = 1 << 5 | 1;
/** A plain file that its owner may write and everyone read. */
const MODE = 0o100644;

/** How many bytes the archive of these entries has. */
export function zipSize(entries: readonly ArchiveEntry[]): number {
  return entries.reduce(
    (sum, { path, size }) => sum + LOCAL_BYTES + CENTRAL_BYTES + 2 * Buffer.byteLength(path) + size,
    END_BYTES,
  );
}

/** The archive, one entry in memory at a time. */
export async function* zip(entries: readonly ArchiveEntry[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const directory: Buffer<ArrayBuffer>[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.path);
    const bytes = await entry.read();
    const about = aboutFile(name, bytes);
    const local = Buffer.alloc(4);
    local.writeUInt32LE(0x04034b50);
    yield Buffer.concat([local, about, name, bytes]);
    directory.push(centralHeader(about, offset), name);
    offset += LOCAL_BYTES + name.length + bytes.length;
  }
  const central = Buffer.concat(directory);
  yield Buffer.concat([central, endOfDirectory(entries.length, central.length, offset)]);
}

/** What the header in front of a file and the one in the directory both say. */
function aboutFile(name: Uint8Array, bytes: Uint8Array): Buffer {
  const about = Buffer.alloc(LOCAL_BYTES - 4);
  about.writeUInt16LE(VERSION, 0);
  about.writeUInt16LE(FLAGS, 2);
  about.writeUInt16LE(DATE, 8);
  about.writeUInt32LE(crc32(bytes), 10);
  about.writeUInt32LE(bytes.length, 14);
  about.writeUInt32LE(bytes.length, 18);
  about.writeUInt16LE(name.length, 22);
  return about;
}

function centralHeader(about: Buffer, offset: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  header.set(about, 6);
  header.writeUInt32LE(MODE * 2 ** 16, 38);
  header.writeUInt32LE(offset, 42);
  return header;
}

function endOfDirectory(entries: number, bytes: number, offset: number): Buffer<ArrayBuffer> {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
