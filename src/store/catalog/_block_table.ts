import type { Block } from "./_block.ts";
import type { BlockSource } from "./_block_source.ts";
import type { Directory } from "./_directory.ts";
import type { KeyRange, Row, RowTable } from "./row_table.ts";

/** A table whose rows lie in blocks: it reads those that hold what is asked for. */
export function createBlockTable(directory: Directory, source: BlockSource): RowTable {
  /** How many rows of a kind come before a key. Only a block that has some is looked into. */
  async function rankOf(key: string, flag: number): Promise<number> {
    const block = directory.blockAt(key);
    if (block === null) return 0;
    const before = directory.countBefore(block, flag);
    if (directory.countBefore(block + 1, flag) === before) return before;
    const opened = await source.get(block);
    const rank = before + opened.countBefore(key, flag);
    source.weigh(block, opened);
    return rank;
  }

  /** The positions of a range among all rows of a kind. */
  async function positions(range: KeyRange, flag: number): Promise<readonly [from: number, to: number]> {
    const total = directory.countBefore(directory.blocks, flag);
    if (range === null || total === 0) return [0, total];
    return await Promise.all([rankOf(range.from, flag), rankOf(range.to, flag)]);
  }

  function* rowsOf(number: number, block: Block, flag: number, from: number, to: number): Generator<Row> {
    let position = Math.max(from, directory.countBefore(number, flag));
    for (const index of block.having(flag, position - directory.countBefore(number, flag))) {
      if (position++ >= to) break;
      yield block.row(index);
    }
    source.weigh(number, block);
  }

  return {
    async get(key) {
      const number = directory.blockAt(key);
      if (number === null) return null;
      const block = await source.get(number);
      const index = block.find(key);
      if (index === null) return null;
      const row = block.row(index);
      source.weigh(number, block);
      return row;
    },

    async page(range, flag, start, count) {
      const [low, high] = await positions(range, flag);
      const from = low + start;
      const to = Math.min(from + count, high);
      const numbers = directory.holding(flag, from, to);
      const blocks = await Promise.all(numbers.map((number) => source.get(number)));
      const rows = blocks.flatMap((block, index) => [...rowsOf(numbers[index] ?? 0, block, flag, from, to)]);
      return { rows, total: high - low };
    },

    async *each(range, flag) {
      const [from, to] = await positions(range, flag);
      for (const number of directory.holding(flag, from, to)) {
        yield* rowsOf(number, await source.get(number), flag, from, to);
      }
    },
  };
}
