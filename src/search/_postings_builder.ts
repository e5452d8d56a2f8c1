import { BODY, DESCRIPTION, type FieldLengths, HEADING, NAME } from "./_fields.ts";
import { GrowingNumbers } from "./_growing_numbers.ts";
import { SEARCH_LIMITS } from "./_limits.ts";
import type { Pace } from "./_pace.ts";
import { bodyStep, type Posting } from "./_postings.ts";
import { nameTerm, wholeNameTerm } from "./_name_terms.ts";
import { textSlices } from "./_text_slices.ts";
import { analyseWord, asOneWord, writtenWords } from "./_words.ts";

/** A written word with its tokens as term numbers. */
interface KnownWord {
  readonly terms: readonly number[];
  readonly offsets: readonly number[];
  readonly width: number;
  /** The compound without its hyphens; in bodies worth a term only where it comes back. */
  readonly glued: string | null;
}

/** Written words remembered: more than any honest repository has, few enough to hold. */
const KNOWN_WORDS = 200_000;

const IN_HEADING = 1;
const IN_PATH = 2;
/** The current document has the term. */
const FOUND = 4;

/** Collects the postings of new documents, which come in ascending order. */
export class PostingsBuilder {
  readonly #terms = new Map<string, number>();
  readonly #words = new Map<string, KnownWord>();
  /** One row a posting, in document order: term, document, body step and marks, where its positions end. */
  readonly #rowTerms = new GrowingNumbers();
  readonly #rowDocuments = new GrowingNumbers();
  readonly #rowMarks = new GrowingNumbers();
  readonly #rowEnds = new GrowingNumbers();
  readonly #positions = new GrowingNumbers();
  /** Of the document being added, by term number. */
  readonly #counts = new GrowingNumbers();
  readonly #marks = new GrowingNumbers();
  readonly #places = new Map<number, number[]>();
  readonly #found: number[] = [];
  readonly #glued = new Map<string, number>();
  #lengths = [0, 0, 0, 0, 0];
  #capped = false;
  #order: { readonly rows: Uint32Array; readonly ends: Uint32Array } | null = null;

  constructor(private readonly pace: Pace) {}

  get terms(): Iterable<string> {
    return this.#terms.keys();
  }

  /** Terms were left out because the repository has too many. */
  get capped(): boolean {
    return this.#capped;
  }

  /** Adds one field of the current document; its lines are phrases of their own. */
  async add(field: number, lines: readonly string[]): Promise<void> {
    let budget: number = SEARCH_LIMITS.fieldCharacters;
    const start = field === DESCRIPTION ? (this.#lengths[NAME] ?? 0) + 1 : 0;
    let length = 0;
    for (const line of lines) {
      for (const slice of textSlices(line, budget)) {
        const pause = this.pace(slice.length);
        if (pause !== undefined) await pause;
        budget -= slice.length;
        for (const raw of writtenWords(slice.text, slice.ascii)) {
          const word = this.#know(raw);
          if (field === BODY) this.#count(word);
          else if (field === NAME || field === DESCRIPTION) this.#place(word, start + length);
          else this.#mark(word, field === HEADING ? IN_HEADING : IN_PATH);
          length += word.width;
        }
      }
    }
    this.#lengths[field] = length;
    if (field === NAME) this.#addName(lines.join(" "));
  }

  /** Ends the current document and starts the next. */
  finish(document: number): FieldLengths {
    this.#order = null;
    for (const term of this.#found) {
      const count = this.#counts.at(term);
      const marks = this.#marks.at(term);
      const places = this.#places.get(term) ?? [];
      this.#counts.set(term, 0);
      this.#marks.set(term, 0);
      this.#rowTerms.push(term);
      this.#rowDocuments.push(document);
      this.#rowMarks.push(bodyStep(count) << 2 | marks & (IN_HEADING | IN_PATH));
      for (const place of places) this.#positions.push(place);
      this.#rowEnds.push(this.#positions.length);
    }
    this.#found.length = 0;
    this.#glued.clear();
    this.#places.clear();
    const [name = 0, description = 0, heading = 0, path = 0, body = 0] = this.#lengths;
    this.#lengths = [0, 0, 0, 0, 0];
    return { name, description, heading, path, body };
  }

  /** The term's postings in document order. */
  *postings(term: string): Generator<Posting> {
    const number = this.#terms.get(term);
    if (number === undefined) return;
    const { rows, ends } = this.#order ??= this.#sortRows();
    const end = ends[number] ?? 0;
    for (let at = number === 0 ? 0 : ends[number - 1] ?? 0; at < end; at++) {
      const row = rows[at] ?? 0;
      const marks = this.#rowMarks.at(row);
      yield {
        document: this.#rowDocuments.at(row),
        bodyStep: marks >>> 2,
        inHeading: (marks & IN_HEADING) !== 0,
        inPath: (marks & IN_PATH) !== 0,
        positions: this.#positions.slice(row === 0 ? 0 : this.#rowEnds.at(row - 1), this.#rowEnds.at(row)),
      };
    }
  }

  /** Rows by term: a counting sort, which keeps document order. */
  #sortRows(): { readonly rows: Uint32Array; readonly ends: Uint32Array } {
    const terms = this.#rowTerms.view();
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
    return { rows, ends };
  }

