import type { RepoPath } from "../../contracts/addresses.ts";
import type { Source } from "../../contracts/source.ts";

/** How many SKILL.md files below a directory are not valid skills. */
export async function countInvalidSkills({ view }: Source, below: RepoPath): Promise<number> {
  return (await view.files.page({ kind: "invalid_skill", below, start: 0, count: 0 })).total;
}
