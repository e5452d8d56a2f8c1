/**
 * A row of a sorted table. Keys are compared as JavaScript compares strings, which is the order of paths
 * everywhere in the product; a database that sorts UTF-8 bytes puts some characters elsewhere.
 */
export interface Row {
  readonly key: string;
  /** One bit for each kind of row that it is one of. */
  readonly flags: number;
  /** Null: the key and the flags say everything. */
  readonly value: unknown;
}

/** From the first key up to, and without, the second. Null: the whole table. */
export type KeyRange = { readonly from: string; readonly to: string } | null;

/** Some rows of more. */
export interface RowPage {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Rows in the order of their keys, wherever they lie. */
export interface RowTable {
  get(key: string): Promise<Row | null>;
  /** Of the rows in the range that have the flag: `count` from position `start` on, and how many there are. */
  page(range: KeyRange, flag: number, start: number, count: number): Promise<RowPage>;
  /** All of them, few in memory at a time. */
  each(range: KeyRange, flag: number): AsyncIterable<Row>;
}
