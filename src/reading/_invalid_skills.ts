import type { RepoPath } from "../../contracts/addresses.ts";
import { isWithin } from "../format/mod.ts";
import type { Source } from "../../contracts/source.ts";

/** How many SKILL.md files below a directory are not valid skills. */
export function countInvalidSkills({ view }: Source, directory: RepoPath): number {
  const { counts, files } = view.catalog;
  if (counts.invalidSkills === 0) return 0;
  return files.filter((file) => file.kind === "invalid_skill" && isWithin(file.path, directory)).length;
}
