import { ByteWriter } from "./_byte_writer.ts";
import { GrowingNumbers } from "./_growing_numbers.ts";
import { LONG, type TermUnits } from "./term_scanner.ts";

/** Terms between two points of entry: more compress better, fewer are found faster. */
export const BLOCK_TERMS = 32;

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
