import type { Clock } from "../../../contracts/ambient.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { LibraryAuthor, SkillReference } from "../../../contracts/library/library.ts";
import type { MemberStore } from "../../../contracts/library/members.ts";
import type { RatingStore, RatingTotals, Stars } from "../../../contracts/library/ratings.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { personOf } from "../members/person_of.ts";
import { type FindDeps, findSkill } from "../reading/find_skill.ts";

export interface RateDeps extends FindDeps {
  readonly ratings: RatingStore;
  readonly members: Pick<MemberStore, "roleOf">;
  readonly clock: Pick<Clock, "now">;
}

/** How long an account has had a skill before its people say what they make of it. */
const TRIED_MS = 86_400_000;

/** Fewer say more of who they are than of the skill. */
const FEWEST = 3;

/**
 * Says what a person makes of a skill in their account's library, in place of what they said before; null: they say nothing any
 * more. Fails with `rating.not_allowed` for its owner's people, before a day has passed, and where nobody in particular asks.
 */
export async function rateSkill(
  deps: RateDeps,
  author: LibraryAuthor,
  reference: SkillReference,
  stars: Stars | null,
): Promise<Result<null, Failure>> {
  const held = await findSkill(deps, author, reference, "library");
  if (!held.ok) return held;
  const { skill, isOwn } = held.value;
  const person = personOf(author.actor);
  if (person === null) {
    return refused("ratings are people's, and the operator made this key", "Use a key of your own");
  }
  if (stars === null) {
    await deps.ratings.rate(skill.id, person, null, 0);
    return success(null);
  }
  if (isOwn || await deps.members.roleOf(skill.account, person) !== null) {
    return refused("you belong to the account that publishes it", "Leave it to those who use it");
  }
  const now = deps.clock.now();
  const rating = { stars, account: author.account, at: now };
  return await deps.ratings.rate(skill.id, person, rating, now - TRIED_MS)
    ? success(null)
    : refused("your account has had it for less than a day", "Try the skill, and come back tomorrow");
}

/** The mean to one decimal; null: too few said anything. */
export function meanOf({ ratings, sum }: RatingTotals): number | null {
  return ratings < FEWEST ? null : Math.round(sum / ratings * 10) / 10;
}

function refused(reason: string, hint: string): Result<never, Failure> {
  return failure({ code: "rating.not_allowed", reason, hint });
}
