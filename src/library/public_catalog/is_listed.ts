import type { Account } from "../../../contracts/library/accounts.ts";
import { isListable, type Skill } from "../../../contracts/library/skills.ts";
import type { VersionSummary } from "../../../contracts/library/versions.ts";

/** A skill of which there is a version that everybody may have. */
export interface ListedRow extends Skill {
  readonly open: VersionSummary;
  readonly publishedAt: number;
}

/** Whether everybody finds a skill, by its row and its account's (docs/design/catalog.md "What is listed"). */
export function isListed(
  skill: Skill,
  { state }: Pick<Account, "state">,
  isAnalysed: boolean,
): skill is ListedRow {
  const isGraded = !isAnalysed || skill.open?.grade !== null;
  return isListable(skill) && skill.publishedAt !== null && isGraded && state.kind === "active";
}
