import type { RepoPath } from "../../contracts/addresses.ts";
import type { CompactIndex } from "./compact_index.ts";
import { englishStem } from "./english_stem.ts";
import { nearTerms } from "./near_terms.ts";
import { type Query, type QueryWord } from "./query_words.ts";
import type { TermSpan } from "./term_dictionary.ts";

export const RANKING = {
  weights: [2, 1.5, 0.5, 0.5, 1],
  memberWeights: [0, 0, 0, 0, 1],
  k: 1.2,
  b: 0.75,
  form: 0.8,
  prefix: 0.4,
  near: 0.45,
  joined: 0.5,
  coverage: 1,
  phrase: 0.3,
  groupCoverage: 0,
  weakSupport: 0,
  exactName: 1000,
};
export type Ranking = typeof RANKING;

const FIELD_COUNT = 5;
const BODY = 4;

/** A group at the position of its best member. Members are document numbers. */
export interface RankedGroup {
  readonly group: RepoPath;
  readonly score: number;
  readonly best: number;
  /** Index into `FIELDS`. */
  readonly field: number;
  /** Whether the leader itself matched. */
  readonly matched: boolean;
  /** The matching members but the leader, best first. */
  readonly members: readonly number[];
}

interface RankedDocument {
  readonly document: number;
  readonly score: number;
  readonly field: number;
}

interface Alternative {
  readonly factor: number;
  readonly spans: readonly { readonly span: TermSpan; readonly factor: number }[];
}

/** Ranks the documents of an index for queries; holds the working memory, so one search at a time. */
export class Ranker {
  readonly #n: number;
  readonly #starts: Uint32Array;
  readonly #lengths: Float64Array;
  readonly #leader: Uint8Array;
  readonly #groups: Int32Array;
  readonly #counts: Float64Array;
  readonly #word: Float64Array;
  readonly #scores: Float64Array;
  readonly #matched: Float64Array;
  readonly #fields: Float64Array;
  readonly #groupMatched: Float64Array;
  readonly #groupWord: Float64Array;

