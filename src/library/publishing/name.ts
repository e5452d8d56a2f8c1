import type { SkillName } from "../../../contracts/library/skills.ts";

/** A skill's name as it is asked for; null: no skill can be called so. */
export function parseSkillName(text: string): SkillName | null {
  const name = text.toLowerCase();
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? name as SkillName : null;
}
