/** Where the skills, files and problems of a catalog are told of, by what reading has decided of them. */
import type { Diagnostic, ProblemCode, ServedFile, Skill, SkillDocument } from "../../../contracts/domain.ts";

const MANIFEST = "SKILLCDN.md";

/** Warnings that nothing else tells, because what they are about is not there. */
const LEFT_OUT: ReadonlySet<ProblemCode> = new Set([
  "path_unservable",
  "symlink_not_followed",
  "wrong_file_name",
]);

/** A skill that the skills extension lists. */
export type PublishedSkill<Of extends Skill = Skill> = Of & { readonly document: SkillDocument };

export function isPublished<Of extends Skill>(skill: Of): skill is PublishedSkill<Of> {
  return skill.unpublished === null && skill.document !== null;
}

/** Whether installers may be offered it, if its name serves as a directory's. */
export function isInstallable({ unlisted, document }: Skill): boolean {
  return unlisted === null && document !== null;
}

/** The rule of the Agent Skills specification, which reading a skill has warned of already. */
export function hasInstallableName({ warnings }: Skill): boolean {
  return warnings.every(({ code }) => code !== "invalid_name");
}

/** Whether discovery counts a file among the documents. `skill`: the nearest one above it. */
export function isListedDocument({ kind }: ServedFile, skill: Skill | null): boolean {
  return kind === "document" && (skill === null || skill.unlisted === null);
}

/** Whether the skills extension gives a file: its own bytes, or the document that stands for it. */
export function isResource(file: ServedFile, skill: Skill | null): boolean {
  return (file.stored && file.sha256 !== null) ||
    (file.kind === "skill" && skill !== null && isPublished(skill));
}

/** Where a problem is told; null: only to who asks for all. */
export function problemKind({ path, severity, code }: Diagnostic): "manifest" | "error" | "left_out" | null {
  if (severity === "info") return null;
  if (path === MANIFEST || path.endsWith(`/${MANIFEST}`)) return "manifest";
  if (severity === "error") return "error";
  return LEFT_OUT.has(code) ? "left_out" : null;
}
