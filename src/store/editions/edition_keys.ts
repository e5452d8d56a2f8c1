/**
 * Keys of the public catalog's editions (docs/design/catalog.md "Rows").
 */
import type { SegmentSection } from "../../../contracts/library/editions.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";

type Key = Deno.KvKey;

/** The current edition, which is written last. */
export const EDITION_KEY: Key = ["le", "edition"];

export const EDITION_LEASE_KEY: Key = ["le", "lease"];

/** Above the rows of every segment that somebody began to write. */
export const BEGUN_KEY: Key = ["le", "begun"];

export function begunKey(segment: string): Key {
  return ["le", "begun", segment];
}

/** Above the blocks of a segment. */
export function segmentKey(segment: string): Key {
  return ["le", "segment", segment];
}

export function blockKey(segment: string, section: SegmentSection, number: number): Key {
  return ["le", "segment", segment, section, number];
}

/** Above the rows of skills whose place in lists moved. */
export const MOVED_KEY: Key = ["le", "moved"];

export function movedKey(skill: SkillId): Key {
  return ["le", "moved", skill];
}

/** The skills that the operator features, a row for all. */
export const FEATURED_KEY: Key = ["le", "featured"];
