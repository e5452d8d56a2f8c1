import type { HitRank } from "../../../contracts/library/catalog_search.ts";
import { EXACT_NAME } from "../rank/ranker.ts";
import type { SegmentRows } from "./segment_rows.ts";

/** Scores nearer to each other than this are equal. */
const STEPS = 1000;

/**
 * Where a skill stands: exact names first, which are all equal, then by score; among equals the verified, those with more
 * installs by powers of ten, the older. Smaller comes first.
 */
export function rankOf(rows: SegmentRows, row: number, score: number): HitRank {
  const isExact = score >= EXACT_NAME;
  return [
    isExact ? 0 : 1,
    isExact ? 0 : stepsOf(score),
    rows.isVerified(row) ? 0 : 1,
    -(rows.power[row] ?? 0),
    rows.publishedAt[row] ?? 0,
    rows.ids[row] ?? "",
  ];
}

/** Whether a score alone says that it comes behind. */
export function isFarBehind(score: number, [isOther, steps]: HitRank): boolean {
  return score < EXACT_NAME && (isOther === 0 || stepsOf(score) > Number(steps));
}

function stepsOf(score: number): number {
  return -Math.round(score * STEPS);
}

export function compareRanks(one: HitRank, other: HitRank): number {
  for (let at = 0; at < one.length; at++) {
    const own = one[at] ?? 0;
    const against = other[at] ?? 0;
    if (own !== against) return own < against ? -1 : 1;
  }
  return 0;
}