  #count({ terms, glued }: KnownWord): void {
    for (const term of terms) this.#countTerm(term, 1);
    if (glued === null) return;
    const before = this.#glued.get(glued) ?? 0;
    if (this.#glued.size < SEARCH_LIMITS.documentTerms) this.#glued.set(glued, before + 1);
    const term = before === 0 ? null : this.#number(glued, 1);
    if (term !== null) this.#countTerm(term, before === 1 ? 2 : 1);
  }

  #countTerm(term: number, times: number): void {
    if (this.#find(term)) this.#counts.set(term, this.#counts.at(term) + times);
  }

  #place(word: KnownWord, position: number): void {
    this.#termsOf(word).forEach((term, at) => {
      if (!this.#find(term)) return;
      const place = position + (word.offsets[at] ?? 0);
      const places = this.#places.get(term);
      if (places === undefined) this.#places.set(term, [place]);
      else if (places.at(-1) !== place) places.push(place);
    });
  }

  #mark(word: KnownWord, mark: number): void {
    for (const term of this.#termsOf(word)) {
      if (this.#find(term)) this.#marks.set(term, this.#marks.at(term) | mark);
    }
  }

  /** The terms of a word of a short field: there a compound counts whole at once. */
  #termsOf({ terms, glued }: KnownWord): readonly number[] {
    const whole = glued === null ? null : this.#number(glued, terms.length + 1);
    return whole === null ? terms : [...terms, whole];
  }

  #addName(name: string): void {
    const start = name.slice(0, SEARCH_LIMITS.queryCharacters).normalize("NFKC");
    const terms = new Set([wholeNameTerm(asOneWord(start))]);
    for (const raw of writtenWords(start, false)) {
      for (const { term } of analyseWord(raw).tokens) terms.add(nameTerm(term));
    }
    for (const term of terms) {
      const number = this.#number(term, 1);
      if (number !== null) this.#countTerm(number, 1);
    }
  }

  /** Whether the current document has the term, or room for it. */
  #find(term: number): boolean {
    if ((this.#marks.at(term) & FOUND) !== 0) return true;
    if (this.#found.length >= SEARCH_LIMITS.documentTerms) return false;
    this.#found.push(term);
    this.#marks.set(term, FOUND);
    return true;
  }

  #know(raw: string): KnownWord {
    const known = this.#words.get(raw);
    if (known !== undefined) return known;
    const { tokens, width } = analyseWord(raw);
    const terms: number[] = [];
    const offsets: number[] = [];
    let glued: string | null = null;
    let complete = true;
    for (const { term, offset, whole } of tokens) {
      if (whole === "glued") {
        glued = term;
        continue;
      }
      const number = this.#number(term, tokens.length);
      complete &&= number !== null;
      if (number === null) continue;
      terms.push(number);
      offsets.push(offset);
    }
    // The compound stands where its first part stands.
    if (glued !== null) offsets.push(0);
    const word = { terms, offsets, width, glued };
    if (complete && this.#words.size < KNOWN_WORDS && raw.length <= SEARCH_LIMITS.tokenCharacters) {
      this.#words.set(raw, word);
    }
    return word;
  }

  /**
   * The term's number; null where a new term has no room. A term gets a number only if the current
   * document, which is about to add `adding` terms, keeps it: what an index has never depends on words
   * that it left out.
   */
  #number(term: string, adding: number): number | null {
    const number = this.#terms.get(term);
    if (number !== undefined) return number;
    if (this.#found.length + adding > SEARCH_LIMITS.documentTerms) return null;
    if (this.#terms.size >= SEARCH_LIMITS.terms) {
      this.#capped = true;
      return null;
    }
    this.#terms.set(term, this.#terms.size);
    this.#counts.push(0);
    this.#marks.push(0);
    return this.#terms.size - 1;
  }
}
