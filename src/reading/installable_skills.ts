import type { RepoPath } from "../../contracts/addresses.ts";
import type { NamedSkill } from "../../contracts/catalog_view.ts";
import type { Skill } from "../../contracts/domain.ts";
import type { Failure } from "../../contracts/errors.ts";
import { INSTALL_LIMITS } from "../../contracts/limits.ts";
import { failure, type Result } from "../../contracts/result.ts";
import { comparePaths, hasInstallableName, isInternal, isPublished, isWithin } from "../format/mod.ts";
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
export async function installableSkills(source: Source): Promise<InstallableSkills> {
  const skills: SkillFiles[] = [];
  const leftOut: LeftOut[] = [];
  const room = listingRoom();
  const served = await Array.fromAsync(source.view.skills.each("installable", source.path));
  const offered = offeredByName(served);
  for (const skill of served) {
    const { path } = skill;
    if (isInternal(skill)) leftOut.push({ path, reason: "internal" });
    else if (!hasInstallableName(skill)) leftOut.push({ path, reason: "invalid_name" });
    else if (offered.get(skill.name) !== skill) leftOut.push({ path, reason: "name_taken" });
    else {
      const whole = await wholeSkill(source, skill);
      if (!whole.ok) leftOut.push({ path, reason: "too_large" });
      else if (room.take(whole.value.files.length, whole.value.bytes)) skills.push(whole.value);
      else leftOut.push({ path, reason: "listing_limit" });
    }
  }
  return { skills, leftOut };
}

/** How much one index offers, because an installer fetches all of it. */
export function listingRoom(): { take(files: number, bytes: number): boolean } {
  const left: { files: number; bytes: number } = { ...INSTALL_LIMITS.listing };
  return {
    take(files, bytes) {
      if (files > left.files || bytes > left.bytes) return false;
      left.files -= files;
      left.bytes -= bytes;
      return true;
    },
  };
}

/** The skill that installers are offered under a name. Fails with `skill.not_found` or `skill.too_large`. */
export async function installableSkill(
  source: Source,
  { name }: { readonly name: string },
): Promise<Result<SkillFiles, Failure>> {
  const { view } = source;
  const [offered] = (await view.named(name))
    .filter(({ installable, path }) => installable && isWithin(path, source.path))
    .sort(inPreference);
  const skill = offered === undefined ? null : await view.skills.at(offered.path);
  return skill === null
    ? failure({ code: "skill.not_found", reason: "no skill can be installed under this name here" })
    : await wholeSkill(source, skill);
}

function offeredByName(served: readonly Skill[]): ReadonlyMap<string, Skill> {
  const offered = new Map<string, Skill>();
  for (const skill of served) {
    if (isInternal(skill) || !hasInstallableName(skill)) continue;
    const other = offered.get(skill.name);
    if (other === undefined || inPreference(standingOf(skill), standingOf(other)) < 0) {
      offered.set(skill.name, skill);
    }
  }
  return offered;
}

type Standing = Pick<NamedSkill, "path" | "published">;

function standingOf(skill: Skill): Standing {
  return { path: skill.path, published: isPublished(skill) };
}

function inPreference(one: Standing, other: Standing): number {
  return Number(other.published) - Number(one.published) ||
    one.path.length - other.path.length || comparePaths(one.path, other.path);
}
