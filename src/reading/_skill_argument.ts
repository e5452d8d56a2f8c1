import type { RepoPath } from "../../contracts/addresses.ts";
import type { SkillRow } from "../../contracts/catalog_view.ts";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { isWithin, nearestText } from "../format/mod.ts";
import { notFound, pathArgument } from "./_argument.ts";
import { withNearCalls } from "./_near_paths.ts";
import type { Source } from "../../contracts/source.ts";

/** The skill whose SKILL.md has this exact path. Fails with `request.invalid` or `skill.not_found`. */
export async function skillArgument(source: Source, text: string): Promise<Result<SkillRow, Failure>> {
  const path = await pathArgument(source, text, "skill.not_found");
  if (!path.ok) return path;
  const skill = await source.view.skills.at(path.value);
  return skill === null
    ? failure(await noSkill(source, path.value, text))
    : success(withNearestPaths(skill, source));
}

/** What a dead link may have meant is told where it lies inside the mount. */
function withNearestPaths(skill: SkillRow, source: Source): SkillRow {
  const warnings = skill.warnings.map((warning) => {
    const { nearest, path } = warning.link ?? { nearest: null, path: null };
    if (nearest === null || !isWithin(nearest, source.path)) return warning;
    return { ...warning, message: `${warning.message}; the nearest path is ${nearestText(nearest, path)}` };
  });
  return { ...skill, warnings };
}

/** Why there is no skill at `path`, and which one may be meant; told from inside the mount only. */
async function noSkill(source: Source, path: RepoPath, written: string): Promise<Failure> {
  const { view } = source;
  const absent = await withNearCalls(notFound("skill.not_found", path), source, written, "load_skill");
  if (await view.skills.at(path === "" ? "SKILL.md" : `${path}/SKILL.md`) !== null) {
    return { ...absent, hint: "The path names the skill's directory: add /SKILL.md for its exact path" };
  }
  const file = await view.files.at(path);
  if (file?.kind === "invalid_skill") {
    const [problem] = (await view.problems.at("error", path, 1)).rows;
    return {
      ...absent,
      reason: problem?.message ?? "the file is not a valid skill",
      hint: "Its text can be read as a file",
    };
  }
  if (file !== null) return { ...absent, hint: "The path names a file that is no skill: read it instead" };
  const name = path.slice(path.lastIndexOf("/") + 1);
  const named = (await view.named(name)).filter(({ path, listed }) => listed && isWithin(path, source.path));
  if (absent.next !== undefined || named.length === 0) return absent;
  const paths = named.slice(0, 3).map((skill) => skill.path);
  return {
    ...absent,
    hint: `Skills of that name have other exact paths: ${paths.join(", ")}`,
    next: paths.map((path) => ({ tool: "load_skill", path })),
  };
}
