import type { ByteWriter } from "./_byte_writer.ts";

/** What documents know of one term, one after another; the values change with every step. */
export interface Postings {
  next(): boolean;
  readonly document: number;
  /** A step of `BODY_COUNTS`, and whether a heading or the document's path has the term. */
  readonly detail: number;
  /** Ascending: where name and description have the term. The description starts behind the name and a gap. */
  readonly positions: ArrayLike<number>;
}

export const BODY_STEP = 0x0f;
export const IN_HEADING = 0x10;
export const IN_PATH = 0x20;
const PLACED = 0x40;

/** Occurrences in a body that a step stands for: more repeats tell less, so that few steps are enough. */
export const BODY_COUNTS: readonly number[] = [0, 1, 2.4, 5, 12];
const STEP_ENDS: readonly number[] = [0, 1, 3, 7, Infinity];

export function bodyStep(count: number): number {
  return STEP_ENDS.findIndex((end) => count <= end);
}

/** The commonest details, one to three occurrences in the body alone, need no byte of their own. */
const DETAILED = 3;

/** Writes the postings of one term after another, each in ascending document order. */
export class PostingsWriter {
  #next = 0;

  constructor(private readonly out: ByteWriter) {}

  start(): void {
    this.#next = 0;
  }

  write({ document, detail, positions }: Postings): void {
    const distance = (document - this.#next) * 4;
    this.#next = document + 1;
    const placed = positions.length > 0;
    if (detail > 0 && detail <= DETAILED && !placed) {
      this.out.varint(distance + detail - 1);
      return;
    }
    this.out.varint(distance + DETAILED);
    this.out.byte(detail | (placed ? PLACED : 0));
    let last = 0;
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at] ?? 0;
      this.out.varint((position - last) * 2 + (at + 1 < positions.length ? 1 : 0));
      last = position;
    }
  }
}

const NOWHERE: readonly number[] = [];

/** Reads the postings of one term after another. Bounds-checked; throws a `RangeError` where the bytes are broken. */
export class PostingsCursor implements Postings {
  document = -1;
  detail = 0;
  positions: readonly number[] = NOWHERE;
  /** Kept from one posting to the next: an array that is emptied gives up its memory. */
  readonly #places: number[] = [];
  #bytes: Uint8Array;
  #at = 0;
  #end = 0;

  constructor(bytes: Uint8Array, private readonly documents: number) {
    this.#bytes = bytes;
  }

  /** As `open`, in other bytes. */
  openIn(bytes: Uint8Array, start: number, end: number): this {
    this.#bytes = bytes;
    return this.open(start, end);
  }

  open(start: number, end: number): this {
    if (end > this.#bytes.length) throw new RangeError("Cannot read an index: its postings are broken");
    this.#at = start;
    this.#end = end;
    this.document = -1;
    return this;
  }

  next(): boolean {
    if (this.#at >= this.#end) return false;
    const head = this.#varint();
    this.document += (head >>> 2) + 1;
    if (this.document >= this.documents) throw new RangeError("Cannot read an index: no such document");
    this.positions = NOWHERE;
    if ((head & 3) !== DETAILED) {
      this.detail = (head & 3) + 1;
      return true;
    }
    const detail = this.#byte();
    this.detail = detail & ~PLACED;
    if ((detail & PLACED) !== 0) this.#readPositions();
    return true;
  }

  #readPositions(): void {
    let position = 0;
    let count = 0;
    for (let more = 1; more === 1;) {
      const step = this.#varint();
      more = step & 1;
      position += step >>> 1;
      this.#places[count++] = position;
    }
    if (this.#places.length > count) this.#places.length = count;
    this.positions = this.#places;
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new RangeError("Cannot read an index: its postings are broken");
    return this.#bytes[this.#at++] ?? 0;
  }

  #varint(): number {
    let byte = this.#byte();
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      if (shift > 28) throw new RangeError("Cannot read an index: a number is too long");
      byte = this.#byte();
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }
}
