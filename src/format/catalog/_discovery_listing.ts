import { createHash } from "node:crypto";
import type { Skill } from "../../../contracts/domain.ts";
import { comparePaths, relativeTo } from "../address/repo_path.ts";
import type { FoundSkill } from "../tree/find_skills.ts";
import type { TreeFile } from "../tree/repository_tree.ts";

/** Whether discovery lists a skill, and else why not. */
export type DiscoveryListing = Pick<Skill, "unlisted" | "duplicateOf">;

/** Where people put skills, and where what lies in a repository is there for something else. */
const OF_SKILLS = new Set(["skills", "plugins"]);
const OF_SOMETHING_ELSE =
  /^(?:examples?|docs?|test.*|fixtures?|dist|build|out|vendor|third_party|templates?)$/i;

/** What a package manager put there: nobody's work here. */
const INSTALLED = "node_modules";

/**
 * Hidden skills are listed only when no skill is visible, installed ones never, and of copies that are equal
 * file for file one: visible rather than hidden, in a place of skills rather than of examples, tests or
 * build output, at the shortest path. By the index of the skill.
 */
export function listForDiscovery(
  skills: readonly FoundSkill[],
  filesOf: (skill: FoundSkill) => readonly TreeFile[],
): readonly DiscoveryListing[] {
  const anyVisible = skills.some((skill) => !skill.file.directory.hidden && !isInstalled(skill));
  const leaders = new Map<string, FoundSkill>();
  const keys = skills.map((skill) => identityOf(skill, filesOf(skill)));
  for (const [index, skill] of skills.entries()) {
    const key = keys[index] ?? "";
    const leader = leaders.get(key);
    if (leader === undefined || inPreference(skill, leader) < 0) leaders.set(key, skill);
  }
  return skills.map((skill, index) => {
    const leader = leaders.get(keys[index] ?? "") ?? skill;
    if (isInstalled(leader) || anyVisible && leader.file.directory.hidden) {
      return { unlisted: "hidden", duplicateOf: null };
    }
    if (leader !== skill) return { unlisted: "duplicate", duplicateOf: leader.file.path };
    return { unlisted: null, duplicateOf: null };
  });
}

function inPreference(one: FoundSkill, other: FoundSkill): number {
  return Number(isInstalled(one)) - Number(isInstalled(other)) ||
    Number(one.file.directory.hidden) - Number(other.file.directory.hidden) ||
    placeRank(one) - placeRank(other) ||
    one.file.path.length - other.file.path.length || comparePaths(one.file.path, other.file.path);
}

export function isInstalled({ file }: FoundSkill): boolean {
  return file.path.split("/").includes(INSTALLED);
}

/** By the directories above that of the skill, whose own name says what it is about. */
function placeRank({ file }: FoundSkill): number {
  const above = file.path.split("/").slice(0, -2);
  if (above.some((name) => OF_SOMETHING_ELSE.test(name))) return 2;
  return above.some((name) => OF_SKILLS.has(name)) ? 0 : 1;
}

/** Equal for two skills whose files have the same bytes at the same places below their directories. */
function identityOf(skill: FoundSkill, files: readonly TreeFile[]): string {
  const identity = createHash("sha256");
  for (const file of [skill.file, ...files]) {
    identity.update(`${relativeTo(file.path, skill.file.directory.path)}\0${file.hash}\0`);
  }
  return identity.digest("hex");
}
