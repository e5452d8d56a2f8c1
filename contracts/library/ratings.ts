/** What people make of the skills that their accounts hold (docs/design/library.md "Stats"). */
import type { AccountId, PersonId } from "../auth/viewer.ts";
import type { SkillId } from "./versions.ts";

/** The worst is 1. */
export const STARS = [1, 2, 3, 4, 5] as const;

export type Stars = (typeof STARS)[number];

/** Null: nobody gives so many. */
export function starsIn(text: string): Stars | null {
  return STARS.find((stars) => `${stars}` === text) ?? null;
}

/** One person's, with the account whose library they had the skill in. */
export interface Rating {
  readonly stars: Stars;
  readonly account: AccountId;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** All ratings of a skill. */
export interface RatingTotals {
  readonly ratings: number;
  /** Of their stars. */
  readonly sum: number;
}

export interface RatingStore {
  /**
   * Sets what a person says of a skill in place of what they said before; null: they say nothing. Holds at the commit that the
   * account has had the skill since `heldSince` at least; false: it has not.
   */
  rate(skill: SkillId, person: PersonId, rating: Rating | null, heldSince: number): Promise<boolean>;
  /** Null: they said nothing. */
  ratingBy(skill: SkillId, person: PersonId): Promise<Rating | null>;
  totals(skill: SkillId): Promise<RatingTotals>;
  /** Sums up what is there anew. Those of accounts that `counts` refuses are taken out. */
  recount(skill: SkillId, counts: (account: AccountId) => Promise<boolean>): Promise<RatingTotals>;
}
