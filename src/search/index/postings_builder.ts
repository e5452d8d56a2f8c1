import { SEARCH_LIMITS } from "../limits.ts";
import type { Pace } from "../pace.ts";
import { analyseWord, asOneWord, scanWords, wordsOf, type WordVisitor } from "../words/mod.ts";
import { KnownWords, UNKNOWN_WORD } from "./_known_words.ts";
import { TermRows } from "./_term_rows.ts";
import { BODY, DESCRIPTION, FIELDS, HEADING, NAME } from "./fields.ts";
import { nameTerm, wholeNameTerm } from "./name_terms.ts";
import { bodyStep, IN_HEADING, IN_PATH, type Postings } from "./postings.ts";

/** A written word with its tokens as term numbers; one that is its only token is known by that alone. */
interface Compound {
  readonly terms: readonly number[];
  readonly offsets: readonly number[];
  readonly width: number;
  /** The compound without its hyphens; in bodies worth a term only where it comes back. */
  readonly glued: string | null;
}

/** Written words remembered: more than any honest repository has, few enough to hold. */
const KNOWN_WORDS = 200_000;
/** Mark of a term that the current document has. */
const FOUND = 1;

/** Distinct terms: of all documents, of one, and of one that its body adds. */
export interface TermLimits {
  readonly terms: number;
  readonly documentTerms: number;
  readonly bodyTerms?: number;
}

/** Collects the postings of new documents, which come in ascending order. */
export class PostingsBuilder {
  readonly #terms = new Map<string, number>();
  /** A term's number doubled, or one more than a compound's. */
  readonly #words = new KnownWords(KNOWN_WORDS);
  readonly #compounds: Compound[] = [];
  readonly #rows = new TermRows();
  /** Of the current document, by term number: occurrences in its body, marks, and places in its short fields. */
  #counts = new Uint32Array(1024);
  #marks = new Uint8Array(1024);
  readonly #places = new Map<number, number[]>();
  readonly #found: number[] = [];
  readonly #glued = new Map<string, number>();
  #lengths: number[] = FIELDS.map(() => 0);
  #capped = false;
  /** Terms that the current document may have. */
  #room: number;

  constructor(private readonly pace: Pace, private readonly limits: TermLimits = SEARCH_LIMITS) {
    this.#room = limits.documentTerms;
  }

  get terms(): Iterable<string> {
    return this.#terms.keys();
  }

  /** Terms were left out because the repository has too many. */
  get capped(): boolean {
    return this.#capped;
  }

