import { GrowingNumbers } from "./_growing_numbers.ts";
import type { Postings } from "./_postings.ts";

const NOWHERE = new Uint32Array(0);

/** Postings in the order in which documents bring them, and read back term by term. */
export class TermRows implements Postings {
  readonly #terms = new GrowingNumbers();
  readonly #documents = new GrowingNumbers();
  readonly #details = new GrowingNumbers();
  readonly #ends = new GrowingNumbers();
  readonly #places = new GrowingNumbers();
  #sorted: { readonly rows: Uint32Array; readonly ends: Uint32Array } | null = null;
  #at = 0;
  #end = 0;
  document = 0;
  detail = 0;
  positions: Uint32Array = NOWHERE;

  push(term: number, document: number, detail: number, places: readonly number[]): void {
    this.#sorted = null;
    this.#terms.push(term);
    this.#documents.push(document);
    this.#details.push(detail);
    for (const place of places) this.#places.push(place);
    this.#ends.push(this.#places.length);
  }

  /** Starts reading one of `terms` terms. */
  open(term: number, terms: number): this {
    const { ends } = this.#sorted ??= this.#sort(terms);
    this.#at = term > 0 ? ends[term - 1] ?? 0 : 0;
    this.#end = ends[term] ?? this.#at;
    return this;
  }

  next(): boolean {
    if (this.#at >= this.#end) return false;
    const row = this.#sorted?.rows[this.#at++] ?? 0;
    this.document = this.#documents.at(row);
    this.detail = this.#details.at(row);
    const from = row === 0 ? 0 : this.#ends.at(row - 1);
    const to = this.#ends.at(row);
    this.positions = from === to ? NOWHERE : this.#places.slice(from, to);
    return true;
  }

  /** A counting sort, which keeps the order of the documents. */
  #sort(terms: number): { readonly rows: Uint32Array; readonly ends: Uint32Array } {
    const numbers = this.#terms.view();
    const ends = new Uint32Array(terms);
    for (const term of numbers) ends[term] = (ends[term] ?? 0) + 1;
    let sum = 0;
    for (let term = 0; term < terms; term++) {
      const count = ends[term] ?? 0;
      ends[term] = sum;
      sum += count;
    }
    const rows = new Uint32Array(numbers.length);
    for (let row = 0; row < numbers.length; row++) {
      const term = numbers[row] ?? 0;
      const to = ends[term] ?? 0;
      rows[to] = row;
      ends[term] = to + 1;
    }
    return { rows, ends };
  }
}
