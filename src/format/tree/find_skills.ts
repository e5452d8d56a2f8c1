import type { FileFacts, Problem, SkillDeclaration } from "../../../contracts/domain.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import type { KnownFacts } from "./known_facts.ts";
import type { Policy } from "./policy.ts";
import type { Directory, RepositoryTree, TreeFile } from "./repository_tree.ts";
import type { Scope } from "./scope.ts";
import type { Admission, ServedFiles } from "./served_files.ts";

/** A directory with a valid SKILL.md. */
export interface FoundSkill {
  /** Its place among the commit's skills, which are in path order. */
  readonly index: number;
  readonly file: TreeFile;
  readonly scope: Scope;
  readonly facts: FileFacts;
  readonly declaration: SkillDeclaration;
  /** What its readers are told; grows while the commit is surveyed. */
  readonly warnings: Problem[];
}

export interface FoundSkills {
  readonly skills: readonly FoundSkill[];
  /** Every SKILL.md that makes no skill, in path order. */
  readonly invalid: readonly TreeFile[];
  /** The nearest skill at or above a directory, which owns the files in it. */
  ownerOf(directory: Directory): FoundSkill | null;
}

/** Reads every SKILL.md that is open and within the limits of `first`, what is read before all else. */
export function* findSkills(
  tree: RepositoryTree,
  policy: Policy,
  first: ServedFiles,
  facts: KnownFacts,
): Step<FoundSkills> {
  const pause = createPause();
  const candidates: Admission[] = [];
  for (const file of tree.files.values()) {
    if (pause()) yield NOTHING;
    if (file.role !== "skill" || !policy.isOpen(file)) continue;
    const admission = first.admit(file, "skill");
    if (admission !== null) candidates.push(admission);
  }
  yield* facts.learn(candidates);

  const skills: FoundSkill[] = [];
  const invalid: TreeFile[] = [];
  const own = new Map<Directory, FoundSkill>();
  for (const { file } of candidates) {
    const known = facts.of(file.path);
    const scope = policy.scopeOf(file.directory);
    if (!known?.skill || scope === undefined) {
      invalid.push(file);
      continue;
    }
    const skill = { index: skills.length, file, scope, facts: known, declaration: known.skill, warnings: [] };
    skills.push(skill);
    own.set(file.directory, skill);
  }

  const owners = new Map<Directory, FoundSkill>();
  for (const directory of tree.directories) {
    if (pause()) yield NOTHING;
    const owner = own.get(directory) ??
      (directory.parent === null ? undefined : owners.get(directory.parent));
    if (owner !== undefined) owners.set(directory, owner);
  }
  return { skills, invalid, ownerOf: (directory) => owners.get(directory) ?? null };
}
