import type { RepoPath } from "../../contracts/addresses.ts";
import type { Skill } from "../../contracts/domain.ts";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { isWithin, nearestText } from "../format/mod.ts";
import { notFound, pathArgument } from "./_argument.ts";
import { withNearCalls } from "./_near_paths.ts";
import { itemOrNull } from "./catalog_item.ts";
import type { Source } from "../../contracts/source.ts";

/** The skill whose SKILL.md has this exact path. Fails with `request.invalid` or `skill.not_found`. */
export function skillArgument(source: Source, text: string): Result<Skill, Failure> {
  const path = pathArgument(source, text, "skill.not_found");
  if (!path.ok) return path;
  const { catalog, skillAt } = source.view;
  const skill = itemOrNull(catalog.skills, skillAt.get(path.value));
  return skill === null
    ? failure(noSkill(source, path.value, text))
    : success(withNearestPaths(skill, source));
}

/** What a dead link may have meant is told where it lies inside the mount. */
function withNearestPaths(skill: Skill, source: Source): Skill {
  const warnings = skill.warnings.map((warning) => {
    const { nearest, path } = warning.link ?? { nearest: null, path: null };
    if (nearest === null || !isWithin(nearest, source.path)) return warning;
    return { ...warning, message: `${warning.message}; the nearest path is ${nearestText(nearest, path)}` };
  });
  return { ...skill, warnings };
}

/** Why there is no skill at `path`, and which one may be meant; told from inside the mount only. */
function noSkill(source: Source, path: RepoPath, written: string): Failure {
  const { catalog, skillAt, fileAt } = source.view;
  const absent = withNearCalls(notFound("skill.not_found", path), source, written, "load_skill");
  const inside = skillAt.has(path === "" ? "SKILL.md" : `${path}/SKILL.md`);
  if (inside) {
    return { ...absent, hint: "The path names the skill's directory: add /SKILL.md for its exact path" };
  }
  const file = itemOrNull(catalog.files, fileAt.get(path));
  if (file?.kind === "invalid_skill") {
    const problem = catalog.diagnostics.find((found) => found.path === path && found.severity === "error");
    return {
      ...absent,
      reason: problem?.message ?? "the file is not a valid skill",
      hint: "Its text can be read as a file",
    };
  }
  if (file !== null) return { ...absent, hint: "The path names a file that is no skill: read it instead" };
  const name = path.slice(path.lastIndexOf("/") + 1);
  const named = catalog.skills.filter((skill) =>
    skill.name === name && skill.unlisted === null && isWithin(skill.path, source.path)
  );
  if (absent.next !== undefined || named.length === 0) return absent;
  const paths = named.slice(0, 3).map((skill) => skill.path);
  return {
    ...absent,
    hint: `Skills of that name have other exact paths: ${paths.join(", ")}`,
    next: paths.map((path) => ({ tool: "load_skill", path })),
  };
}
