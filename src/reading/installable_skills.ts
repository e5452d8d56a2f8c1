import type { RepoPath } from "../../contracts/addresses.ts";
import type { Skill } from "../../contracts/domain.ts";
import type { Failure } from "../../contracts/errors.ts";
import { INSTALL_LIMITS } from "../../contracts/limits.ts";
import { failure, type Result } from "../../contracts/result.ts";
import { comparePaths, isInternal, isWithin } from "../format/mod.ts";
import { type SkillFiles, wholeSkill } from "./skill_files.ts";
import type { Source } from "../../contracts/source.ts";

/** What installers are offered at a mount. */
export interface InstallableSkills {
  /** In path order, no two of one name. */
  readonly skills: readonly SkillFiles[];
  /** Skills that discovery lists and installers cannot be offered, in path order. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly path: RepoPath;
  /**
   * `internal`: its author keeps it from installers. `name_taken`: another skill of the mount has the name.
   * `listing_limit`: the listing holds no more.
   */
  readonly reason: "internal" | "invalid_name" | "name_taken" | "too_large" | "listing_limit";
}

/**
 * The skills that can be installed from a mount: those that discovery lists, whose content is served
 * and whose name is a directory's. A name is a directory's once, so of several skills one is offered:
 * rather one that the skills extension lists, then the one at the shortest path. A mount nearer to
 * another offers that one.
 */
export function installableSkills(source: Source): InstallableSkills {
  const skills: SkillFiles[] = [];
  const leftOut: LeftOut[] = [];
  const left: { files: number; bytes: number } = { ...INSTALL_LIMITS.listing };
  const offered = offeredByName(source);
  for (const skill of servedSkills(source)) {
    const { path } = skill;
    if (isInternal(skill)) leftOut.push({ path, reason: "internal" });
    else if (!hasValidName(skill)) leftOut.push({ path, reason: "invalid_name" });
    else if (offered.get(skill.name) !== skill) leftOut.push({ path, reason: "name_taken" });
    else {
      const whole = wholeSkill(source, skill);
      if (!whole.ok) leftOut.push({ path, reason: "too_large" });
      else if (whole.value.files.length > left.files || whole.value.bytes > left.bytes) {
        leftOut.push({ path, reason: "listing_limit" });
      } else {
        left.files -= whole.value.files.length;
        left.bytes -= whole.value.bytes;
        skills.push(whole.value);
      }
    }
  }
  return { skills, leftOut };
}

/** The skill that installers are offered under a name. Fails with `skill.not_found` or `skill.too_large`. */
export function installableSkill(
  source: Source,
  { name }: { readonly name: string },
): Result<SkillFiles, Failure> {
  const skill = offeredByName(source).get(name);
  return skill === undefined
    ? failure({ code: "skill.not_found", reason: "no skill can be installed under this name here" })
    : wholeSkill(source, skill);
}

function offeredByName(source: Source): ReadonlyMap<string, Skill> {
  const offered = new Map<string, Skill>();
  for (const skill of servedSkills(source)) {
    if (isInternal(skill) || !hasValidName(skill)) continue;
    const other = offered.get(skill.name);
    if (other === undefined || inPreference(skill, other) < 0) offered.set(skill.name, skill);
  }
  return offered;
}

function servedSkills({ view, path }: Source): readonly Skill[] {
  return view.catalog.skills.filter((skill) =>
    skill.unlisted === null && skill.document !== null && isWithin(skill.path, path)
  );
}

/** The rule of the Agent Skills specification, which reading a skill has warned of already. */
function hasValidName({ warnings }: Skill): boolean {
  return warnings.every(({ code }) => code !== "invalid_name");
}

function inPreference(one: Skill, other: Skill): number {
  return Number(one.unpublished !== null) - Number(other.unpublished !== null) ||
    one.path.length - other.path.length || comparePaths(one.path, other.path);
}
