/**
 * Editions of the public catalog: what lists and search go by, made from what changed and never changed
 * (docs/design/catalog.md "Editions").
 */
import type { CatalogSort } from "./public_catalog.ts";
import type { SkillId } from "./versions.ts";

/** The orders in which an edition lists what it has: those of surfaces, and all of one owner. */
export type CatalogOrder = CatalogSort | "owner";

/**
 * The parts of a segment. `head` and `postings`: of search. `heads`: by what the blocks of each order begin. An order's blocks hold
 * whole entries.
 */
export type SegmentSection = "head" | "postings" | "heads" | CatalogOrder;

/** A segment that is stored whole. */
export interface SegmentRecord {
  readonly id: string;
  /** Rows, those of skills that left among them. */
  readonly rows: number;
  readonly postingsBytes: number;
  /** How many blocks each section has. */
  readonly blocks: Readonly<Record<SegmentSection, number>>;
}

export interface Edition {
  /** Counts up. */
  readonly number: number;
  /** Everything up to this number of the change feed is in it. */
  readonly feed: number;
  /** The oldest first: of a skill that several have, the newest one's row counts. */
  readonly segments: readonly SegmentRecord[];
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
}

/** Takes the blocks of a segment, those of a section in order. Nothing of it is read before the record is in an edition. */
export interface SegmentWriter {
  readonly id: string;
  write(section: SegmentSection, block: Uint8Array): Promise<void>;
  /** Once all is written. */
  finish(about: Pick<SegmentRecord, "rows" | "postingsBytes">): Promise<SegmentRecord>;
}

/** A skill whose place in lists moved without a change of the feed, as with its installs. */
export interface MovedSkill {
  readonly skill: SkillId;
  /** Of the last move. */
  readonly mark: string;
}

/** Thrown where blocks of an edition are gone, because it was replaced twice meanwhile: read the current one and begin anew. */
export class EditionGone extends Error {
  override readonly name = "EditionGone";
}

export interface EditionStore {
  /** The bytes of a block, raw, that a writer is to give at most. */
  readonly blockBytes: number;
  /** Null: none was made yet. */
  current(): Promise<Edition | null>;
  /** The last write of all. False: another one came after `before` meanwhile, and nothing was done. */
  publish(edition: Edition, before: Edition | null): Promise<boolean>;
  /** Of an edition that comes after `before`. */
  writeSegment(before: Edition | null): SegmentWriter;
  /** In the order of `numbers`. `isPassing`: nobody wants them again soon. Rejects with `EditionGone`. */
  blocks(
    segment: string,
    section: SegmentSection,
    numbers: readonly number[],
    isPassing?: boolean,
  ): Promise<readonly Uint8Array[]>;
  /** What a block gives once it is parsed, from memory where it is there. Rejects with `EditionGone`. */
  parsed<Value extends object>(
    segment: string,
    section: SegmentSection,
    number: number,
    parse: (block: Uint8Array) => Value,
  ): Promise<Value>;
  /** Takes what was written up to `edition` and is in neither that nor the one before it. */
  collect(edition: Edition, before: Edition | null): Promise<void>;
  /** For `ms`; null: somebody else has it. */
  claim(ms: number): Promise<EditionLease | null>;
  moved(most: number): Promise<readonly MovedSkill[]>;
  /** Forgets moves that an edition has, unless there were others since. */
  settle(moved: readonly MovedSkill[]): Promise<void>;
  /** The skills that the operator features, in the order in which they were. */
  featured(): Promise<readonly SkillId[]>;
  /** False: there are `most` already. */
  feature(skill: SkillId, at: number, most: number): Promise<boolean>;
  unfeature(skill: SkillId): Promise<void>;
}

/** So that one process makes an edition at a time; what it makes is safe without. */
export interface EditionLease {
  /** For `ms` more. False: it was lost. */
  renew(ms: number): Promise<boolean>;
  release(): Promise<void>;
}
