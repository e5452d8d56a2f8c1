import {
  BODY,
  BODY_COUNTS,
  BODY_STEP,
  DESCRIPTION,
  FIELDS,
  HEADING,
  IN_HEADING,
  IN_PATH,
  NAME,
  PATH,
} from "../index/mod.ts";
import type { Stand } from "./_alternatives.ts";
import { WEIGHTS } from "./_weights.ts";
import type { Corpus, DocumentRange } from "./corpus.ts";
import type { RankedPostings } from "./ranked_index.ts";
import type { LeftOut } from "./words_of_query.ts";

const WIDTH = FIELDS.length;

/** Documents that have a word, and what others are worth that were counted alone. */
export interface Collected {
  readonly documents: readonly number[];
  readonly skipped: number;
}

/** How often the documents have the word at hand, by field, until it is settled. */
export class Occurrences<Span> {
  readonly counts: Float32Array;
  /** The factor of the word's best form, by document. */
  readonly factors: Float32Array;

  /** @param scores Of the query so far, by document: what is not 0 was found. */
  constructor(
    private readonly cursor: RankedPostings<Span>,
    private readonly corpus: Corpus,
    private readonly scores: Float64Array,
  ) {
    this.counts = new Float32Array(corpus.size * WIDTH);
    this.factors = new Float32Array(corpus.size);
  }

  /**
   * Adds up the occurrences of terms that stand for the same word.
   *
   * @param places Takes where names and descriptions have them.
   * @param field All of them count as if they were in this one; null: each where it is.
   */
  collect(
    stands: readonly Stand<Span>[],
    { low, high }: DocumentRange,
    places: Map<number, readonly number[]> | null,
    field: number | null,
    skips: LeftOut = "none",
  ): Collected {
    const cursor = this.cursor;
    const documents: number[] = [];
    let skipped = 0;
    for (const { span, factor, foreign } of stands) {
      cursor.open(span);
      while (cursor.next()) {
        const { document, positions } = cursor;
        if (document < low) continue;
        if (document >= high) break;
        if (foreign && this.corpus.foreign[document] === 0) continue;
        const before = this.factors[document] ?? 0;
        if (
          skips !== "none" && before === 0 && this.scores[document] === 0 && this.#isLeftOut(skips)
        ) {
          skipped += factor;
          continue;
        }
        if (before === 0) documents.push(document);
        if (factor > before) this.factors[document] = factor;
        if (field !== null) {
          add(this.counts, document * WIDTH + field, factor);
          continue;
        }
        this.#count(document, cursor, factor);
        if (positions.length > 0 && places !== null) {
          const known = places.get(document);
          places.set(document, known === undefined ? positions.slice() : [...known, ...positions]);
        }
      }
    }
    return { documents, skipped };
  }

  /** Of the posting at hand. */
  #isLeftOut(skips: LeftOut): boolean {
    const { document, detail, positions } = this.cursor;
    if (skips === "others") return true;
    const first = positions[0];
    if (skips === "bodies") return first === undefined && detail <= BODY_STEP;
    return first === undefined || first >= (this.corpus.lengths[document * WIDTH + NAME] ?? 0);
  }

  #count(document: number, { detail, positions }: RankedPostings<Span>, factor: number): void {
    const at = document * WIDTH;
    add(this.counts, at + BODY, factor * (BODY_COUNTS[detail & BODY_STEP] ?? 0));
    if ((detail & IN_HEADING) !== 0) add(this.counts, at + HEADING, factor);
    if ((detail & IN_PATH) !== 0) add(this.counts, at + PATH, factor);
    const name = this.corpus.lengths[at + NAME] ?? 0;
    for (const position of positions) {
      add(this.counts, at + (position < name ? NAME : DESCRIPTION), factor);
    }
  }

  /** Forgets what was collected. */
  undo({ documents }: Collected): void {
    for (const document of documents) {
      this.factors[document] = 0;
      this.counts.fill(0, document * WIDTH, (document + 1) * WIDTH);
    }
  }

  /** What the occurrences in a field are worth, which are cleared: more for many, less in a long field. */
  saturation(at: number, field: number, average: number): number {
    const count = this.counts[at] ?? 0;
    this.counts[at] = 0;
    const b = field === BODY ? WEIGHTS.bodyLength : WEIGHTS.shortLength;
    const length = 1 - b + b * (this.corpus.lengths[at] ?? 0) / (average || 1);
    const k = WEIGHTS.saturation;
    return count * (k + 1) / (count + k * length);
  }
}

export function add(numbers: Float32Array | Float64Array, at: number, value: number): void {
  numbers[at] = (numbers[at] ?? 0) + value;
}
