import { PostingsCursor, type TermScanner, type TermSpan } from "../index/mod.ts";
import type { Pace } from "../pace.ts";
import type { FoundTerm, RankedIndex, RankedPostings } from "../rank/ranked_index.ts";
import { blocksOf, rangeOf } from "./postings_blocks.ts";
import type { Segment } from "./segment.ts";

/** Where each segment has the postings of a term. */
export interface PartedSpan {
  readonly parts: readonly (TermSpan & { readonly part: number })[];
}

/** Blocks that a query has read, by segment and number. */
export type BlocksAtHand = Map<string, Uint8Array>;

/** Something is not in memory. Once `fetch` is done, the same question gets on. */
export class NotAtHand extends Error {
  override readonly name = "NotAtHand";

  constructor(readonly fetch: (blocks: BlocksAtHand) => Promise<void>) {
    super("Cannot rank: not everything is at hand");
  }
}

const NOTHING = new Uint8Array(0);

/** Segments as one index, whose documents are those of all of them, one segment behind the other. */
export class PartedIndex implements RankedIndex<PartedSpan> {
  /** Of the query at hand; ranking is synchronous, so that one map at a time is enough. */
  blocks: BlocksAtHand = new Map();
  /** The number of each segment's first document. */
  readonly offsets: readonly number[];

  constructor(private readonly segments: readonly Segment[], private readonly pace: Pace) {
    let documents = 0;
    this.offsets = segments.map(({ rows }) => {
      const first = documents;
      documents += rows.size;
      return first;
    });
  }

  find(term: string): PartedSpan | null {
    const parts = this.segments.flatMap(({ terms }, part) => {
      const span = terms.find(term);
      return span === null ? [] : [{ part, ...span }];
    });
    return parts.length === 0 ? null : { parts };
  }

  *startingWith(beginning: string): Iterable<FoundTerm<PartedSpan>> {
    const scans = this.segments.map(({ terms }, part) =>
      new BeginningScan(terms.from(beginning), part, beginning)
    );
    while (true) {
      let next: string | null = null;
      for (const { term } of scans) {
        if (term !== null && (next === null || term < next)) next = term;
      }
      if (next === null) return;
      const term: string = next;
      const same = scans.filter((scan) => scan.term === term);
      const parts = same.map(({ part, scan: { start, end } }) => ({ part, start, end }));
      yield { length: term.length, term: () => term, span: { parts } };
      for (const scan of same) scan.step();
    }
  }

  near(word: string, most: number) {
    const unprepared = this.segments.filter(({ near }) => !near.isPrepared);
    if (unprepared.length > 0) {
      throw new NotAtHand(async () => {
        for (const { near } of unprepared) await near.prepare(this.pace);
      });
    }
    const found = new Map<
      string,
      { readonly distance: number; readonly parts: PartedSpan["parts"][number][] }
    >();
    this.segments.forEach(({ near }, part) => {
      for (const { term, start, end, distance } of near.find(word, most)) {
        const known = found.get(term) ?? { distance, parts: [] };
        known.parts.push({ part, start, end });
        found.set(term, known);
      }
    });
    return [...found.values()]
      .map(({ distance, parts }) => ({ span: { parts }, distance }))
      .sort((a, b) => a.distance - b.distance);
  }

  sizeOf({ parts }: PartedSpan): number {
    return parts.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  ready(spans: readonly PartedSpan[]): void {
    const missing = new Map<string, { readonly part: number; readonly number: number }>();
    for (const { part, start, end } of spans.flatMap(({ parts }) => parts)) {
      for (const number of blocksOf(start, end)) {
        const key = keyOf(part, number);
        if (!this.blocks.has(key)) missing.set(key, { part, number });
      }
    }
    if (missing.size === 0) return;
    throw new NotAtHand(async (blocks) => {
      const byPart = Map.groupBy(missing.values(), ({ part }) => part);
      await Promise.all(Array.from(byPart, async ([part, some]) => {
        const numbers = some.map(({ number }) => number);
        const read = await this.segments[part]?.stored.blocks(numbers) ?? [];
        numbers.forEach((number, at) => blocks.set(keyOf(part, number), read[at] ?? NOTHING));
      }));
    });
  }

  postings(): RankedPostings<PartedSpan> {
    return new PartedPostings(this, this.segments);
  }
}

function keyOf(part: number, number: number): string {
  return `${part}/${number}`;
}

/** The terms of one segment that begin so; null behind the last. */
class BeginningScan {
  term: string | null = null;

  constructor(readonly scan: TermScanner, readonly part: number, private readonly beginning: string) {
    this.step();
  }

  step(): void {
    this.term = this.scan.next() && this.scan.startsWith(this.beginning) ? this.scan.term() : null;
  }
}

/** The postings of a term in one segment after the other. */
class PartedPostings implements RankedPostings<PartedSpan> {
  readonly #cursors: readonly PostingsCursor[];
  #left: PartedSpan["parts"] = [];
  #at = 0;
  #cursor: PostingsCursor;
  #offset = 0;
  document = -1;

  constructor(private readonly index: PartedIndex, segments: readonly Segment[]) {
    this.#cursors = segments.map(({ rows }) => new PostingsCursor(NOTHING, rows.size));
    this.#cursor = new PostingsCursor(NOTHING, 0);
  }

  get detail(): number {
    return this.#cursor.detail;
  }

  get positions(): readonly number[] {
    return this.#cursor.positions;
  }

  open({ parts }: PartedSpan): void {
    this.#left = parts;
    this.#at = 0;
    this.#cursor.openIn(NOTHING, 0, 0);
  }

  next(): boolean {
    while (!this.#cursor.next()) {
      const part = this.#left[this.#at++];
      if (part === undefined) return false;
      this.#enter(part);
    }
    this.document = this.#offset + this.#cursor.document;
    return true;
  }

  #enter({ part, start, end }: PartedSpan["parts"][number]): void {
    const { bytes, start: from, end: to } = rangeOf(
      start,
      end,
      (number) => this.index.blocks.get(keyOf(part, number)) ?? NOTHING,
    );
    this.#cursor = this.#cursors[part] ?? this.#cursor;
    this.#cursor.openIn(bytes, from, to);
    this.#offset = this.index.offsets[part] ?? 0;
  }
}
