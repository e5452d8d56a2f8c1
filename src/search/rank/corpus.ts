import { type DocumentTable, FIELDS } from "../index/mod.ts";
import { WEIGHTS } from "./_weights.ts";

const WIDTH = FIELDS.length;

/** Documents in path order: those of one directory are neighbours. */
export interface DocumentRange {
  readonly low: number;
  /** The first behind the range. */
  readonly high: number;
}

export interface RangeSummary {
  readonly range: DocumentRange;
  /** The mean length of each field over the documents that have it. */
  readonly averages: readonly number[];
  /** Some document is in a language that is not English. */
  readonly foreign: boolean;
}

/** What ranking asks of every document. */
export interface DocumentColumns {
  readonly size: number;
  /** `FIELDS.length` numbers a document. */
  readonly lengths: Uint32Array;
  /** 1 where the document stands for itself and is no supporting file. */
  readonly leads: Uint8Array;
  /** Factor of the whole document. */
  readonly worth: Float64Array;
  /** 1 where the document is in a language that is not English. */
  readonly foreign: Uint8Array;
  /** Ascending. Left out where no directory is ever asked for. */
  readonly path?: (document: number) => string;
}

/** The columns of a repository's documents. */
export function columnsOf(documents: DocumentTable): DocumentColumns {
  const { size, lengths } = documents;
  const leads = new Uint8Array(size);
  const worth = new Float64Array(size);
  const foreign = new Uint8Array(size);
  for (let document = 0; document < size; document++) {
    const path = documents.path(document);
    const language = documents.language(document);
    const isLeader = path === documents.group(document);
    leads[document] = isLeader ? 1 : 0;
    worth[document] = isLeader && !/(?:^|\/)SKILL\.md$/.test(path) ? WEIGHTS.document : 1;
    foreign[document] = language !== "" && language !== "en" ? 1 : 0;
  }
  return { size, lengths, leads, worth, foreign, path: (document) => documents.path(document) };
}

/** What ranking asks of every document, in flat arrays, and what documents of a range have in common. */
export class Corpus {
  readonly size: number;
  readonly lengths: Uint32Array;
  readonly leads: Uint8Array;
  readonly worth: Float64Array;
  readonly foreign: Uint8Array;
  #summary: RangeSummary | null = null;

  constructor(private readonly columns: DocumentColumns) {
    this.size = columns.size;
    this.lengths = columns.lengths;
    this.leads = columns.leads;
    this.worth = columns.worth;
    this.foreign = columns.foreign;
  }

  /** The documents at or below a directory. */
  range(directory: string): DocumentRange {
    if (directory === "") return { low: 0, high: this.size };
    // In code-unit order `0` follows `/`, so that nothing lies between the directory's files and this.
    return { low: this.#before(`${directory}/`), high: this.#before(`${directory}0`) };
  }

  /** What the documents of a range have in common; the last answer is kept, because most searches ask for it. */
  summary(range: DocumentRange): RangeSummary {
    const { low, high } = range;
    if (this.#summary?.range.low === low && this.#summary.range.high === high) return this.#summary;
    const sums = FIELDS.map(() => 0);
    const counts = FIELDS.map(() => 0);
    for (let at = low * WIDTH; at < high * WIDTH; at++) {
      const length = this.lengths[at] ?? 0;
      if (length === 0) continue;
      sums[at % WIDTH] = (sums[at % WIDTH] ?? 0) + length;
      counts[at % WIDTH] = (counts[at % WIDTH] ?? 0) + 1;
    }
    const averages = sums.map((sum, field) => sum / Math.max(1, counts[field] ?? 0));
    this.#summary = { range, averages, foreign: this.foreign.subarray(low, high).includes(1) };
    return this.#summary;
  }

  /** How many paths are smaller. */
  #before(path: string): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.columns.path?.(middle) ?? "") < path) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
