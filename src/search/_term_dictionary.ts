import { ByteWriter } from "./_byte_writer.ts";
import { GrowingNumbers } from "./_growing_numbers.ts";
import { LONG, TermScanner } from "./_term_scanner.ts";

/** Terms between two points of entry: more compress better, fewer are found faster. */
const BLOCK_TERMS = 32;

/** Where one term's postings lie. */
export interface TermSpan {
  readonly start: number;
  readonly end: number;
}

/** A term as UTF-16 code units: how a dictionary holds one without making a string of it. */
export interface TermUnits {
  readonly units: Uint16Array;
  readonly length: number;
}

/**
 * Writes terms, ascending by UTF-16 code units, and the lengths of their postings. Each term shares its
 * beginning with the one before, but for the first of a block.
 */
export class DictionaryWriter {
  readonly terms = new ByteWriter(1 << 16);
  /** Two numbers a block: where its terms and where its postings start. */
  readonly blocks = new GrowingNumbers();
  #count = 0;
  #previous = new Uint16Array(64);
  #previousLength = 0;
  #postings = 0;

  write({ units, length }: TermUnits, postingsLength: number): void {
    const first = this.#count++ % BLOCK_TERMS === 0;
    if (first) {
      this.blocks.push(this.terms.length);
      this.blocks.push(this.#postings);
    }
    const shared = first ? 0 : this.#shared(units, length);
    const size = utf8Length(units, shared, length);
    this.terms.byte(Math.min(shared, LONG) << 4 | Math.min(size, LONG));
    if (shared >= LONG) this.terms.varint(shared);
    if (size >= LONG) this.terms.varint(size);
    this.terms.utf8(units, shared, length);
    this.terms.varint(postingsLength);
    this.#postings += postingsLength;
    this.#remember(units, shared, length);
  }

  /** Code units in common with the term before; never between the halves of a surrogate pair. */
  #shared(units: Uint16Array, length: number): number {
    const end = Math.min(length, this.#previousLength);
    let at = 0;
    while (at < end && units[at] === this.#previous[at]) at++;
    const last = at > 0 ? units[at - 1] ?? 0 : 0;
    return last >= 0xd800 && last < 0xdc00 ? at - 1 : at;
  }

  #remember(units: Uint16Array, from: number, length: number): void {
    if (length > this.#previous.length) {
      const grown = new Uint16Array(length * 2);
      grown.set(this.#previous);
      this.#previous = grown;
    }
    for (let at = from; at < length; at++) this.#previous[at] = units[at] ?? 0;
    this.#previousLength = length;
  }
}

function utf8Length(units: Uint16Array, from: number, to: number): number {
  let length = 0;
  for (let at = from; at < to; at++) {
    const unit = units[at] ?? 0;
    length += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    // A surrogate pair takes four bytes, not twice three.
    if (unit >= 0xdc00 && unit < 0xe000) length -= 2;
  }
  return length;
}

/** Terms read in place: only the first term of each block becomes a string when the index is opened. */
export class TermDictionary {
  readonly #heads: readonly string[];

  constructor(
    private readonly terms: Uint8Array,
    private readonly blocks: Uint32Array,
    private readonly postingsLength: number,
  ) {
    const scan = this.scanner();
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
    const scan = this.from(term);
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
    let low = 0;
    let high = this.#heads.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#heads[middle] ?? "") <= term) low = middle + 1;
      else high = middle;
    }
    const scan = this.scanner();
    this.#enter(scan, Math.max(0, low - 1));
    scan.skipBefore(term);
    return scan;
  }

  #enter(scan: TermScanner, block: number): void {
    scan.jump(this.blocks[block * 2] ?? this.terms.length, this.blocks[block * 2 + 1] ?? 0);
  }
}
