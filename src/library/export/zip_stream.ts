/**
 * Zip archives (PKWARE APPNOTE 6.3.10) whose bytes follow from their entries alone, so that a digest of one can be
 * published: files are stored as they are, because what a compressor makes of them changes with its version. Sizes
 * stand in front of each file, which readers of streams need for stored ones. Libraries do not promise the bytes of
 * another version of themselves.
 *
 * Entries come one after the other, any number of them. Beyond 65,535 entries or 4 GiB the directory takes the wider
 * form (zip64), which every current reader knows. No file is over 4 GiB.
 */
import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";

export interface ZipEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const WIDE_END_BYTES = 56;
const WIDE_LOCATOR_BYTES = 20;
const END_BYTES = 22;

/** What says "look into the wider field" in a field of 16 and of 32 bits. */
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;

const VERSION = 20;
/** The first that knows the wider form. */
const WIDE_VERSION = 45;
const UNIX = 3 << 8;
/** A plain file that its owner may write and everyone read. */
const MODE = 0o100644;
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980, the first day there is. */
const DATE = 1 << 5 | 1;

/** How many bytes the archive of these entries has, which are within the narrow form. */
export function zipSize(entries: readonly { readonly path: string; readonly size: number }[]): number {
  return entries.reduce(
    (sum, { path, size }) => sum + LOCAL_BYTES + CENTRAL_BYTES + 2 * Buffer.byteLength(path) + size,
    END_BYTES,
  );
}

/** The archive, one entry in memory at a time; of those that passed only what the directory says. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const directory: Buffer<ArrayBuffer>[] = [];
  let offset = 0;
  let count = 0;
  for await (const { path, bytes } of entries) {
    const name = Buffer.from(path);
    const about = aboutFile(name, bytes);
    yield Buffer.concat([signature(0x04034b50), about, name, bytes]);
    directory.push(centralHeader(about, name, offset));
    offset += LOCAL_BYTES + name.length + bytes.length;
    count++;
  }
  const central = Buffer.concat(directory);
  yield Buffer.concat([central, endOfDirectory(count, central.length, offset)]);
}

/** What the header in front of a file and the one in the directory both say. */
function aboutFile(name: Uint8Array, bytes: Uint8Array): Buffer<ArrayBuffer> {
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

function centralHeader(about: Uint8Array, name: Uint8Array, offset: number): Buffer<ArrayBuffer> {
  const isWide = offset >= FULL_32;
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(UNIX | (isWide ? WIDE_VERSION : VERSION), 4);
  header.set(about, 6);
  header.writeUInt32LE(MODE * 2 ** 16, 38);
  header.writeUInt32LE(isWide ? FULL_32 : offset, 42);
  if (!isWide) return Buffer.concat([header, name]);
  const wide = Buffer.alloc(12);
  wide.writeUInt16LE(1, 0);
  wide.writeUInt16LE(8, 2);
  wide.writeBigUInt64LE(BigInt(offset), 4);
  header.writeUInt16LE(wide.length, 30);
  return Buffer.concat([header, name, wide]);
}

function endOfDirectory(count: number, bytes: number, offset: number): Buffer<ArrayBuffer> {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, FULL_16), 8);
  end.writeUInt16LE(Math.min(count, FULL_16), 10);
  end.writeUInt32LE(Math.min(bytes, FULL_32), 12);
  end.writeUInt32LE(Math.min(offset, FULL_32), 16);
  const isWide = count >= FULL_16 || bytes >= FULL_32 || offset >= FULL_32;
  return isWide ? Buffer.concat([wideEnd(count, bytes, offset), end]) : end;
}

/** The end in the wider form, and where it lies. */
function wideEnd(count: number, bytes: number, offset: number): Buffer<ArrayBuffer> {
  const end = Buffer.alloc(WIDE_END_BYTES);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(BigInt(WIDE_END_BYTES - 12), 4);
  end.writeUInt16LE(WIDE_VERSION, 12);
  end.writeUInt16LE(WIDE_VERSION, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(bytes), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(WIDE_LOCATOR_BYTES);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

function signature(text: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(text);
  return bytes;
}
