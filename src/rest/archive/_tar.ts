import { Buffer } from "node:buffer";
import type { ArchiveEntry } from "./archive_entry.ts";

/**
 * Writes tar archives in the plain ustar form (POSIX.1-1988), without the extended headers for long names
 * that installers do not read, and which libraries write unasked. Their bytes follow from their entries
 * alone: no time, owner or group.
 */

const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const MODE = 0o644;

/** Whether a header has room for a path: at most 100 bytes, or 155 more before one of its slashes. */
export function fitsTar(path: string): boolean {
  return splitName(path) !== null;
}

/** The archive, one entry in memory at a time. Throws `RangeError` for a path that does not fit. */
export async function* tar(entries: readonly ArchiveEntry[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const { path, size, read } of entries) {
    const padding = Buffer.alloc(-size & (BLOCK - 1));
    yield Buffer.concat([header(path, size), await read(), padding]);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function header(path: string, size: number): Buffer {
  const split = splitName(path);
  if (split === null) throw new RangeError(`Cannot archive "${path}": the path is too long`);
  const block = Buffer.alloc(BLOCK);
  block.set(split.name, 0);
  block.write(octal(MODE, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write(" ".repeat(8), 148);
  block.write("0", 156);
  block.write("ustar\0" + "00", 257);
  block.write(octal(0, 8), 329);
  block.write(octal(0, 8), 337);
  block.set(split.prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)}\0 `, 148);
  return block;
}

/** Digits that fill a field but for the NUL behind them. */
function octal(value: number, fieldBytes: number): string {
  return value.toString(8).padStart(fieldBytes - 1, "0");
}

/** What stands before and behind the slash that is left out, or all of a path that fits behind it. */
function splitName(path: string): { readonly prefix: Uint8Array; readonly name: Uint8Array } | null {
  const bytes = Buffer.from(path);
  if (bytes.length <= NAME_BYTES) return { prefix: new Uint8Array(), name: bytes };
  const slash = bytes.indexOf("/", bytes.length - NAME_BYTES - 1);
  if (slash < 1 || slash > PREFIX_BYTES || slash === bytes.length - 1) return null;
  return { prefix: bytes.subarray(0, slash), name: bytes.subarray(slash + 1) };
}
