import type { Problem } from "../../../contracts/domain.ts";
import { isPortablePath } from "../address/portable_path.ts";
import { foldedPath, relativeTo } from "../address/repo_path.ts";
import type { FoundSkill } from "../tree/find_skills.ts";
import type { TreeFile } from "../tree/repository_tree.ts";

/** Files of one skill that are told of; who has mended these runs the check again. */
const MOST = 20;

export interface UnportableName extends Problem {
  readonly file: TreeFile;
}

/**
 * Files of a skill that another disk cannot hold beside each other, or at all: macOS and Windows take names
 * that differ by letter case or Unicode form for one, and Windows keeps signs and names for itself.
 */
export function unportableNames(skill: FoundSkill, files: readonly TreeFile[]): readonly UnportableName[] {
  const directory = skill.file.directory.path;
  const taken = new Map([[foldedPath("SKILL.md"), "SKILL.md"]]);
  const found: UnportableName[] = [];
  for (const file of files) {
    if (found.length === MOST) break;
    const path = relativeTo(file.path, directory);
    const folded = foldedPath(path);
    const other = taken.get(folded);
    if (other === undefined) taken.set(folded, path);
    const flaw = other !== undefined
      ? `it differs from ${
        other === "SKILL.md" ? "SKILL.md" : "another file of the skill"
      } by letter case or ` +
        "Unicode form alone, and many disks hold only one of them"
      : !isPortablePath(path)
      ? "Windows cannot hold this name"
      : null;
    if (flaw === null) continue;
    found.push({ file, code: "name_not_portable", severity: "warning", message: `Not portable: ${flaw}` });
  }
  return found;
}
