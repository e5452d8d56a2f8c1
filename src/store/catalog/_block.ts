import { Buffer } from "node:buffer";
import type { RowText } from "./_cut_blocks.ts";
import type { Row } from "./row_table.ts";

/** Makes of a row's key and parsed text the value that is handed out. */
export type Finish = (key: string, value: unknown) => unknown;

interface Head {
  readonly keys: readonly string[];
  readonly flags: readonly number[];
  /** Bytes of each row's text. */
  readonly lengths: readonly number[];
}

/** What a key takes in memory beside its text, about. */
const KEY_BYTES = 48;

/** What a parsed row takes for each byte of its text, about. */
const PARSED_BYTES_PER_BYTE = 2;

/** The bytes of a block: its head, which opening it parses, then the rows, parsed one by one as they are asked for. */
export function blockBytes(rows: readonly RowText[]): Buffer {
  const head: Head = {
    keys: rows.map(({ key }) => key),
    flags: rows.map(({ flags }) => flags),
    lengths: rows.map(({ text }) => text.byteLength),
  };
  const text = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.byteLength);
  return Buffer.concat([size, text, ...rows.map((row) => row.text)]);
}

/** A block in memory. */
export interface Block {
  readonly size: number;
  /** Memory that it holds, about. It grows with what is kept of its rows. */
  readonly bytes: number;
  /** The index of the row with this key; null: there is none. */
  find(key: string): number | null;
  row(index: number): Row;
  /** How many rows before the first one that is not before `key` have the flag. */
  countBefore(key: string, flag: number): number;
  /** The indexes of the rows that have the flag, from the one that `skipped` such rows are before. */
  having(flag: number, skipped: number): Iterable<number>;
}

/** A row is parsed anew for the first two who ask, and kept then: most are asked for once. */
export function openBlock(bytes: Uint8Array, finish: Finish): Block {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 4 + raw.readUInt32LE(0);
  const { keys, flags, lengths }: Head = JSON.parse(raw.toString("utf8", 4, start));
  let end = start;
  const ends = lengths.map((length) => end += length);
  const kept = new Map<number, Row>();
  const wasParsed = new Uint8Array(keys.length);
  const counts = new Map<number, Uint16Array>();
  let weight = raw.byteLength + start + keys.length * KEY_BYTES;

  function parse(index: number): Row {
    const from = index === 0 ? start : ends[index - 1] ?? start;
    const to = ends[index] ?? from;
    const key = keys[index] ?? "";
    const value = from === to ? null : JSON.parse(raw.toString("utf8", from, to));
    const row = { key, flags: flags[index] ?? 0, value: finish(key, value) };
    if (wasParsed[index] === 1) {
      kept.set(index, row);
      weight += KEY_BYTES + (to - from) * PARSED_BYTES_PER_BYTE;
    }
    wasParsed[index] = 1;
    return row;
  }

  /** Before each row, and behind the last, how many have the flag. */
  function countsOf(flag: number): Uint16Array {
    const known = counts.get(flag);
    if (known !== undefined) return known;
    const made = new Uint16Array(keys.length + 1);
    for (const [index, of] of flags.entries()) {
      made[index + 1] = (made[index] ?? 0) + ((of & flag) === 0 ? 0 : 1);
    }
    counts.set(flag, made);
    weight += made.byteLength;
    return made;
  }

  return {
    size: keys.length,
    get bytes() {
      return weight;
    },
    find(key) {
      const index = firstFrom(keys.length, (at) => (keys[at] ?? "") >= key);
      return keys[index] === key ? index : null;
    },
    row: (index) => kept.get(index) ?? parse(index),
    countBefore(key, flag) {
      return countsOf(flag)[firstFrom(keys.length, (at) => (keys[at] ?? "") >= key)] ?? 0;
    },
    *having(flag, skipped) {
      const before = countsOf(flag);
      let index = firstFrom(keys.length, (at) => (before[at] ?? 0) >= skipped);
      for (; index < keys.length; index++) {
        if (((flags[index] ?? 0) & flag) !== 0) yield index;
      }
    },
  };
}

/** The first number below `end` for which `holds` is true, which it then is for all behind; else `end`. */
export function firstFrom(end: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
