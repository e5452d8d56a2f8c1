import type { Catalog, Skill } from "../../../contracts/domain.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { UploadedFile } from "../../../contracts/library/publishing.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import type { Diagnostic, Problem, ProblemCode, UploadFlaw } from "../../../contracts/problems.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { baseName } from "../../format/mod.ts";
import { parseSkillName } from "./name.ts";

/** The path of the one skill of an upload. */
export const SKILL_FILE = "SKILL.md";
const MANIFEST_FILE = "SKILLCDN.md";

/** Served all the same where a repository has them, and refused where somebody can be told. */
const STRICT: ReadonlySet<ProblemCode> = new Set(["invalid_name", "description_too_long"]);

/** Fails unless one file of the upload is a skill's, at its top. */
export function onlySkillFile(files: readonly UploadedFile[]): Result<null, Failure> {
  const found = files.filter(({ path }) => baseName(path) === SKILL_FILE);
  if (found.length > 1) {
    const message = "An upload is one skill, and this is one of several: upload each alone";
    return invalid(found.map(({ path }) => flaw(path, "skill_repeated", message)));
  }
  if (found.length === 1 && found[0]?.path === SKILL_FILE) return success(null);
  const misplaced = found[0]?.path ?? files.find(({ path }) => /^skill\.md$/i.test(path))?.path;
  const message = misplaced === undefined
    ? "There is no SKILL.md: it is what makes a folder a skill"
    : `There is no SKILL.md at the top, only "${misplaced}": the name is written exactly so`;
  return invalid([flaw(SKILL_FILE, "skill_missing", message)]);
}

/** The skill of an upload that was read. Fails with everything that keeps it from being published. */
export function judgeSkill(
  { skills, diagnostics }: Catalog,
  problems: readonly Problem[],
): Result<{ readonly skill: Skill; readonly name: SkillName }, Failure> {
  const own = problems.map((one): Diagnostic => ({ ...one, path: SKILL_FILE }));
  const failing = [
    ...diagnostics.filter(({ path }) => path === MANIFEST_FILE || path.endsWith(`/${MANIFEST_FILE}`)),
    ...own,
  ].filter(({ severity, code }) => severity === "error" || STRICT.has(code));
  if (failing.length > 0) return invalid(failing.map((one) => ({ ...one, severity: "error" })));
  const skill = skills.find(({ path }) => path === SKILL_FILE);
  const name = skill === undefined ? null : parseSkillName(skill.name);
  if (skill === undefined || name === null || skill.unlisted !== null) {
    const message = "The manifest beside it closes it: no address would serve it";
    return invalid([flaw(SKILL_FILE, "skill_missing", message)]);
  }
  return success({ skill, name });
}

function flaw(path: string, code: UploadFlaw["code"], message: string): UploadFlaw {
  return { path, code, severity: "error", message };
}

function invalid(problems: readonly (Diagnostic | UploadFlaw)[]): Result<never, Failure> {
  const [first] = problems;
  return failure({
    code: "skill.invalid",
    ...(first !== undefined && { path: first.path, reason: first.message }),
    hint: "Mend what is named and upload it again",
    problems,
  });
}
