import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Change } from "../../../contracts/library/skills.ts";

/** The changes that are kept in memory, for lists that are read again soon. */
const KEPT = 2000;

/** What is looked through to mend a list; a list that lags further behind is made anew. */
const MOST = 1000;

/**
 * The changes behind `after` up to `head`, each read once by a process whoever asks; null: they are too many. What is behind `head`
 * may be among them.
 */
export type ChangesSince = (after: number, head: number) => Promise<readonly Change[] | null>;

export function createChangesSince(skills: Pick<SkillStore, "changes">): ChangesSince {
  let recent: Change[] = [];

  return async (after, head) => {
    if (head - after > MOST) return null;
    const first = recent[0]?.sequence ?? Infinity;
    const last = recent.at(-1)?.sequence ?? -Infinity;
    if (first <= after + 1 && last >= head) return recent.filter(({ sequence }) => sequence > after);
    const found = await skills.changes(after, MOST);
    const isWhole = found.length >= head - after;
    if (isWhole && found[0]?.sequence === after + 1) recent = found.slice(-KEPT);
    return isWhole ? found : null;
  };
}
