import {
  BODY,
  BODY_COUNTS,
  BODY_STEP,
  type CompactIndex,
  DESCRIPTION,
  FIELDS,
  HEADING,
  IN_HEADING,
  IN_PATH,
  NAME,
  PATH,
  type PostingsCursor,
  wholeNameTerm,
} from "../index/mod.ts";
import type { Query, QueryWord } from "../words/mod.ts";
import { longerStands, nameStands, nearStands, ownStands, type Stand } from "./_alternatives.ts";
import { WEIGHTS } from "./_weights.ts";
import { Corpus, type DocumentRange, type RangeSummary } from "./corpus.ts";

/** Is told of every document that matches. `field` is an index into `FIELDS`: where most of the score is from. */
type MatchVisitor = (document: number, score: number, field: number) => void;

const WIDTH = FIELDS.length;
/** Terms that are tried in the place of one word. */
const TRIED_TERMS = 64;

/** Where the names and descriptions of documents have a word, and what the word is worth. */
interface PlacedWord {
  readonly position: number;
  readonly rarity: number;
  readonly places: ReadonlyMap<number, readonly number[]>;
}

/**
 * Scores documents against queries: BM25 by field and word, the words of a query added up. Everything that
 * a score depends on is counted within the range that is searched. Holds its working memory, so that one
 * search runs at a time; sums are taken in the order of the query's words, so that equal indexes agree.
 */
export class Ranker {
  readonly corpus: Corpus;
  readonly #cursor: PostingsCursor;
  /** Occurrences of the word at hand, by document and field, and the factor of its best form there. */
  readonly #counts: Float32Array;
  readonly #factors: Float32Array;
  /** Of the word at hand, by document: its best score. */
  readonly #word: Float64Array;
  /** Of the query so far, by document. */
  readonly #scores: Float64Array;
  readonly #matched: Float64Array;
  /** By document and field: what the field's words brought. */
  readonly #fields: Float32Array;
  #scope: RangeSummary = { range: { low: 0, high: 0 }, averages: [], foreign: false };

  constructor(private readonly index: CompactIndex) {
    this.corpus = new Corpus(index.documents);
    this.#cursor = index.cursor();
    const { size } = this.corpus;
    this.#counts = new Float32Array(size * WIDTH);
    this.#factors = new Float32Array(size);
    this.#word = new Float64Array(size);
    this.#scores = new Float64Array(size);
    this.#matched = new Float64Array(size);
    this.#fields = new Float32Array(size * WIDTH);
  }

