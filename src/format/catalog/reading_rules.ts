import { createHash } from "node:crypto";
import { DEFAULT_READING_LIMITS, type ReadingLimits } from "../../../contracts/limits.ts";

/** Counts up with every change of what is served for an unchanged commit; old snapshots then stay unread. */
const RULES = 6;

/** The reading rules under these limits. */
export interface ReadingRules {
  /** `6` under the default limits, `6-<hash of the limits>` under others. Safe as a KV key part. */
  readonly version: string;
  readonly limits: ReadingLimits;
}

/** Names the rules and limits that decide what a commit serves, for the key of its snapshots. */
export function readingRules(limits: ReadingLimits): ReadingRules {
  const values = canonical(limits);
  if (values === canonical(DEFAULT_READING_LIMITS)) return { version: `${RULES}`, limits };
  const hash = createHash("sha256").update(values).digest("hex").slice(0, 8);
  return { version: `${RULES}-${hash}`, limits };
}

function canonical(limits: ReadingLimits): string {
  return JSON.stringify(Object.entries(limits).sort(([one], [other]) => one < other ? -1 : 1));
}
