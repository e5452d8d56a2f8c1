import type { NameChange } from "../../../contracts/library/skill_store.ts";
import type { ChangeDetail, Skill } from "../../../contracts/library/skills.ts";

/** What a change does to a skill, as the change feed keeps it; null: there is no skill. */
export function detailOf(
  before: Skill | null,
  { skill, about, versions = [] }: Pick<NameChange, "skill" | "about" | "versions">,
): ChangeDetail | null {
  if (before === null && skill === null) return null;
  const version = versions.find(({ label }) => label === about);
  return {
    about: version === undefined ? null : { label: version.label, isOpen: version.isOpen },
    own: { from: before?.current?.label ?? null, to: skill?.current?.label ?? null },
    others: { from: before?.open?.label ?? null, to: skill?.open?.label ?? null },
    visibility: skill?.visibility ?? null,
  };
}
