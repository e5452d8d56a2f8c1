import { ByteReader } from "./byte_reader.ts";
import type { ByteWriter } from "./byte_writer.ts";

/** How often the body of one document holds a term, and where its short fields hold it. */
export interface Posting {
  document: number;
  /** At most `MAX_BODY_COUNT`. */
  body: number;
  /** Ascending, in the document's short-field positions (`document_shape.ts`). */
  positions: number[];
}

/** More repeats than this tell nothing more. */
export const MAX_BODY_COUNT = 255;

const ONCE = 0;
const TWICE = 1;
const OFTEN = 2;
const PLACED = 3;

/** Writes postings of one term in ascending document order, the distance and the commonest counts in one number. */
export class PostingsWriter {
  #previous = -1;

  constructor(private readonly out: ByteWriter) {}

  write({ document, body, positions }: Readonly<Posting>): void {
    const distance = (document - this.#previous - 1) * 4;
    this.#previous = document;
    if (positions.length > 0) {
      this.out.varint(distance + PLACED);
      this.out.varint(body);
      this.out.varint(positions.length);
      let last = 0;
      for (const position of positions) {
        this.out.varint(position - last);
        last = position;
      }
    } else if (body < 3) {
      this.out.varint(distance + (body === 1 ? ONCE : TWICE));
    } else {
      this.out.varint(distance + OFTEN);
      this.out.varint(body - 3);
    }
  }
}

/** Reads the postings of one term; the posting object is reused. */
export class PostingsCursor {
  readonly posting: Posting = { document: -1, body: 0, positions: [] };
  readonly #reader: ByteReader;

  constructor(bytes: Uint8Array, private readonly documents: number) {
    this.#reader = new ByteReader(bytes);
  }

  next(): boolean {
    if (this.#reader.done) return false;
    const head = this.#reader.varint();
    const posting = this.posting;
    posting.document += (head >>> 2) + 1;
    if (posting.document >= this.documents) throw new RangeError("Cannot read an index: no such document");
    posting.positions.length = 0;
    switch (head & 3) {
      case ONCE:
        posting.body = 1;
        break;
      case TWICE:
        posting.body = 2;
        break;
      case OFTEN:
        posting.body = this.#reader.varint() + 3;
        break;
      default:
        this.#readPositions(posting);
    }
    return true;
  }

  #readPositions(posting: Posting): void {
    posting.body = this.#reader.varint();
    let position = 0;
    for (let left = this.#reader.varint(); left > 0; left--) {
      position += this.#reader.varint();
      posting.positions.push(position);
    }
  }
}
