import { createHash } from "node:crypto";
import { firstFrom } from "./_block.ts";

/** What is stored about the blocks of a table: lists have an item for each block, in order. */
export interface StoredDirectory {
  /** First keys. */
  readonly first: readonly string[];
  /** Bytes as they are stored, and of the block itself. */
  readonly stored: readonly number[];
  readonly raw: readonly number[];
  /** Of the stored bytes, by which equal blocks are known in whatever commit. */
  readonly checks: readonly string[];
  /** How many rows of a kind a block has, by the number of the kind's bit; kinds that no row is of left out. */
  readonly counts: Readonly<Record<string, readonly number[]>>;
}

const CHECK_DIGITS = 32;

/** What an item of a directory takes in memory beside its key, about. */
const ITEM_BYTES = 200;

export interface Directory extends StoredDirectory {
  readonly blocks: number;
  /** The only block that may hold the key; null: none may. */
  blockAt(key: string): number | null;
  /** How many rows of a kind there are before a block; of all blocks with `blocks`. */
  countBefore(block: number, flag: number): number;
  /** The blocks that hold the rows of a kind from position `start` up to, and without, `end`. */
  holding(flag: number, start: number, end: number): readonly number[];
  /** Memory that it holds, about. */
  readonly bytes: number;
}

export function openDirectory(stored: StoredDirectory): Directory {
  const { first, counts } = stored;
  const blocks = first.length;
  const sums = new Map<number, readonly number[]>();
  for (const [bit, ofBlocks] of Object.entries(counts)) {
    let sum = 0;
    sums.set(1 << Number(bit), [0, ...ofBlocks.map((count) => sum += count)]);
  }
  const countBefore = (block: number, flag: number) => sums.get(flag)?.[block] ?? 0;

  return {
    ...stored,
    blocks,
    blockAt(key) {
      const after = firstFrom(blocks, (block) => (first[block] ?? "") > key);
      return after === 0 ? null : after - 1;
    },
    countBefore,
    holding(flag, start, end) {
      const found: number[] = [];
      if (start >= end) return found;
      const from = firstFrom(blocks, (block) => countBefore(block + 1, flag) > start);
      for (let block = from; block < blocks && countBefore(block, flag) < end; block++) {
        if (countBefore(block + 1, flag) > countBefore(block, flag)) found.push(block);
      }
      return found;
    },
    bytes: first.reduce((sum, key) => sum + 2 * key.length + ITEM_BYTES, 0) + sums.size * blocks * 8,
  };
}

/** 128 bits of SHA-256, hex. */
export function checkOf(stored: Uint8Array): string {
  return createHash("sha256").update(stored).digest("hex").slice(0, CHECK_DIGITS);
}
