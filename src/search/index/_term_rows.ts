import type { Pace } from "../pace.ts";
import { GrowingNumbers } from "./_growing_numbers.ts";
import type { Postings } from "./postings.ts";

const NOWHERE = new Uint32Array(0);
/** Rows that are sorted between two chances for other work. */
const ROWS_AT_ONCE = 65_536;

/** Postings in the order in which documents bring them, and read back term by term. */
export class TermRows implements Postings {
  readonly #terms = new GrowingNumbers();
  readonly #documents = new GrowingNumbers();
  readonly #details = new GrowingNumbers();
  readonly #ends = new GrowingNumbers();
  readonly #places = new GrowingNumbers();
  /** Row numbers by term, and where each term's end. */
  #rows = NOWHERE;
  #rowEnds = NOWHERE;
  #at = 0;
  #end = 0;
  document = 0;
  detail = 0;
  positions: Uint32Array = NOWHERE;

  push(term: number, document: number, detail: number, places: readonly number[]): void {
    this.#terms.push(term);
    this.#documents.push(document);
    this.#details.push(detail);
    for (const place of places) this.#places.push(place);
    this.#ends.push(this.#places.length);
  }

  /** Makes the rows readable, by a counting sort, which keeps the order of the documents. */
  async sort(terms: number, pace: Pace): Promise<void> {
    const count = this.#terms.length;
    const ends = new Uint32Array(terms);
    for (let row = 0; row < count; row++) {
      const term = this.#terms.at(row);
      ends[term] = (ends[term] ?? 0) + 1;
      if (row % ROWS_AT_ONCE === 0) await pace(ROWS_AT_ONCE);
    }
    let sum = 0;
    for (let term = 0; term < terms; term++) {
      const own = ends[term] ?? 0;
      ends[term] = sum;
      sum += own;
    }
    const rows = new Uint32Array(count);
    for (let row = 0; row < count; row++) {
      const term = this.#terms.at(row);
      const to = ends[term] ?? 0;
      rows[to] = row;
      ends[term] = to + 1;
      if (row % ROWS_AT_ONCE === 0) await pace(ROWS_AT_ONCE);
    }
    this.#rows = rows;
    this.#rowEnds = ends;
  }

  /** Starts reading a term; there is nothing to read of one that has no number. */
  open(term: number): this {
    this.#at = term > 0 ? this.#rowEnds[term - 1] ?? 0 : 0;
    this.#end = this.#rowEnds[term] ?? this.#at;
    return this;
  }

  next(): boolean {
    if (this.#at >= this.#end) return false;
    const row = this.#rows[this.#at++] ?? 0;
    this.document = this.#documents.at(row);
    this.detail = this.#details.at(row);
    const from = row === 0 ? 0 : this.#ends.at(row - 1);
    const to = this.#ends.at(row);
    this.positions = from === to ? NOWHERE : this.#places.slice(from, to);
    return true;
  }
}
