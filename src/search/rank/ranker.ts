import { BODY, DESCRIPTION, FIELDS, NAME, wholeNameTerm } from "../index/mod.ts";
import type { Query, QueryWord } from "../words/mod.ts";
import { longerStands, nearStands, type Stand } from "./_alternatives.ts";
import { add, type Collected, Occurrences } from "./_occurrences.ts";
import { WEIGHTS } from "./_weights.ts";
import type { Corpus, DocumentRange, RangeSummary } from "./corpus.ts";
import type { RankedIndex, RankedPostings } from "./ranked_index.ts";
import { LEFT_OUT, leftOutOf, type WordOfQuery, wordsOfQuery } from "./words_of_query.ts";

/** Is told of every document that matches. `field` is an index into `FIELDS`: where most of the score is from. */
type MatchVisitor = (document: number, score: number, field: number) => void;

const WIDTH = FIELDS.length;
/** From this score on, all that was asked is the document's name. */
export const EXACT_NAME = WEIGHTS.exactName;
/** Terms that are tried in the place of one word. */
const TRIED_TERMS = 64;
/** With fewer documents than this, what was left out of a word that is in very many is looked at all the same. */
const FEW_FOUND = 500;

/** Where the names and descriptions of documents have a word, and what the word is worth. */
interface PlacedWord {
  readonly position: number;
  readonly rarity: number;
  readonly places: ReadonlyMap<number, readonly number[]>;
}

/**
 * Scores documents against queries: BM25 by field and word, the words of a query added up. Everything that
 * a score depends on is counted within the range that is searched. Holds its working memory, so that one
 * search runs at a time; sums are taken in the order of the query's words, those that are in very many texts last, so that equal
 * indexes agree.
 */
export class Ranker<Span> {
  readonly #cursor: RankedPostings<Span>;
  readonly #occurrences: Occurrences<Span>;
  /** Of the word at hand, by document: its best score. */
  readonly #word: Float64Array;
  /** Of the query so far, by document. */
  readonly #scores: Float64Array;
  readonly #matched: Float64Array;
  /** By document and field: what the field's words brought. */
  readonly #fields: Float32Array;
  #scope: RangeSummary = { range: { low: 0, high: 0 }, averages: [], foreign: false };

  constructor(private readonly index: RankedIndex<Span>, readonly corpus: Corpus) {
    this.#cursor = index.postings();
    const { size } = this.corpus;
    this.#word = new Float64Array(size);
    this.#scores = new Float64Array(size);
    this.#matched = new Float64Array(size);
    this.#fields = new Float32Array(size * WIDTH);
    this.#occurrences = new Occurrences(this.#cursor, corpus, this.#scores);
  }

  /**
   * Visits the documents of the range that have any word of the query, in no order that means anything. What the index throws
   * where postings are not at hand passes through, and nothing was visited then.
   */
  rank(query: Query, range: DocumentRange, visit: MatchVisitor): void {
    this.rankWords(query, this.wordsOf(query, range), range, visit);
  }

