import type { SegmentHead, StoredSegment, WriteBlock } from "../../../contracts/library/catalog_search.ts";
import { type Postings, PostingsCursor, type TermScanner } from "../index/mod.ts";
import type { Pace } from "../pace.ts";
import { SegmentWriter } from "./_segment_writer.ts";
import { BLOCK_BYTES, blocksOf, rangeOf } from "./postings_blocks.ts";
import { Segment } from "./segment.ts";
import type { SegmentRow } from "./segment_rows.ts";

/** Terms of a segment, which are in memory while it is searched. Beyond that, the rarest words of bodies are left out. */
const MOST_TERMS = 600_000;

/** Blocks that are read ahead. */
const AHEAD = 16;

const NOTHING = new Uint8Array(0);

/** One segment of several, the oldest first: of a skill that several have, the newest one's row. */
export async function mergeSegments(
  stored: readonly StoredSegment[],
  isOldest: boolean,
  write: WriteBlock,
  pace: Pace,
): Promise<SegmentHead | null> {
  const segments = await Promise.all(stored.map((one) => Segment.open(one)));
  if (!segments.every((segment) => segment !== null)) return null;
  const { rows, renumbered } = mergeRows(segments, isOldest);
  const sources = segments.map((segment, at) =>
    new SegmentTerms(segment, renumbered[at] ?? new Int32Array(0))
  );
  const least = await leastPostings(segments, pace);
  const out = new SegmentWriter(write, pace);
  for (let open = sources.filter((source) => !source.done); open.length > 0;) {
    const next = open.reduce((a, b) => b.term < a.term ? b : a).term;
    const same = open.filter(({ term }) => term === next);
    for (const source of same) {
      const wait = source.fetch();
      if (wait !== undefined) await wait;
    }
    const [first] = same;
    if (first === undefined) break;
    const pause = out.write(first.scan, same.map((source) => source.open()), least);
    if (pause !== undefined) await pause;
    let isEnded = false;
    for (const source of same) {
      source.step();
      isEnded ||= source.done;
    }
    if (isEnded) open = open.filter((source) => !source.done);
  }
  return await out.finish(rows);
}

/** The rows by id, and the new number of each old row; -1: it is not kept. */
function mergeRows(segments: readonly Segment[], isOldest: boolean) {
  const rows: SegmentRow[] = [];
  const renumbered = segments.map(({ rows }) => new Int32Array(rows.size).fill(-1));
  const next = segments.map(() => 0);
  while (true) {
    let id: string | undefined;
    let newest = 0;
    segments.forEach(({ rows }, at) => {
      const own = rows.ids[next[at] ?? 0];
      if (own === undefined || (id !== undefined && own > id)) return;
      id = own;
      newest = at;
    });
    if (id === undefined) return { rows, renumbered };
    const row = segments[newest]?.rows.row(next[newest] ?? 0);
    const isKept = row !== undefined && !(isOldest && segments[newest]?.rows.isGone(next[newest] ?? 0));
    const numbers = renumbered[newest];
    if (isKept && numbers !== undefined) {
      numbers[next[newest] ?? 0] = rows.length;
      rows.push(row);
    }
    segments.forEach(({ rows }, at) => {
      const own = next[at] ?? 0;
      if (rows.ids[own] === id) next[at] = own + 1;
    });
  }
}

/**
 * How many postings a term needs that only bodies have, so that not too many terms are left. Told by the bytes that they take,
 * which the dictionaries know.
 */
async function leastPostings(segments: readonly Segment[], pace: Pace): Promise<number> {
  const terms = segments.reduce((sum, { terms }) => sum + terms.capacity, 0);
  if (terms <= MOST_TERMS) return 0;
  const bySize = new Uint32Array(64);
  for (const { terms } of segments) {
    for (const scan = terms.scanner(); scan.next();) {
      const size = Math.min(bySize.length - 1, Math.ceil((scan.end - scan.start) / 2));
      bySize[size] = (bySize[size] ?? 0) + 1;
      const pause = pace(4);
      if (pause !== undefined) await pause;
    }
  }
  let left = terms;
  let least = 1;
  while (left > MOST_TERMS && least < bySize.length) left -= bySize[least++] ?? 0;
  return least;
}

/** The terms of one segment in order, each with the postings that are kept. */
class SegmentTerms implements Postings {
  readonly scan: TermScanner;
  readonly #cursor: PostingsCursor;
  readonly #blocks = new Map<number, Uint8Array>();
  readonly #last: number;
  term = "";
  done = false;
  document = 0;

  constructor(private readonly segment: Segment, private readonly renumbered: Int32Array) {
    this.scan = segment.terms.scanner();
    this.#cursor = new PostingsCursor(NOTHING, segment.rows.size);
    this.#last = blocksOf(0, segment.stored.postingsBytes).length - 1;
    this.step();
  }

  step(): void {
    this.done = !this.scan.next();
    this.term = this.done ? "" : this.scan.term();
  }

  /** Reads the blocks of the term's postings, if they were not read yet. */
  fetch(): Promise<void> | undefined {
    const { start, end } = this.scan;
    const first = Math.floor(start / BLOCK_BYTES);
    if (end <= (first + 1) * BLOCK_BYTES && this.#blocks.has(first)) return undefined;
    const needed = blocksOf(start, end);
    return needed.every((number) => this.#blocks.has(number)) ? undefined : this.#fetch(needed);
  }

  open(): Postings {
    const { bytes, start, end } = rangeOf(
      this.scan.start,
      this.scan.end,
      (number) => this.#blocks.get(number) ?? NOTHING,
    );
    this.#cursor.openIn(bytes, start, end);
    return this;
  }

  get detail(): number {
    return this.#cursor.detail;
  }

  get positions(): ArrayLike<number> {
    return this.#cursor.positions;
  }

  next(): boolean {
    while (this.#cursor.next()) {
      this.document = this.renumbered[this.#cursor.document] ?? -1;
      if (this.document >= 0) return true;
    }
    return false;
  }

  async #fetch(needed: readonly number[]): Promise<void> {
    const first = needed[0] ?? 0;
    for (const number of this.#blocks.keys()) {
      if (number < first) this.#blocks.delete(number);
    }
    const end = Math.min(this.#last, (needed.at(-1) ?? 0) + AHEAD);
    const missing = Array.from({ length: end - first + 1 }, (_, at) => first + at)
      .filter((number) => !this.#blocks.has(number));
    const blocks = await this.segment.stored.blocks(missing);
    missing.forEach((number, at) => this.#blocks.set(number, blocks[at] ?? NOTHING));
  }
}
