import type { FieldLengths } from "./document_table.ts";
import { GrowingNumbers } from "./growing_numbers.ts";
import { SEARCH_LIMITS } from "./limits.ts";
import type { Pace } from "./pace.ts";
import { MAX_BODY_COUNT, type Posting } from "./postings.ts";
import { textSlices } from "./text_slices.ts";
import { analyseWord, wordPattern } from "./words.ts";

/** A written word with its tokens as term numbers. */
interface KnownWord {
  readonly terms: readonly number[];
  readonly offsets: readonly number[];
  readonly width: number;
}

const BODY = 4;

/** Written words remembered; more than any honest repository has, few enough to hold. */
const KNOWN_WORDS = 200_000;

/** Collects the postings of new documents, which must come in ascending order. */
export class PostingsBuilder {
  readonly #terms = new Map<string, number>();
  readonly #words = new Map<string, KnownWord>();
  /** One row a posting, in document order: term, document, body count, where its positions end. */
  readonly #rowTerm = new GrowingNumbers();
  readonly #rowDocument = new GrowingNumbers();
  readonly #rowBody = new GrowingNumbers();
  readonly #rowPositionsEnd = new GrowingNumbers();
  readonly #positions = new GrowingNumbers();
  /** Of the document being added, by term number. */
  readonly #bodies = new Map<number, number>();
  readonly #places = new Map<number, number[]>();
  #lengths: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  /** Terms were left out because there are too many. */
  capped = false;

  constructor(private readonly pace: Pace) {}

  get terms(): Iterable<string> {
    return this.#terms.keys();
  }

  /** Starts the next document. */
  begin(): void {
    this.#bodies.clear();
    this.#places.clear();
    this.#lengths = [0, 0, 0, 0, 0];
  }

  /** Adds a short field, whose lines are phrases of their own. The fields come in the order of `FIELDS`. */
  async addLines(field: number, lines: readonly string[]): Promise<void> {
    const start = this.#lengths.slice(0, field).reduce((sum, length) => sum + length + 1, 0);
    this.#lengths[field] = await this.#addPlaced(start, lines.slice(0, SEARCH_LIMITS.headings));
  }

  async addBody(body: string): Promise<void> {
    this.#lengths[BODY] = await this.#addBody(body);
  }

  /** Ends the document; returns the lengths of its fields in the order of `FIELDS`. */
  finish(document: number): FieldLengths {
    this.#writeRows(document);
    const [name, description, path, headings, body] = this.#lengths;
    return { name, description, path, headings, body };
  }

