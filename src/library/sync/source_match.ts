import type { SkillName } from "../../../contracts/library/skills.ts";
import type { VersionFile } from "../../../contracts/library/versions.ts";
import type { Source } from "../../../contracts/source.ts";
import { directoryOf } from "../../format/mod.ts";
import { filesOf, type TreeSkill } from "./read_tree.ts";

/** Whether the files of a version are those of a skill of a commit, all of them and byte for byte. */
export async function isSourceOf(
  source: Pick<Source, "view">,
  skill: Pick<TreeSkill, "directory" | "path">,
  files: readonly Pick<VersionFile, "path" | "sha256">[],
): Promise<boolean> {
  const given = new Map<string, string>(files.map(({ path, sha256 }) => [path, sha256]));
  let seen = 0;
  for await (const { path, sha256 } of filesOf(source, skill)) {
    const inside = skill.directory === "" ? path : path.slice(skill.directory.length + 1);
    if (sha256 === null || given.get(inside) !== sha256) return false;
    seen++;
  }
  return seen === given.size;
}

/** The same of whichever skill of the commit bears the name. */
export async function hasSource(
  source: Pick<Source, "view">,
  name: SkillName,
  files: readonly Pick<VersionFile, "path" | "sha256">[],
): Promise<boolean> {
  for (const { path } of await source.view.named(name)) {
    if (await isSourceOf(source, { directory: directoryOf(path), path }, files)) return true;
  }
  return false;
}
