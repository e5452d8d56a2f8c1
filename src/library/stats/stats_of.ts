import type { InstallStore } from "../../../contracts/library/installs.ts";
import type { SkillDetails } from "../../../contracts/library/library.ts";
import type { RatingStore } from "../../../contracts/library/ratings.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { meanOf } from "./rate_skill.ts";

export interface StatsDeps {
  readonly installs: Pick<InstallStore, "installs">;
  readonly ratings: Pick<RatingStore, "totals">;
}

/** What everybody who sees a skill is told of its use. */
export async function statsOf(
  { installs, ratings }: StatsDeps,
  skill: SkillId,
): Promise<SkillDetails["stats"]> {
  const [count, totals] = await Promise.all([installs.installs(skill), ratings.totals(skill)]);
  return { installs: count, rating: meanOf(totals) };
}