  /** The term's postings in document order. */
  *postings(term: string): Generator<Posting> {
    const id = this.#terms.get(term);
    if (id === undefined) return;
    const order = this.#order();
    const end = order.ends[id] ?? 0;
    for (let at = id === 0 ? 0 : order.ends[id - 1] ?? 0; at < end; at++) {
      const row = order.rows[at] ?? 0;
      const from = row === 0 ? 0 : this.#rowPositionsEnd.view()[row - 1] ?? 0;
      yield {
        document: this.#rowDocument.view()[row] ?? 0,
        body: this.#rowBody.view()[row] ?? 0,
        positions: Array.from(this.#positions.view().subarray(from, this.#rowPositionsEnd.view()[row])),
      };
    }
  }

  #sorted: { readonly rows: Uint32Array; readonly ends: Uint32Array } | null = null;

  /** Rows by term: a counting sort, which keeps document order. */
  #order(): { readonly rows: Uint32Array; readonly ends: Uint32Array } {
    if (this.#sorted !== null) return this.#sorted;
    const terms = this.#rowTerm.view();
    const ends = new Uint32Array(this.#terms.size);
    for (const term of terms) ends[term] = (ends[term] ?? 0) + 1;
    let sum = 0;
    for (let term = 0; term < ends.length; term++) {
      const count = ends[term] ?? 0;
      ends[term] = sum;
      sum += count;
    }
    const rows = new Uint32Array(terms.length);
    for (let row = 0; row < terms.length; row++) {
      const term = terms[row] ?? 0;
      const to = ends[term] ?? 0;
      rows[to] = row;
      ends[term] = to + 1;
    }
    this.#sorted = { rows, ends };
    return this.#sorted;
  }

  /** Numbers the tokens of `lines` from `start`; one number is left free between lines. Returns the length. */
  async #addPlaced(start: number, lines: readonly string[]): Promise<number> {
    let position = start;
    let budget: number = SEARCH_LIMITS.fieldCharacters;
    const distinct = new Set<number>();
    for (const line of lines) {
      if (position > start) position++;
      for (const slice of textSlices(line, budget)) {
        await this.pace(slice.length);
        budget -= slice.length;
        for (const [raw] of slice.text.matchAll(wordPattern(slice.ascii))) {
          const word = this.#know(raw);
          word.terms.forEach((term, at) => {
            if (!distinct.has(term) && distinct.size >= SEARCH_LIMITS.fieldTokens) return;
            distinct.add(term);
            const place = position + (word.offsets[at] ?? 0);
            const places = this.#places.get(term);
            if (places === undefined) this.#places.set(term, [place]);
            else if (places.at(-1) !== place) places.push(place);
          });
          position += word.width;
        }
      }
    }
    return position - start;
  }

  async #addBody(body: string): Promise<number> {
    const bodies = this.#bodies;
    let length = 0;
    for (const slice of textSlices(body, SEARCH_LIMITS.fieldCharacters)) {
      await this.pace(slice.length);
      const pattern = wordPattern(slice.ascii);
      for (let match = pattern.exec(slice.text); match !== null; match = pattern.exec(slice.text)) {
        const word = this.#know(match[0]);
        length += word.width;
        for (let at = 0; at < word.terms.length; at++) {
          const term = word.terms[at] ?? 0;
          const count = bodies.get(term);
          if (count !== undefined) bodies.set(term, count + 1);
          else if (bodies.size < SEARCH_LIMITS.fieldTokens) bodies.set(term, 1);
        }
      }
    }
    return length;
  }

  #know(raw: string): KnownWord {
    const known = this.#words.get(raw);
    if (known !== undefined) return known;
    const { tokens, width } = analyseWord(raw);
    const terms: number[] = [];
    const offsets: number[] = [];
    let complete = true;
    for (const { term, offset } of tokens) {
      const number = this.#number(term);
      if (number === null) {
        complete = false;
        continue;
      }
      terms.push(number);
      offsets.push(offset);
    }
    const word = { terms, offsets, width };
    if (complete && raw.length <= SEARCH_LIMITS.tokenCharacters && this.#words.size < KNOWN_WORDS) {
      this.#words.set(raw, word);
    }
    return word;
  }

  #number(term: string): number | null {
    const number = this.#terms.get(term);
    if (number !== undefined) return number;
    if (this.#terms.size >= SEARCH_LIMITS.terms) {
      this.capped = true;
      return null;
    }
    this.#terms.set(term, this.#terms.size);
    return this.#terms.size - 1;
  }

  #writeRows(document: number): void {
    this.#sorted = null;
    for (const [term, body] of this.#bodies) {
      const places = this.#places.get(term);
      this.#writeRow(term, document, body, places ?? []);
      if (places !== undefined) this.#places.delete(term);
    }
    for (const [term, places] of this.#places) this.#writeRow(term, document, 0, places);
  }

  #writeRow(term: number, document: number, body: number, places: readonly number[]): void {
    this.#rowTerm.push(term);
    this.#rowDocument.push(document);
    this.#rowBody.push(Math.min(body, MAX_BODY_COUNT));
    places.forEach((place) => this.#positions.push(place));
    this.#rowPositionsEnd.push(this.#positions.length);
  }
}
