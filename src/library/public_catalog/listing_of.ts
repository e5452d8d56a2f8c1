import type { EditionStore } from "../../../contracts/library/editions.ts";
import { isListable, type Listing, type Skill } from "../../../contracts/library/skills.ts";
import { isInEdition } from "../editions/is_in_edition.ts";
import { stateOf } from "../skills/skill_state.ts";

export interface ListingDeps {
  readonly editions: EditionStore;
  /** Whether what nobody graded is kept from the catalog. */
  readonly isAnalysed: boolean;
}

/** Whether everybody finds a skill of an account that stands, and why not. */
export async function listingOf({ editions, isAnalysed }: ListingDeps, skill: Skill): Promise<Listing> {
  const reason = reasonAgainst(skill, isAnalysed);
  if (reason !== null) return { state: "unlisted", reason };
  return await isInEdition(editions, skill)
    ? { state: "listed", reason: null }
    : { state: "waiting", reason: "edition" };
}

/** The weightiest of them. */
function reasonAgainst(skill: Skill, isAnalysed: boolean): Listing["reason"] {
  const state = stateOf(skill);
  if (state !== "published") return state;
  if (skill.visibility === "private") return "private";
  if (!isListable(skill)) return "no_version";
  return isAnalysed && skill.open?.grade === null ? "ungraded" : null;
}
