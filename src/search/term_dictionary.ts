import { ByteReader } from "./byte_reader.ts";
import type { ByteWriter } from "./byte_writer.ts";
import { sharedLength } from "./document_table.ts";

/** Terms between two points of entry: more compress better, fewer are found faster. */
const BLOCK_TERMS = 16;
/** A nibble that says that a number follows instead. */
const LONG = 15;

/** Where one term's postings lie. */
export interface TermSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Writes terms, ascending by UTF-16 code units, and the lengths of their postings. Each term shares its
 * beginning with the one before, but for the first of a block.
 */
export class DictionaryWriter {
  #terms = 0;
  #previous = "";
  #postings = 0;

  /** `blocks` takes two 32-bit numbers a block: where its terms and its postings start. */
  constructor(private readonly out: ByteWriter, private readonly blocks: number[]) {}

  write(term: string, postingsLength: number): void {
    const first = this.#terms % BLOCK_TERMS === 0;
    if (first) this.blocks.push(this.out.length, this.#postings);
    const shared = first ? 0 : sharedLength(this.#previous, term);
    const suffix = term.slice(shared);
    const size = utf8Length(suffix);
    this.out.byte(Math.min(shared, LONG) << 4 | Math.min(size, LONG));
    if (shared >= LONG) this.out.varint(shared);
    if (size >= LONG) this.out.varint(size);
    this.out.utf8(suffix);
    this.out.varint(postingsLength);
    this.#postings += postingsLength;
    this.#previous = term;
    this.#terms++;
  }
}

function utf8Length(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    // A surrogate pair takes four bytes, not twice three.
    if (code >= 0xdc00 && code < 0xe000) length -= 2;
  }
  return length;
}

/** A term under the scanner; its characters stay valid until the next step. */
export interface ScannedTerm {
  /** UTF-16 code units. */
  readonly units: Uint16Array;
  readonly length: number;
  /** Code units in common with the term before it in this scan. */
  readonly shared: number;
  readonly span: TermSpan;
}

/** Terms read in place: only the first term of each block becomes a string when the index is opened. */
export class TermDictionary {
  readonly #heads: readonly string[];

  constructor(
    private readonly terms: Uint8Array,
    private readonly blocks: Uint32Array,
    private readonly postingsLength: number,
  ) {
    const heads: string[] = [];
    for (let at = 0; at < blocks.length; at += 2) {
      const scan = new TermScanner(terms, blocks[at] ?? 0, blocks[at + 1] ?? 0, postingsLength);
      heads.push(scan.next() ? scan.term() : "");
    }
    this.#heads = heads;
  }

  find(term: string): TermSpan | null {
    const scan = this.from(term);
    return scan.next() && scan.term() === term ? scan.span : null;
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
    const block = Math.max(0, low - 1) * 2;
    const scan = new TermScanner(
      this.terms,
      this.blocks[block] ?? 0,
      this.blocks[block + 1] ?? 0,
      this.postingsLength,
    );
    scan.skipBefore(term);
    return scan;
  }
}

/** Steps through terms in order. Bounds-checked; throws a `RangeError` where the bytes are broken. */
export class TermScanner implements ScannedTerm {
  units: Uint16Array = new Uint16Array(64);
  length = 0;
  shared = 0;
  #at: number;
  #start = 0;
  #end: number;
  #held = false;

  constructor(
    private readonly bytes: Uint8Array,
    at: number,
    postings: number,
    private readonly postingsLength: number,
  ) {
    this.#at = at;
    this.#end = postings;
  }

  get span(): TermSpan {
    return { start: this.#start, end: this.#end };
  }

  /** Size of the term's postings in bytes: grows with the documents that hold it. */
  get weight(): number {
    return this.#end - this.#start;
  }

  term(): string {
    return String.fromCharCode(...this.units.subarray(0, this.length));
  }

  skipBefore(term: string): void {
    while (this.next()) {
      if (this.term() >= term) {
        this.#held = true;
        return;
      }
    }
  }

  next(): boolean {
    if (this.#held) {
      this.#held = false;
      return true;
    }
    if (this.#at >= this.bytes.length) return false;
    const head = this.#byte();
    const shared = head >>> 4 === LONG ? this.#varint() : head >>> 4;
    const size = (head & LONG) === LONG ? this.#varint() : head & LONG;
    if (shared > this.length) throw new RangeError("Cannot read an index: its terms are broken");
    this.#decode(shared, size);
    this.shared = shared;
    this.#start = this.#end;
    this.#end += this.#varint();
    if (this.#end > this.postingsLength) throw new RangeError("Cannot read an index: its terms are broken");
    return true;
  }

  #decode(shared: number, size: number): void {
    const stop = this.#at + size;
    if (stop > this.bytes.length) throw new RangeError("Cannot read an index: it ends too early");
    if (shared + size > this.units.length) {
      const grown = new Uint16Array((shared + size) * 2);
      grown.set(this.units.subarray(0, shared));
      this.units = grown;
    }
    let to = shared;
    while (this.#at < stop) {
      const byte = this.#byte();
      if (byte < 0x80) {
        this.units[to++] = byte;
      } else if (byte < 0xe0) {
        this.units[to++] = (byte & 0x1f) << 6 | this.#byte() & 0x3f;
      } else if (byte < 0xf0) {
        this.units[to++] = (byte & 0x0f) << 12 | (this.#byte() & 0x3f) << 6 | this.#byte() & 0x3f;
      } else {
        const point = ((byte & 7) << 18 | (this.#byte() & 0x3f) << 12 | (this.#byte() & 0x3f) << 6 |
          this.#byte() & 0x3f) - 0x10000;
        this.units[to++] = 0xd800 | point >>> 10;
        this.units[to++] = 0xdc00 | point & 0x3ff;
      }
    }
    this.length = to;
  }

  #byte(): number {
    const byte = this.bytes[this.#at++];
    if (byte === undefined) throw new RangeError("Cannot read an index: it ends too early");
    return byte;
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError("Cannot read an index: a number is too long");
  }
}
