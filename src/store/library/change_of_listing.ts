import { type ChangeOfListing, isListable, type Skill } from "../../../contracts/library/skills.ts";

/** What a change means to the public catalog. Null: there is no such skill. */
export function listingOf(before: Skill | null, after: Skill | null): ChangeOfListing {
  const was = before !== null && isListable(before);
  if (after === null || !isListable(after)) return was ? "leaves" : "outside";
  if (after.open?.grade === null) return "ungraded";
  return was ? "stays" : "enters";
}