  /** Adds one field of the current document; its lines are phrases of their own. */
  async add(field: number, lines: readonly string[]): Promise<void> {
    const start = field === DESCRIPTION ? (this.#lengths[NAME] ?? 0) + 1 : 0;
    let length = 0;
    const visit: WordVisitor = (source, from, to, hash) => {
      const known = this.#words.find(source, from, to, hash);
      if (field === BODY && known >= 0 && (known & 1) === 0) {
        this.#countTerm(known >>> 1, 1);
        length++;
        return;
      }
      const word = this.#compound(known) ?? this.#analyse(source.slice(from, to), hash);
      if (field === BODY) this.#count(word);
      else if (field === NAME || field === DESCRIPTION) this.#place(word, start + length);
      else this.#mark(word, field === HEADING ? IN_HEADING : IN_PATH);
      length += word.width;
    };
    if (field === BODY && this.limits.bodyTerms !== undefined) {
      this.#room = Math.min(this.limits.documentTerms, this.#found.length + this.limits.bodyTerms);
    }
    let budget: number = SEARCH_LIMITS.fieldCharacters;
    for (const line of lines) {
      for (const { characters, work } of scanWords(line, budget, visit)) {
        budget -= characters;
        const pause = this.pace(work);
        if (pause !== undefined) await pause;
      }
    }
    this.#lengths[field] = length;
    if (field === NAME) this.#addName(lines.join(" "));
  }

  /** Ends the current document and starts the next; returns the lengths of its fields. */
  finish(document: number): readonly number[] {
    for (const term of this.#found) {
      const detail = bodyStep(this.#counts[term] ?? 0) | (this.#marks[term] ?? 0) & (IN_HEADING | IN_PATH);
      this.#rows.push(term, document, detail, this.#places.get(term) ?? []);
      this.#counts[term] = 0;
      this.#marks[term] = 0;
    }
    this.#found.length = 0;
    this.#glued.clear();
    this.#places.clear();
    this.#room = this.limits.documentTerms;
    const lengths = this.#lengths;
    this.#lengths = FIELDS.map(() => 0);
    return lengths;
  }

  /** Makes the postings of all documents readable. */
  async sort(): Promise<void> {
    await this.#rows.sort(this.#terms.size, this.pace);
  }

  /** The term's postings in document order, valid until the next call. */
  postings(term: string): Postings {
    return this.#rows.open(this.#terms.get(term) ?? this.#terms.size);
  }

  #count({ terms, glued }: Compound): void {
    for (let at = 0; at < terms.length; at++) this.#countTerm(terms[at] ?? 0, 1);
    if (glued === null) return;
    const before = this.#glued.get(glued) ?? 0;
    if (this.#glued.size < this.limits.documentTerms) this.#glued.set(glued, before + 1);
    const term = before === 0 ? null : this.#number(glued, 1);
    if (term !== null) this.#countTerm(term, before === 1 ? 2 : 1);
  }

  #countTerm(term: number, times: number): void {
    if (this.#find(term)) this.#counts[term] = (this.#counts[term] ?? 0) + times;
  }

  #place(word: Compound, position: number): void {
    this.#termsOf(word).forEach((term, at) => {
      if (!this.#find(term)) return;
      const place = position + (word.offsets[at] ?? 0);
      const places = this.#places.get(term);
      if (places === undefined) this.#places.set(term, [place]);
      else if (places.at(-1) !== place) places.push(place);
    });
  }

  #mark(word: Compound, mark: number): void {
    for (const term of this.#termsOf(word)) {
      if (this.#find(term)) this.#marks[term] = (this.#marks[term] ?? 0) | mark;
    }
  }

  /** The terms of a word of a short field: there a compound counts whole at once. */
  #termsOf({ terms, glued }: Compound): readonly number[] {
    const whole = glued === null ? null : this.#number(glued, terms.length + 1);
    return whole === null ? terms : [...terms, whole];
  }

  #addName(name: string): void {
    const terms = new Set([wholeNameTerm(asOneWord(name))]);
    for (const raw of wordsOf(name, SEARCH_LIMITS.queryCharacters)) {
      for (const { term } of analyseWord(raw).tokens) terms.add(nameTerm(term));
    }
    for (const term of terms) {
      const number = this.#number(term, 1);
      if (number !== null) this.#countTerm(number, 1);
    }
  }

  /** Whether the current document has the term, or room for it. */
  #find(term: number): boolean {
    if (this.#marks[term] !== 0) return true;
    if (this.#found.length >= this.#room) return false;
    this.#found.push(term);
    this.#marks[term] = FOUND;
    return true;
  }

  #compound(known: number): Compound | undefined {
    if (known === UNKNOWN_WORD) return undefined;
    if ((known & 1) === 1) return this.#compounds[known >>> 1];
    return { terms: [known >>> 1], offsets: [0], width: 1, glued: null };
  }

  #analyse(raw: string, hash: number): Compound {
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
    const [only, ...more] = terms;
    if (!complete || only === undefined || this.#words.full) return word;
    if (raw.length > SEARCH_LIMITS.compoundCharacters) return word;
    if (more.length === 0 && glued === null && width === 1) this.#words.add(raw, hash, only << 1);
    else this.#words.add(raw, hash, this.#compounds.push(word) * 2 - 1);
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
    if (this.#found.length + adding > this.#room) return null;
    if (this.#terms.size >= this.limits.terms) {
      this.#capped = true;
      return null;
    }
    const next = this.#terms.size;
    this.#terms.set(term, next);
    if (next === this.#marks.length) this.#grow();
    return next;
  }

  #grow(): void {
    const counts = new Uint32Array(this.#counts.length * 2);
    const marks = new Uint8Array(this.#marks.length * 2);
    counts.set(this.#counts);
    marks.set(this.#marks);
    this.#counts = counts;
    this.#marks = marks;
  }
}
