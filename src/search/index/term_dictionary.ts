import { BLOCK_TERMS } from "./_dictionary_writer.ts";
import { TermScanner } from "./term_scanner.ts";

/** Where one term's postings lie. */
export interface TermSpan {
  readonly start: number;
  readonly end: number;
}

/** Terms read in place: only the first term of each block becomes a string when the index is opened. */
export class TermDictionary {
  readonly #heads: readonly string[];
  /** For look-ups of one term, of which a query makes many. */
  readonly #finder: TermScanner;

  constructor(
    private readonly terms: Uint8Array,
    private readonly blocks: Uint32Array,
    private readonly postingsLength: number,
  ) {
    const scan = this.scanner();
    this.#finder = scan;
    this.#heads = Array.from({ length: blocks.length / 2 }, (_, block) => {
      this.#enter(scan, block);
      return scan.next() ? scan.term() : "";
    });
  }

  /** At least as many as there are terms. */
  get capacity(): number {
    return this.#heads.length * BLOCK_TERMS;
  }

  find(term: string): TermSpan | null {
    const scan = this.#seek(this.#finder, term);
    return scan.next() && scan.compare(term) === 0 ? { start: scan.start, end: scan.end } : null;
  }

  /** A scanner before the first term. */
  scanner(): TermScanner {
    return new TermScanner(this.terms, this.postingsLength);
  }

  /** Moves a scanner of this dictionary to the term of the given number. */
  move(scan: TermScanner, number: number): void {
    this.#enter(scan, Math.floor(number / BLOCK_TERMS));
    for (let left = number % BLOCK_TERMS; left >= 0 && scan.next(); left--);
  }

  /** A scanner whose next term is the first at or after `term`. */
  from(term: string): TermScanner {
    return this.#seek(this.scanner(), term);
  }

  #seek(scan: TermScanner, term: string): TermScanner {
    let low = 0;
    let high = this.#heads.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#heads[middle] ?? "") <= term) low = middle + 1;
      else high = middle;
    }
    this.#enter(scan, Math.max(0, low - 1));
    scan.skipBefore(term);
    return scan;
  }

  #enter(scan: TermScanner, block: number): void {
    scan.jump(this.blocks[block * 2] ?? this.terms.length, this.blocks[block * 2 + 1] ?? 0);
  }
}
