import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { relative, sep } from "node:path";
import { unlessChanged } from "./_unreadable.ts";

/** A file as it was when it was opened. */
export interface FileInside {
  /** Bytes. */
  readonly size: number;
  /** Null when the file is larger than what may be read. */
  readonly bytes: Uint8Array | null;
}

/** A pipe or a device that took a file's place has no other end to wait for. Windows has no such flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** How often the opened file and its path are compared. Each time halves the luck of who swaps them blindly, twice. */
const ROUNDS = 8;

/**
 * The bytes of a regular file below a directory, provided that no link leads to it. Deno cannot open
 * below an opened directory (openat(2)), and a path that was looked at may lead elsewhere once it is
 * opened. So the file is opened first, then proven to be the one at that path, and nothing but what was
 * opened is read.
 *
 * @param root The directory, with every link resolved.
 * @param path `/`-separated, below it.
 * @returns Null when there is no such file, or not any more.
 */
export function readInside(root: string, path: string, maxBytes: number): Promise<FileInside | null> {
  return unlessChanged(readOpened(root, path, maxBytes));
}

async function readOpened(root: string, path: string, maxBytes: number): Promise<FileInside | null> {
  const file = await open(`${root}/${path}`, FLAGS);
  try {
    const opened = await file.stat();
    if (!opened.isFile() || !isAt(root, path, opened)) return null;
    const { size } = opened;
    if (size > maxBytes) return { size, bytes: null };
    const bytes = await readBytes(file, size);
    return { size: bytes.length, bytes };
  } finally {
    await file.close();
  }
}

/**
 * Whether a path leads to the opened file with no link on the way. While a directory and a link take
 * turns at one name, each question alone may be answered by the one or by the other.
 */
function isAt(root: string, path: string, opened: Stats): boolean {
  const file = `${root}/${path}`;
  for (let round = 0; round < ROUNDS; round++) {
    if (!leadsNowhereElse(root, path)) return false;
    const named = Deno.lstatSync(file);
    if (!named.isFile || named.ino !== opened.ino || named.dev !== opened.dev) return false;
  }
  return true;
}

/** Whether no link stands on the way to a path below `root`; throws where nothing is. */
export function leadsNowhereElse(root: string, path: string): boolean {
  const real = Deno.realPathSync(`${root}/${path}`);
  if (real === `${root}/${path}`) return true;
  // A file system may take another case, or another form of a letter, for the same name.
  return sameName(relative(root, real).split(sep).join("/"), path);
}

function sameName(one: string, other: string): boolean {
  return one.normalize("NFC").toLowerCase() === other.normalize("NFC").toLowerCase();
}

/** At most `size` bytes: a file that grows has no end. */
async function readBytes(file: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}