  /** As `rank`, with what was looked up of the words before. */
  rankWords(
    query: Query,
    words: readonly WordOfQuery<Span>[],
    range: DocumentRange,
    visit: MatchVisitor,
  ): void {
    this.#scope = this.corpus.summary(range);
    if (this.index.ready !== undefined) {
      const exact = this.#exactSpan(query);
      const spans = words.flatMap(({ own, names }) => [...own, ...names].map(({ span }) => span));
      this.index.ready(exact === null ? spans : [...spans, exact]);
    }
    try {
      this.#rankReady(query, words, visit);
    } catch (error) {
      const { counts, factors } = this.#occurrences;
      for (const memory of [counts, factors, this.#fields]) memory.fill(0);
      for (const memory of [this.#word, this.#scores, this.#matched]) memory.fill(0);
      throw error;
    }
  }

  /** The words of a query with what stands for them, in the order in which they are scored. */
  wordsOf(query: Query, range: DocumentRange): readonly WordOfQuery<Span>[] {
    return wordsOfQuery(this.index, query, this.corpus.summary(range).foreign);
  }

  #rankReady(query: Query, words: readonly WordOfQuery<Span>[], visit: MatchVisitor): void {
    const found: number[] = [];
    let worth = 0;
    // Only two words can be neighbours.
    const notesPlaces = words.filter(({ word }) => word.kind === "word").length > 1;
    const placedWords = new Map<QueryWord, PlacedWord>();
    const exact = this.#exactNames(query);
    for (const asked of words) {
      const { word } = asked;
      const { documents, placed } = this.#scoreWord(asked, notesPlaces, found.length, exact.size > 0);
      // A pair is a guess: it may add, but a document does not lack it.
      const share = word.kind === "pair" ? 0 : placed.rarity;
      worth += share;
      for (const document of documents) {
        if (this.#scores[document] === 0) found.push(document);
        add(this.#scores, document, this.#word[document] ?? 0);
        add(this.#matched, document, share);
        this.#word[document] = 0;
      }
      if (word.kind === "word") placedWords.set(word, placed);
    }
    let previous: PlacedWord | null = null;
    for (const word of query.words) {
      const placed = placedWords.get(word);
      if (placed === undefined) continue;
      if (previous !== null) this.#scorePhrases(previous, placed);
      previous = placed;
    }
    for (const document of exact) {
      if (this.#scores[document] === 0) found.push(document);
    }
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
    asked: WordOfQuery<Span>,
    notesPlaces: boolean,
    found: number,
    isName: boolean,
  ): { readonly documents: readonly number[]; readonly placed: PlacedWord } {
    const { word, names } = asked;
    const documents: number[] = [];
    const places = word.kind === "word" && notesPlaces ? new Map<number, readonly number[]>() : null;
    const own = this.#collectOwn(asked, places, found);
    const rarity = this.#settle(own, 1, documents);
    const placed = { position: word.position, rarity, places: places ?? new Map() };
    if (word.kind !== "word") return { documents, placed };
    this.#scoreOthers(names, NAME, 1, documents);
    if (own.documents.length > WEIGHTS.weakSupport) return { documents, placed };
    const doubt = own.documents.length > 0 ? WEIGHTS.doubt : 1;
    // Who types a whole name as it is made no slip in it.
    if (isName && own.documents.length > 0) return { documents, placed };
    const others = this.#scoreOthers(longerStands(this.index, word), null, doubt, documents) ??
      this.#scoreOthers(nearStands(this.index, word), null, doubt, documents) ?? 0;
    return { documents, placed: { ...placed, rarity: Math.max(rarity, others) } };
  }

  /** Scores terms that are not the word but may be meant. Returns the greatest rarity; null if none occurs. */
  #scoreOthers(
    stands: Iterable<Stand<Span>>,
    field: number | null,
    doubt: number,
    documents: number[],
  ): number | null {
    let rarity: number | null = null;
    let tried = 0;
    for (const stand of this.#atHand(stands)) {
      const others = this.#occurrences.collect([{ ...stand, factor: 1 }], this.#scope.range, null, field);
      if (others.documents.length === 0) continue;
      rarity = Math.max(rarity ?? 0, this.#settle(others, stand.factor * doubt, documents));
      if (++tried === TRIED_TERMS) break;
    }
    return rarity;
  }

  /** Where postings are read by need, all that are tried are asked for at once, and every one of them has some. */
  #atHand(stands: Iterable<Stand<Span>>): Iterable<Stand<Span>> {
    if (this.index.ready === undefined) return stands;
    const tried = Iterator.from(stands).take(TRIED_TERMS).toArray();
    this.index.ready(tried.map(({ span }) => span));
    return tried;
  }

  #collectOwn(
    asked: WordOfQuery<Span>,
    places: Map<number, readonly number[]> | null,
    found: number,
  ): Collected {
    const { range } = this.#scope;
    for (let level = LEFT_OUT.indexOf(leftOutOf(asked, found));; level--) {
      const own = this.#occurrences.collect(asked.own, range, places, null, LEFT_OUT[level]);
      if (level === 0 || found + own.documents.length >= FEW_FOUND) return own;
      this.#occurrences.undo(own);
      places?.clear();
    }
  }

  /**
   * Turns the collected occurrences into scores of the word, and clears them. Returns the word's rarity; a
   * document that has another form alone counts for less, so that common relatives do not make a word common.
   */
  #settle({ documents, skipped }: Collected, factor: number, found: number[]): number {
    const { range, averages } = this.#scope;
    const { counts, factors } = this.#occurrences;
    const total = range.high - range.low;
    const counted = documents.reduce((sum, document) => sum + (factors[document] ?? 0), skipped);
    // A body that is left out once for each form counts as often.
    const having = Math.min(total, counted);
    const rarity = Math.log(1 + (total - having + 0.5) / (having + 0.5)) ** WEIGHTS.rarity;
    for (const document of documents) {
      factors[document] = 0;
      let score = 0;
      let most = 0;
      let strongest = BODY;
      const weights = this.#weights(document);
      for (let field = 0; field < WIDTH; field++) {
        const at = document * WIDTH + field;
        if (counts[at] === 0) continue;
        const part = (weights[field] ?? 0) * this.#occurrences.saturation(at, field, averages[field] ?? 0);
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

  /** Documents whose name is all that was asked. */
  #exactNames(query: Query): ReadonlySet<number> {
    const exact = new Set<number>();
    const span = this.#exactSpan(query);
    if (span === null) return exact;
    this.#cursor.open(span);
    const { low, high } = this.#scope.range;
    while (this.#cursor.next()) {
      const { document } = this.#cursor;
      if (document >= low && document < high) exact.add(document);
    }
    return exact;
  }

  #exactSpan({ whole }: Query): Span | null {
    return whole === "" ? null : this.index.find(wholeNameTerm(whole));
  }
}
