import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";

/** Every skill there is, `size` at a time. */
export async function* skillPages(
  skills: Pick<SkillStore, "every">,
  size: number,
): AsyncGenerator<readonly Skill[]> {
  for (let after: SkillId | null = null;;) {
    const page: readonly Skill[] = await skills.every(after, size);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < size) return;
    after = last.id;
  }
}