  /** Visits the documents of the range that have any word of the query, in no order that means anything. */
  rank(query: Query, range: DocumentRange, visit: MatchVisitor): void {
    this.#scope = this.corpus.summary(range);
    const found: number[] = [];
    let worth = 0;
    let previous: PlacedWord | null = null;
    // Only two words can be neighbours.
    const notesPlaces = query.words.filter(({ kind }) => kind === "word").length > 1;
    for (const word of query.words) {
      const { documents, placed } = this.#scoreWord(word, notesPlaces);
      // A pair is a guess: it may add, but a document does not lack it.
      const share = word.kind === "pair" ? 0 : placed.rarity;
      worth += share;
      for (const document of documents) {
        if (this.#scores[document] === 0) found.push(document);
        add(this.#scores, document, this.#word[document] ?? 0);
        add(this.#matched, document, share);
        this.#word[document] = 0;
      }
      if (word.kind !== "word") continue;
      if (previous !== null) this.#scorePhrases(previous, placed);
      previous = placed;
    }
    const exact = this.#exactNames(query);
    for (const document of found) this.#take(document, worth, exact.has(document), visit);
  }

  /** Tells the document's result and clears its working memory for the next query. */
  #take(document: number, worth: number, exact: boolean, visit: MatchVisitor): void {
    const share = worth > 0 ? (this.#matched[document] ?? 0) / worth : 1;
    const covered = (this.#scores[document] ?? 0) * Math.sqrt(share);
    const score = covered * (this.corpus.worth[document] ?? 1) + (exact ? WEIGHTS.exactName : 0);
    let field = BODY;
    let most = 0;
    for (let at = 0; at < WIDTH; at++) {
      const part = this.#fields[document * WIDTH + at] ?? 0;
      this.#fields[document * WIDTH + at] = 0;
      if (part <= most) continue;
      most = part;
      field = at;
    }
    this.#scores[document] = 0;
    this.#matched[document] = 0;
    visit(document, score, exact ? NAME : field);
  }

  /** Leaves each document's score for the word in `#word`. */
  #scoreWord(
    word: QueryWord,
    notesPlaces: boolean,
  ): { readonly documents: readonly number[]; readonly placed: PlacedWord } {
    const documents: number[] = [];
    const places = new Map<number, readonly number[]>();
    const stands = ownStands(this.index, word, this.#scope.foreign);
    const own = this.#collect(stands, word.kind === "word" && notesPlaces ? places : null);
    const rarity = this.#settle(own, 1, documents);
    const placed = { position: word.position, rarity, places };
    if (word.kind !== "word") return { documents, placed };
    this.#scoreOthers(nameStands(this.index, word), NAME, 1, documents);
    if (own.length > WEIGHTS.weakSupport) return { documents, placed };
    const doubt = own.length > 0 ? WEIGHTS.doubt : 1;
    const others = this.#scoreOthers(longerStands(this.index, word), null, doubt, documents) ??
      this.#scoreOthers(nearStands(this.index, word), null, doubt, documents) ?? 0;
    return { documents, placed: { ...placed, rarity: Math.max(rarity, others) } };
  }

  /** Scores terms that are not the word but may be meant. Returns the greatest rarity; null if none occurs. */
  #scoreOthers(
    stands: Iterable<Stand>,
    field: number | null,
    doubt: number,
    documents: number[],
  ): number | null {
    let rarity: number | null = null;
    let tried = 0;
    for (const stand of stands) {
      const others = this.#collect([{ ...stand, factor: 1 }], null, field);
      if (others.length === 0) continue;
      rarity = Math.max(rarity ?? 0, this.#settle(others, stand.factor * doubt, documents));
      if (++tried === TRIED_TERMS) break;
    }
    return rarity;
  }

  /** Adds up the occurrences of terms that stand for the same word; returns the documents that have any. */
  #collect(
    stands: readonly Stand[],
    places: Map<number, readonly number[]> | null,
    field: number | null = null,
  ): readonly number[] {
    const { low, high } = this.#scope.range;
    const cursor = this.#cursor;
    const documents: number[] = [];
    for (const { start, end, factor, foreign } of stands) {
      cursor.open(start, end);
      while (cursor.next()) {
        const { document, positions } = cursor;
        if (document < low) continue;
        if (document >= high) break;
        if (foreign && this.corpus.foreign[document] === 0) continue;
        const before = this.#factors[document] ?? 0;
        if (before === 0) documents.push(document);
        if (factor > before) this.#factors[document] = factor;
        if (field !== null) {
          add(this.#counts, document * WIDTH + field, factor);
          continue;
        }
        this.#count(document, cursor, factor);
        if (positions.length > 0) places?.set(document, [...places.get(document) ?? [], ...positions]);
      }
    }
    return documents;
  }

  #count(document: number, { detail, positions }: PostingsCursor, factor: number): void {
    const at = document * WIDTH;
    add(this.#counts, at + BODY, factor * (BODY_COUNTS[detail & BODY_STEP] ?? 0));
    if ((detail & IN_HEADING) !== 0) add(this.#counts, at + HEADING, factor);
    if ((detail & IN_PATH) !== 0) add(this.#counts, at + PATH, factor);
    const name = this.corpus.lengths[at + NAME] ?? 0;
    for (const position of positions) {
      add(this.#counts, at + (position < name ? NAME : DESCRIPTION), factor);
    }
  }

  /**
   * Turns the collected occurrences into scores of the word, and clears them. Returns the word's rarity; a
   * document that has another form alone counts for less, so that common relatives do not make a word common.
   */
  #settle(documents: readonly number[], factor: number, found: number[]): number {
    const total = this.#scope.range.high - this.#scope.range.low;
    const having = documents.reduce((sum, document) => sum + (this.#factors[document] ?? 0), 0);
    const rarity = Math.log(1 + (total - having + 0.5) / (having + 0.5)) ** WEIGHTS.rarity;
    for (const document of documents) {
      this.#factors[document] = 0;
      let score = 0;
      let most = 0;
      let strongest = BODY;
      const weights = this.#weights(document);
      for (let field = 0; field < WIDTH; field++) {
        const part = (weights[field] ?? 0) * this.#saturation(document * WIDTH + field, field);
        score += part;
        if (part > most) {
          most = part;
          strongest = field;
        }
      }
      score *= rarity * factor;
      const before = this.#word[document] ?? 0;
      if (score <= before) continue;
      if (before === 0) found.push(document);
      this.#word[document] = score;
      add(this.#fields, document * WIDTH + strongest, score - before);
    }
    return rarity;
  }

  #weights(document: number): readonly number[] {
    return this.corpus.leads[document] === 1 ? WEIGHTS.fields : WEIGHTS.memberFields;
  }

  /** What the occurrences in a field are worth, which are cleared: more for many, less in a long field. */
  #saturation(at: number, field: number): number {
    const count = this.#counts[at] ?? 0;
    if (count === 0) return 0;
    this.#counts[at] = 0;
    const b = field === BODY ? WEIGHTS.bodyLength : WEIGHTS.shortLength;
    const length = 1 - b + b * (this.corpus.lengths[at] ?? 0) / (this.#scope.averages[field] || 1);
    const k = WEIGHTS.saturation;
    return count * (k + 1) / (count + k * length);
  }

  /** Rewards names and descriptions that have two neighbours of the query as far apart as the query has. */
  #scorePhrases(first: PlacedWord, second: PlacedWord): void {
    const apart = second.position - first.position;
    const worth = WEIGHTS.phrase * (first.rarity + second.rarity);
    for (const [document, places] of second.places) {
      const before = first.places.get(document);
      const place = before === undefined ? undefined : places.find((at) => before.includes(at - apart));
      if (place === undefined) continue;
      const at = document * WIDTH;
      const field = place < (this.corpus.lengths[at + NAME] ?? 0) ? NAME : DESCRIPTION;
      const score = worth * (this.#weights(document)[field] ?? 0);
      add(this.#scores, document, score);
      add(this.#fields, at + field, score);
    }
  }

  #exactNames({ whole }: Query): ReadonlySet<number> {
    const exact = new Set<number>();
    const span = whole === "" ? null : this.index.terms.find(wholeNameTerm(whole));
    if (span === null) return exact;
    this.#cursor.open(span.start, span.end);
    while (this.#cursor.next()) exact.add(this.#cursor.document);
    return exact;
  }
}

function add(numbers: Float32Array | Float64Array, at: number, value: number): void {
  numbers[at] = (numbers[at] ?? 0) + value;
}
