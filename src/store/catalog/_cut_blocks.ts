import { Buffer } from "node:buffer";
import { textHash } from "../text_hash.ts";
import type { Row } from "./row_table.ts";

/** A row as it lies in a block. */
export interface RowText {
  readonly key: string;
  readonly flags: number;
  /** JSON; empty for a row without a value. */
  readonly text: Buffer;
  /** What it takes in its block, about. */
  readonly bytes: number;
}

/** What a row takes in the head of its block beside its key. */
const HEAD_BYTES = 8;

/**
 * Cuts rows into blocks of at most `blockBytes`, but for a row that alone is larger. Where a block ends is
 * decided by the keys: of all places in its second half the one before the key with the least hash. A row
 * that comes or goes therefore moves the cuts near it and no others, and the next commit's blocks are the
 * same as this one's wherever its rows are.
 */
export function* cutBlocks(rows: Iterable<Row>, blockBytes: number): Generator<readonly RowText[]> {
  let open: RowText[] = [];
  let size = 0;
  for (const { key, flags, value } of rows) {
    const text = Buffer.from(value === null ? "" : JSON.stringify(value));
    const bytes = text.byteLength + key.length + HEAD_BYTES;
    open.push({ key, flags, text, bytes });
    size += bytes;
    while (size > blockBytes && open.length > 1) {
      const block = open.slice(0, endOfBlock(open, blockBytes));
      yield block;
      open = open.slice(block.length);
      size -= block.reduce((sum, row) => sum + row.bytes, 0);
    }
  }
  if (open.length > 0) yield open;
}

function endOfBlock(rows: readonly RowText[], blockBytes: number): number {
  let least = Infinity;
  let end = 1;
  let before = 0;
  for (const [index, { key, bytes }] of rows.entries()) {
    if (before > blockBytes) break;
    if (index > 0 && before * 2 >= blockBytes) {
      const hash = textHash(key);
      if (hash < least) [least, end] = [hash, index];
    } else if (index > 0) {
      end = index;
    }
    before += bytes;
  }
  return end;
}