  constructor(private readonly index: CompactIndex, private readonly r: Ranking = RANKING) {
    const n = index.documents.length;
    this.#n = n;
    this.#starts = new Uint32Array(n * 4);
    this.#lengths = new Float64Array(n * FIELD_COUNT);
    this.#leader = new Uint8Array(n);
    this.#groups = new Int32Array(n);
    const groups = new Map<string, number>();
    index.documents.forEach((d, at) => {
      const l = d.lengths;
      this.#starts.set(
        [0, l.name + 1, l.name + l.description + 2, l.name + l.description + l.path + 3],
        at * 4,
      );
      this.#lengths.set([l.name, l.description, l.path, l.headings, l.body], at * FIELD_COUNT);
      this.#leader[at] = d.path === d.group ? 1 : 0;
      const g = groups.get(d.group) ?? groups.size;
      groups.set(d.group, g);
      this.#groups[at] = g;
    });
    this.#counts = new Float64Array(n * FIELD_COUNT);
    this.#word = new Float64Array(n);
    this.#scores = new Float64Array(n);
    this.#matched = new Float64Array(n);
    this.#fields = new Float64Array(n * FIELD_COUNT);
    this.#groupMatched = new Float64Array(groups.size);
    this.#groupWord = new Float64Array(groups.size);
  }

  /** Documents at or below a directory: path order keeps them together. */
  range(directory: string): { readonly low: number; readonly high: number } {
    if (directory === "") return { low: 0, high: this.#n };
    return { low: this.#before(directory + "/"), high: this.#before(directory + "0") };
  }

  /** How many paths are smaller. `0` follows `/` in code-unit order. */
  #before(path: string): number {
    let low = 0;
    let high = this.#n;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.index.documents[middle]?.path ?? "") < path) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  search(query: Query, low: number, high: number): RankedGroup[] {
    const folded = new Map<
      string,
      { group: RepoPath; score: number; best: number; field: number; matched: boolean; members: number[] }
    >();
    for (const { document, score, field } of this.#rank(query, low, high)) {
      const { path, group } = this.index.documents[document]!;
      const known = folded.get(group) ?? { group, score, best: document, field, matched: false, members: [] };
      folded.set(group, known);
      if (path === group) known.matched = true;
      else known.members.push(document);
    }
    return [...folded.values()];
  }

  #rank(query: Query, low: number, high: number): RankedDocument[] {
    const r = this.r;
    const n = high - low;
    const touched: number[] = [];
    const seen = new Uint8Array(this.#n);
    const averages = this.#averages(low, high);
    let total = 0;
    let previous: { word: QueryWord; idf: number; places: Map<number, readonly number[]> } | null = null;
    for (const word of query.words) {
      const hits: number[] = [];
      const places = new Map<number, readonly number[]>();
      let idf = 0;
      const alternatives = this.#alternatives(word, low, high);
      for (const alternative of alternatives) {
        const documents: number[] = [];
        for (const { span, factor } of alternative.spans) {
          const cursor = this.index.postings(span);
          while (cursor.next()) {
            const { document, body, positions } = cursor.posting;
            if (document < low) continue;
            if (document >= high) break;
            const at = document * FIELD_COUNT;
            if (this.#sum(at) === 0) documents.push(document);
            this.#counts[at + BODY]! += factor * body;
            for (const p of positions) {
              const s = document * 4;
              const f = p >= this.#starts[s + 3]!
                ? 3
                : p >= this.#starts[s + 2]!
                ? 2
                : p >= this.#starts[s + 1]!
                ? 1
                : 0;
              this.#counts[at + f]! += factor;
            }
            if (positions.length > 0 && !places.has(document)) places.set(document, positions.slice());
          }
        }
        const own = Math.log(1 + (n - documents.length + 0.5) / (documents.length + 0.5));
        idf = Math.max(idf, own);
        for (const d of documents) {
          const at = d * FIELD_COUNT;
          const weights = this.#leader[d] ? r.weights : r.memberWeights;
          let s = 0;
          let best = 0;
          let bestField = 4;
          for (let f = 0; f < FIELD_COUNT; f++) {
            const tf = this.#counts[at + f]!;
            this.#counts[at + f] = 0;
            if (tf === 0) continue;
            const norm = 1 - r.b + r.b * (this.#lengths[at + f]! / (averages[f] || 1));
            const part = weights[f]! * (tf * (r.k + 1)) / (tf + r.k * norm);
            s += part;
            if (part > best) {
              best = part;
              bestField = f;
            }
          }
          s *= own * alternative.factor;
          if (this.#word[d] === 0) hits.push(d);
          if (s > this.#word[d]!) {
            this.#fields[at + bestField]! += s - this.#word[d]!;
            this.#word[d] = s;
          }
        }
      }
      const share = word.joined ? 0 : idf;
      total += share;
      for (const d of hits) {
        if (!seen[d]) {
          seen[d] = 1;
          touched.push(d);
        }
        this.#scores[d]! += this.#word[d]! * (word.joined ? r.joined : 1);
        this.#matched[d]! += share;
        const g = this.#groups[d]!;
        if (this.#groupWord[g] === 0) this.#groupMatched[g]! += share;
        this.#groupWord[g] = 1;
        this.#word[d] = 0;
      }
      for (const d of hits) this.#groupWord[this.#groups[d]!] = 0;
      if (!word.joined) {
        if (previous !== null) this.#phrases(previous, { word, idf, places });
        previous = { word, idf, places };
      }
    }
    const exact = new Set<number>();
    const whole = this.index.terms.find(query.whole);
    if (whole !== null) {
      const cursor = this.index.postings(whole);
      while (cursor.next()) {
        const d = cursor.posting.document;
        if (d >= low && d < high && this.#leader[d] && cursor.posting.positions[0] === 0) exact.add(d);
      }
    }
    const ranked = touched.map((document) => {
      const at = document * FIELD_COUNT;
      let field = 4;
      for (let f = FIELD_COUNT - 1; f >= 0; f--) {
        if (this.#fields[at + f]! > this.#fields[at + field]!) field = f;
      }
      const g = this.#groups[document]!;
      const own = total > 0 ? this.#matched[document]! / total : 1;
      const all = total > 0 ? this.#groupMatched[g]! / total : 1;
      const share = own + r.groupCoverage * (all - own);
      let score = this.#scores[document]! * share ** r.coverage;
      if (exact.has(document) && this.#lengths[at]! <= query.words.length + 9) score += r.exactName;
      return { document, score, field };
    });
    for (const d of touched) {
      this.#scores[d] = 0;
      this.#matched[d] = 0;
      this.#groupMatched[this.#groups[d]!] = 0;
      this.#fields.fill(0, d * FIELD_COUNT, d * FIELD_COUNT + FIELD_COUNT);
    }
    return ranked.sort((a, b) => b.score - a.score || a.document - b.document);
  }

  #sum(at: number): number {
    return this.#counts[at]! + this.#counts[at + 1]! + this.#counts[at + 2]! + this.#counts[at + 3]! +
      this.#counts[at + 4]!;
  }

  #averages(low: number, high: number): number[] {
    const sums = [0, 0, 0, 0, 0];
    const counts = [0, 0, 0, 0, 0];
    for (let d = low; d < high; d++) {
      for (let f = 0; f < FIELD_COUNT; f++) {
        const length = this.#lengths[d * FIELD_COUNT + f]!;
        if (length > 0 && (f === BODY || this.#leader[d])) {
          sums[f]! += length;
          counts[f]!++;
        }
      }
    }
    return sums.map((sum, f) => sum / Math.max(1, counts[f]!));
  }

  #alternatives(word: QueryWord, low: number, high: number): Alternative[] {
    const spans: { span: TermSpan; factor: number }[] = [];
    for (const term of word.terms) {
      const span = this.index.terms.find(term);
      if (span !== null) spans.push({ span, factor: 1 });
    }
    if (word.joined) return [{ factor: 1, spans }];
    const term = word.terms[0] ?? "";
    if (/^[a-z]{4,}$/.test(term)) {
      const stem = englishStem(term);
      const prefix = stem.endsWith("y") ? stem.slice(0, -1) : stem;
      const scan = this.index.terms.from(prefix);
      while (scan.next()) {
        const t = scan.term();
        if (!t.startsWith(prefix)) break;
        if (t !== term && t.length <= stem.length + 5 && englishStem(t) === stem) {
          spans.push({ span: scan.span, factor: this.r.form });
        }
      }
    }
    const alternatives: Alternative[] = [{ factor: 1, spans }];
    if (this.#supported(spans, low, high)) return alternatives;
    if (term.length >= 3 || /[^a-z0-9]/.test(term)) {
      const scan = this.index.terms.from(term);
      for (let left = 64; left > 0 && scan.next(); left--) {
        const t = scan.term();
        if (!t.startsWith(term)) break;
        if (t !== term) alternatives.push({ factor: this.r.prefix, spans: [{ span: scan.span, factor: 1 }] });
      }
    }
    if (alternatives.length === 1 && /^[a-z]{4,}/.test(term)) {
      for (const { span, distance } of nearTerms(this.index.terms, term, term.length >= 8 ? 2 : 1)) {
        alternatives.push({ factor: this.r.near / distance, spans: [{ span, factor: 1 }] });
      }
    }
    return alternatives;
  }

  #supported(spans: readonly { span: TermSpan }[], low: number, high: number): boolean {
    let support = 0;
    for (const { span } of spans) {
      const cursor = this.index.postings(span);
      while (cursor.next()) {
        if (
          cursor.posting.document >= low && cursor.posting.document < high && ++support > this.r.weakSupport
        ) return true;
      }
    }
    return false;
  }

  #phrases(
    a: { word: QueryWord; idf: number; places: Map<number, readonly number[]> },
    b: { word: QueryWord; idf: number; places: Map<number, readonly number[]> },
  ): void {
    const apart = b.word.position - a.word.position;
    for (const [d, places] of b.places) {
      const before = a.places.get(d);
      if (before === undefined || !this.#leader[d]) continue;
      for (const p of places) {
        if (before.includes(p - apart)) {
          const s = d * 4;
          const f = p >= this.#starts[s + 3]!
            ? 3
            : p >= this.#starts[s + 2]!
            ? 2
            : p >= this.#starts[s + 1]!
            ? 1
            : 0;
          this.#scores[d]! += this.r.phrase * this.r.weights[f]! * (a.idf + b.idf);
          break;
        }
      }
    }
  }
}
