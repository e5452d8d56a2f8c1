/** Where the skills, files and problems of a catalog are told of, by what reading has decided of them. */
import type { Diagnostic, ProblemCode, ServedFile, Skill, SkillDocument } from "../../../contracts/domain.ts";
import { frontMatterData } from "../front_matter/front_matter_data.ts";

const MANIFEST = "SKILLCDN.md";

/** Warnings that nothing else tells, because what they are about is not there. */
const LEFT_OUT: ReadonlySet<ProblemCode> = new Set([
  "path_unservable",
  "symlink_not_followed",
  "wrong_file_name",
  "link_limit",
]);

/** A skill that the skills extension lists. */
export type PublishedSkill<Of extends Skill = Skill> = Of & { readonly document: SkillDocument };

export function isPublished<Of extends Skill>(skill: Of): skill is PublishedSkill<Of> {
  return skill.unpublished === null && skill.document !== null;
}

/** What makes an entry that hosts refuse, or one whose URI is another's. */
const REFUSED: ReadonlySet<ProblemCode> = new Set([
  "name_directory_mismatch",
  "invalid_name",
  "description_too_long",
  "uri_collision",
]);

/** Whether the skills extension answers for it when it is asked by URI, listed or not. */
export function hasEntry<Of extends Pick<Skill, "warnings"> & { readonly document: unknown }>(
  skill: Of,
): skill is Of & { readonly document: NonNullable<Of["document"]> } {
  return skill.document !== null && !skill.warnings.some(({ code }) => REFUSED.has(code));
}

/** Whether installers may be offered it, if its name serves as a directory's. */
export function isInstallable({ unlisted, document }: Skill): boolean {
  return unlisted === null && document !== null;
}

/** The rule of the Agent Skills specification, which reading a skill has warned of already. */
export function hasInstallableName({ warnings }: Skill): boolean {
  return warnings.every(({ code }) => code !== "invalid_name");
}

/** `metadata.internal: true`: its author keeps it from installers. A text that looks so is none. */
export function isInternal({ fields }: Skill): boolean {
  const { metadata } = frontMatterData(fields);
  return typeof metadata === "object" && metadata !== null && "internal" in metadata &&
    metadata.internal === true;
}

/** Whether discovery counts a file among the documents. `skill`: the nearest one above it. */
export function isListedDocument({ kind }: ServedFile, skill: Skill | null): boolean {
  return kind === "document" && (skill === null || skill.unlisted === null);
}

/** Whether the skills extension gives a file: its own bytes, or the document that stands for it. */
export function isResource(file: ServedFile, skill: Skill | null): boolean {
  return (file.stored && file.sha256 !== null) ||
    (file.kind === "skill" && skill !== null && hasEntry(skill));
}

/** Whether a file is part of a skill besides its SKILL.md, as its readers are told. */
export function belongsToSkill({ kind }: Pick<ServedFile, "kind">): boolean {
  return kind === "supporting" || kind === "document" || kind === "invalid_skill";
}

/** Where a problem is told; null: only to who asks for all. */
export function problemKind({ path, severity, code }: Diagnostic): "manifest" | "error" | "left_out" | null {
  // A dead link of rules closes nothing: who loads a skill below is told.
  if (severity === "info" || code === "link_missing") return null;
  if (path === MANIFEST || path.endsWith(`/${MANIFEST}`)) return "manifest";
  if (severity === "error") return "error";
  return LEFT_OUT.has(code) ? "left_out" : null;
}
