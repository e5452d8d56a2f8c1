import { createHash } from "node:crypto";
import type { Skill } from "../../../contracts/domain.ts";
import { comparePaths, relativeTo } from "../address/repo_path.ts";
import type { FoundSkill } from "../tree/find_skills.ts";
import type { TreeFile } from "../tree/repository_tree.ts";

/** Whether discovery lists a skill, and else why not. */
export type DiscoveryListing = Pick<Skill, "unlisted" | "duplicateOf">;

/**
 * Hidden skills are listed only when no skill is visible, and of copies that are equal file for file
 * only the visible one, else the one at the shortest path. By the index of the skill.
 */
export function listForDiscovery(
  skills: readonly FoundSkill[],
  filesOf: (skill: FoundSkill) => readonly TreeFile[],
): readonly DiscoveryListing[] {
  const anyVisible = skills.some(({ file }) => !file.directory.hidden);
  const leaders = new Map<string, FoundSkill>();
  const keys = skills.map((skill) => identityOf(skill, filesOf(skill)));
  for (const [index, skill] of skills.entries()) {
    const key = keys[index] ?? "";
    const leader = leaders.get(key);
    if (leader === undefined || inPreference(skill, leader) < 0) leaders.set(key, skill);
  }
  return skills.map((skill, index) => {
    const leader = leaders.get(keys[index] ?? "") ?? skill;
    if (anyVisible && leader.file.directory.hidden) return { unlisted: "hidden", duplicateOf: null };
    if (leader !== skill) return { unlisted: "duplicate", duplicateOf: leader.file.path };
    return { unlisted: null, duplicateOf: null };
  });
}

function inPreference(one: FoundSkill, other: FoundSkill): number {
  return Number(one.file.directory.hidden) - Number(other.file.directory.hidden) ||
    one.file.path.length - other.file.path.length || comparePaths(one.file.path, other.file.path);
}

/** Equal for two skills whose files have the same bytes at the same places below their directories. */
function identityOf(skill: FoundSkill, files: readonly TreeFile[]): string {
  const identity = createHash("sha256");
  for (const file of [skill.file, ...files]) {
    identity.update(`${relativeTo(file.path, skill.file.directory.path)}\0${file.hash}\0`);
  }
  return identity.digest("hex");
}
