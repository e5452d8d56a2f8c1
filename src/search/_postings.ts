import type { ByteWriter } from "./_byte_writer.ts";

/** What one document knows of one term. */
export interface Posting {
  readonly document: number;
  /** How often its body has the term, as a step of `BODY_COUNTS`. */
  readonly bodyStep: number;
  readonly inHeading: boolean;
  readonly inPath: boolean;
  /** Ascending: where its name and description have the term. The description starts behind the name and a gap. */
  readonly positions: ArrayLike<number>;
}

/** Occurrences that a step stands for: more repeats tell less, so that few steps are enough. */
export const BODY_COUNTS: readonly number[] = [0, 1, 2, 3, 4, 5.5, 8, 12, 19, 40];
const STEP_ENDS: readonly number[] = [0, 1, 2, 3, 4, 6, 9, 14, 24, Infinity];

export function bodyStep(count: number): number {
  return STEP_ENDS.findIndex((end) => count <= end);
}

/** The commonest postings, one to three occurrences in the body alone, take no byte of their own. */
const DETAILED = 3;
const STEP = 0x0f;
const IN_HEADING = 0x10;
const IN_PATH = 0x20;
const PLACED = 0x40;

/** Writes the postings of one term, in ascending document order. */
export class PostingsWriter {
  #next = 0;

  constructor(private readonly out: ByteWriter) {}

  write({ document, bodyStep, inHeading, inPath, positions }: Posting): void {
    const distance = (document - this.#next) * 4;
    this.#next = document + 1;
    const placed = positions.length > 0;
    if (bodyStep > 0 && bodyStep <= DETAILED && !inHeading && !inPath && !placed) {
      this.out.varint(distance + bodyStep - 1);
      return;
    }
    this.out.varint(distance + DETAILED);
    this.out.byte(bodyStep | (inHeading ? IN_HEADING : 0) | (inPath ? IN_PATH : 0) | (placed ? PLACED : 0));
    let last = 0;
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at] ?? 0;
      this.out.varint((position - last) * 2 + (at + 1 < positions.length ? 1 : 0));
      last = position;
    }
  }
}

/** Reads the postings of one term after another; bounds-checked, and its fields change with every step. */
export class PostingsCursor implements Posting {
  document = -1;
  bodyStep = 0;
  inHeading = false;
  inPath = false;
  readonly positions: number[] = [];
  #at = 0;
  #end = 0;

  constructor(private readonly bytes: Uint8Array, private readonly documents: number) {}

  open(start: number, end: number): this {
    if (end > this.bytes.length) throw new RangeError("Cannot read an index: its postings are broken");
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
    this.positions.length = 0;
    const code = head & 3;
    if (code !== DETAILED) {
      this.bodyStep = code + 1;
      this.inHeading = false;
      this.inPath = false;
      return true;
    }
    const detail = this.#byte();
    this.bodyStep = detail & STEP;
    this.inHeading = (detail & IN_HEADING) !== 0;
    this.inPath = (detail & IN_PATH) !== 0;
    if ((detail & PLACED) !== 0) this.#readPositions();
    return true;
  }

  #readPositions(): void {
    let position = 0;
    for (let more = 1; more === 1;) {
      const step = this.#varint();
      more = step & 1;
      position += step >>> 1;
      this.positions.push(position);
    }
  }

  #byte(): number {
    const byte = this.bytes[this.#at++];
    if (byte === undefined || this.#at > this.#end) {
      throw new RangeError("Cannot read an index: its postings are broken");
    }
    return byte;
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
