/**
 * Search over what accounts publish to all: segments that are made once, merged, and read by need
 * (docs/design/catalog.md "Search").
 */
import type { SearchFields } from "../search_index.ts";

/** How a skill stands beside others that say the same. */
export interface CatalogStanding {
  /** Hex: skills of equal files have equal ones. */
  readonly digest: string;
  readonly verified: boolean;
  /** Its files are those of the commit that it names. */
  readonly isProved: boolean;
  readonly installs: number;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
}

/** A skill that search may find; null: one that earlier segments have and that is found no more. */
export interface CatalogEntry {
  readonly id: string;
  readonly skill: (CatalogStanding & SearchFields) | null;
}

/** What a segment is, but for its postings, which are read by need. */
export interface SegmentHead {
  readonly bytes: Uint8Array;
  readonly postingsBytes: number;
  /** Rows, those of skills that are found no more among them. */
  readonly rows: number;
}

export interface StoredSegment extends Pick<SegmentHead, "postingsBytes"> {
  /** Equal for equal segments. */
  readonly id: string;
  /** `SegmentHead.bytes`. */
  head(): Promise<Uint8Array>;
  /** The blocks of those numbers, in that order, as they were written. */
  blocks(numbers: readonly number[]): Promise<readonly Uint8Array[]>;
}

/** Takes the blocks of postings, one after another. */
export type WriteBlock = (block: Uint8Array) => Promise<void>;

/** Where a hit stands in the order of its query: the next page begins behind it. */
export type HitRank = readonly (number | string)[];

export interface CatalogHit {
  readonly id: string;
  readonly rank: HitRank;
  /** Other skills of the same files, in the order in which they would stand in for it. */
  readonly copies: readonly string[];
}

/** Segments that are searched together. Deterministic: equal segments and query give equal hits in equal order. */
export interface CatalogReader {
  /** By relevance; exact names first; of equal files one. */
  search(query: string, after: HitRank | null, most: number): Promise<readonly CatalogHit[]>;
  /** Memory that it holds, without blocks. */
  readonly bytes: number;
}

/** Every function yields to other work. Broken bytes throw a `RangeError`. */
export interface CatalogSearch {
  /** A segment of entries, which come by id. */
  build(entries: readonly CatalogEntry[], write: WriteBlock): Promise<SegmentHead>;
  /**
   * One segment of several, the oldest first. `isOldest`: there are none before these, so that rows of skills which are found no
   * more are left out. Null: one is of another version.
   */
  merge(
    segments: readonly StoredSegment[],
    isOldest: boolean,
    write: WriteBlock,
  ): Promise<SegmentHead | null>;
  /** The oldest first. `previous`: what it has open already is not opened again. Null: one is of another version. */
  open(segments: readonly StoredSegment[], previous: CatalogReader | null): Promise<CatalogReader | null>;
}
