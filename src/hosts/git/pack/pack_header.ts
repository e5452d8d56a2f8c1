import { broken } from "../git_failure.ts";
import { hexOf, type ObjectType } from "./object_type.ts";

/** What stands before an object's compressed bytes: gitformat-pack(5), "pack-*.pack files". */
export interface EntryHeader {
  readonly type: ObjectType | "delta";
  /** Inflated bytes of the object, or of the delta. */
  readonly size: number;
  /** A delta's base: its distance back in the pack, or its hash. */
  readonly base: number | string | null;
  /** Bytes of this header. */
  readonly length: number;
}

export const PACK_HEADER_BYTES = 12;
export const TRAILER_BYTES = 20;
/** Two numbers of up to nine bytes, or one and a hash. */
export const ENTRY_HEADER_BYTES = 32;

const SIGNATURE = 0x5041434b;
const TYPES: Readonly<Record<number, ObjectType>> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };

/** How many objects the pack holds. */
export function readPackHeader(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < PACK_HEADER_BYTES || view.getUint32(0) !== SIGNATURE || view.getUint32(4) !== 2) {
    throw broken("holds no pack");
  }
  return view.getUint32(8);
}

export function readEntryHeader(bytes: Uint8Array): EntryHeader {
  let at = 0;
  const byte = () => {
    const value = bytes[at++];
    if (value === undefined || at > ENTRY_HEADER_BYTES) throw broken("holds an object without its start");
    return value;
  };

  const first = byte();
  const kind = (first >> 4) & 7;
  let size = first & 15;
  for (let more = first, scale = 16; more >= 128; scale *= 128) {
    more = byte();
    size += (more & 127) * scale;
    if (size > Number.MAX_SAFE_INTEGER) throw broken("holds an object of an impossible size");
  }
  const type = TYPES[kind];
  if (type !== undefined) return { type, size, base: null, length: at };
  if (kind === 6) {
    let more = byte();
    let base = more & 127;
    while (more >= 128) {
      more = byte();
      base = (base + 1) * 128 + (more & 127);
      if (base > Number.MAX_SAFE_INTEGER) throw broken("holds a delta on nothing");
    }
    return { type: "delta", size, base, length: at };
  }
  if (kind !== 7) throw broken("holds an unknown object");
  const hash = bytes.subarray(at, at + 20);
  if (hash.length < 20) throw broken("holds an object without its start");
  return { type: "delta", size, base: hexOf(hash), length: at + 20 };
}

/** The header of a pack's first object; the rest of the pack is not read. */
export async function readFirstEntry(chunks: AsyncIterable<Uint8Array>): Promise<EntryHeader | null> {
  const start = new Uint8Array(PACK_HEADER_BYTES + ENTRY_HEADER_BYTES);
  let filled = 0;
  for await (const chunk of chunks) {
    const part = chunk.subarray(0, start.length - filled);
    start.set(part, filled);
    filled += part.length;
    if (filled === start.length) break;
  }
  const bytes = start.subarray(0, filled);
  return readPackHeader(bytes) === 0 ? null : readEntryHeader(bytes.subarray(PACK_HEADER_BYTES));
}
