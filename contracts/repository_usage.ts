/** What is used of a repository, by day: counts alone, of nobody (docs/design/usage.md). */
import { z } from "zod";
import type { HostKey } from "./addresses.ts";
import type { RepositoryId } from "./git_host.ts";

export const USAGE_LIMITS = {
  /** How long a day is kept, and how many may be asked for. */
  days: { default: 30, max: 400 },
  /** Skills that an answer names. */
  skills: 200,
} as const;

/** An answer that counts. */
export type Use =
  /** A skill's SKILL.md was given, from its start. */
  | { readonly kind: "load"; readonly path: string }
  /** The first page of a search; `paths`: the SKILL.md of the skills that it named. */
  | { readonly kind: "search"; readonly paths: readonly string[]; readonly isEmpty: boolean };

/** A repository under the identity that its host gives it, whatever it is called. */
export interface UsedRepository {
  readonly host: HostKey;
  readonly repository: RepositoryId;
}

/** Of one skill on one day: how often it was loaded, and how often a search named it. */
const SKILL_COUNTS = z.object({ loads: z.int().nonnegative(), found: z.int().nonnegative() });

export type SkillCounts = z.output<typeof SKILL_COUNTS>;

/** A day of a repository, as it is kept. */
export const USAGE_RECORD = z.object({
  searches: z.int().nonnegative(),
  /** Searches that found nothing. */
  empty: z.int().nonnegative(),
  /** By the path of the SKILL.md. */
  skills: z.map(z.string(), SKILL_COUNTS),
  /** Of skills for which the row has no room. */
  others: SKILL_COUNTS,
});

export type UsageRecord = z.output<typeof USAGE_RECORD>;

export interface UsageDay extends UsageRecord {
  /** UTC, as in `2030-01-31`. */
  readonly day: string;
}

export interface RepositoryUsage {
  /** Counts it beside the answer: nobody waits, and nothing is said of who asked. */
  note(repository: UsedRepository, use: Use): void;
  /** Days on which anything was counted, from the one to the other, both included, oldest first. */
  days(repository: UsedRepository, from: string, to: string): Promise<readonly UsageDay[]>;
  /** Stores what was counted. Never rejects. */
  flush(): Promise<void>;
}
