import type { NameState } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import type { Version } from "../../../contracts/library/versions.ts";
import { parseLabel } from "./labels.ts";

/** The version of the skill that bears a label, however it stands; null: there is none, or the text is no label. */
export async function labelledVersion(state: NameState, skill: Skill, text: string): Promise<Version | null> {
  const label = parseLabel(text);
  const record = label.ok ? await state.label(label.value) : null;
  return record?.skill === skill.id ? await state.version(record.sequence) : null;
}
