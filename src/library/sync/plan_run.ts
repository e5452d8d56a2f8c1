import type { CommitHash } from "../../../contracts/addresses.ts";
import type { ConnectedSkill, SkillRun } from "../../../contracts/library/connections.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import { type ReadTree, skipped, type TreeSkill } from "./read_tree.ts";

/** A skill of the commit, and what the connection knows of it. */
export interface PlannedSkill {
  readonly skill: TreeSkill;
  /** Under the same directory or the same name; null: it is new. */
  readonly known: ConnectedSkill | null;
}

/** What a run is going to do. */
export interface RunPlan {
  readonly publish: readonly PlannedSkill[];
  /** How many there are of which nothing changed. */
  readonly unchanged: number;
  readonly archive: readonly ConnectedSkill[];
  readonly skipped: readonly SkillRun[];
}

/** So many skills of a connection are too many to lose by half without a person's word. */
const GUARDED_SKILLS = 4;

/**
 * What becomes of the skills of a commit (docs/design/sync.md "Runs"). A name belongs to the directory that has it; of several new
 * ones with one name nothing is guessed.
 *
 * @param others Names that another connection of the account publishes.
 */
export function planRun(
  tree: ReadTree,
  known: readonly ConnectedSkill[],
  others: ReadonlySet<SkillName>,
): RunPlan {
  const byPath = new Map<string, ConnectedSkill>(known.map((skill) => [skill.path, skill]));
  const present = new Set<string>(tree.skills.map(({ directory }) => directory));
  const named = Map.groupBy(tree.skills, ({ name }) => name);
  const publish: PlannedSkill[] = [];
  const left: SkillRun[] = [...tree.flawed];
  let unchanged = 0;

  for (const [name, skills] of named) {
    const holder = skills.find(({ directory }) => byPath.get(directory)?.name === name);
    const chosen = holder ?? (skills.length === 1 ? skills[0] : undefined);
    left.push(...skills.filter((skill) => skill !== chosen).map((skill) => repeated(skill, skills, holder)));
    if (chosen === undefined) continue;
    if (others.has(name)) {
      left.push(flaw(chosen, "name_taken", `Another repository of the account publishes "${name}"`));
      continue;
    }
    const before = knownOf(chosen, byPath, known, present);
    const isSame = before !== null && !before.isGone && before.path === chosen.directory &&
      before.name === name && before.fingerprint === chosen.fingerprint;
    if (isSame) unchanged++;
    else publish.push({ skill: chosen, known: before });
  }
  const flawedAt = new Set(tree.flawed.map(({ path }) => path));
  const archive = tree.isWhole
    ? known.filter(({ isGone, path, name }) => !isGone && !flawedAt.has(path) && !named.has(name))
    : [];
  return { publish, unchanged, archive, skipped: left };
}

/** Whether so many skills would go that somebody has to confirm it. */
export function mustBeConfirmed(
  { archive }: RunPlan,
  known: readonly ConnectedSkill[],
  commit: CommitHash,
  confirmed: CommitHash | null,
): boolean {
  const present = known.filter(({ isGone }) => !isGone).length;
  return present >= GUARDED_SKILLS && archive.length * 2 > present && confirmed !== commit;
}

/** By its directory, else by its name where the directory that had it has gone: it was moved. */
function knownOf(
  { directory, name }: TreeSkill,
  byPath: ReadonlyMap<string, ConnectedSkill>,
  known: readonly ConnectedSkill[],
  present: ReadonlySet<string>,
): ConnectedSkill | null {
  const there = byPath.get(directory);
  if (there?.name === name) return there;
  return known.find((skill) => skill.name === name && !present.has(skill.path)) ?? there ?? null;
}

function repeated(skill: TreeSkill, all: readonly TreeSkill[], holder: TreeSkill | undefined): SkillRun {
  const others = all.filter((other) => other !== skill).map(({ path }) => path);
  return flaw(
    skill,
    "name_repeated",
    holder === undefined
      ? `"${skill.name}" is also the name in ${
        others.join(", ")
      }: neither is published until their names differ`
      : `"${skill.name}" is published from ${holder.path}: give this skill another name`,
  );
}

function flaw({ directory, name, path }: TreeSkill, code: string, message: string): SkillRun {
  return skipped(directory, name, { code, message, path, line: null });
}
