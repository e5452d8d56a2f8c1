import type { Problem, ServedFile } from "../../../contracts/domain.ts";
import type { ReadingLimits } from "../../../contracts/limits.ts";
import { comparePaths } from "../address/repo_path.ts";
import { contentIdOf } from "../file/content_id.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import type { Admission } from "../tree/served_files.ts";
import type { Survey } from "../tree/survey.ts";
import type { SkillDraft } from "./finish_catalog.ts";
import { describedOnlySkill, type SearchableFile, searchableFile } from "./searchable_file.ts";

export interface BuiltFiles {
  readonly files: readonly ServedFile[];
  readonly searchable: readonly SearchableFile[];
}

/** Makes the files of the catalog in the order of `admissions`, and reports what each could not give. */
export function* buildFiles(
  survey: Survey,
  admissions: readonly Admission[],
  skills: readonly SkillDraft[],
): Step<BuiltFiles> {
  const { facts, found, policy, diagnostics, limits } = survey;
  const pause = createPause();
  const files: ServedFile[] = [];
  const searchable: SearchableFile[] = [];
  for (const { file, kind, stored } of admissions) {
    if (pause(10)) yield NOTHING;
    const known = stored ? facts.of(file.path) : undefined;
    const owner = found.ownerOf(file.directory);
    const skill = skills[owner?.index ?? -1] ?? null;
    const isText = known !== undefined && known.characters !== null && !known.lfsPointer;
    const candidate = isText && isSearchable(file.role, kind, skill);
    const fits = file.size <= limits.indexedFileBytes;
    const served: ServedFile = {
      path: file.path,
      content: contentIdOf(file.hash),
      size: file.size,
      ...(file.least && { least: true }),
      kind,
      stored: known !== undefined,
      characters: known?.characters ?? null,
      skill: owner?.index ?? null,
      title: known?.markdown?.title ?? null,
      summary: known?.markdown?.summary ?? null,
      searched: candidate && fits,
      lfsPointer: known?.lfsPointer ?? false,
      sha256: known?.sha256 ?? null,
    };
    files.push(served);
    // A skill is found by its name and description whatever its size.
    if (candidate && (fits || kind === "skill")) {
      const language = policy.scopeOf(file.directory)?.language ?? null;
      searchable.push(searchableFile(file, served, known, skill?.path ?? null, language));
    }
    // Those of manifests and skills were reported when they were read.
    if (kind !== "manifest" && kind !== "skill") {
      for (const problem of known?.problems ?? []) diagnostics.add(file.path, problem);
    }
    const problem = unread(
      { stored, known: known !== undefined, fits: fits || !candidate },
      file,
      limits,
    );
    if (problem !== null) diagnostics.add(file.path, problem);
  }
  for (const skill of found.skills) {
    const { serving, unlisted } = skills[skill.index] ?? { serving: "full", unlisted: null };
    if (serving === "described" && unlisted === null) searchable.push(describedOnlySkill(skill));
  }
  searchable.sort((one, other) => comparePaths(one.path, other.path));
  return { files, searchable };
}

function isSearchable(
  role: Admission["file"]["role"],
  kind: ServedFile["kind"],
  skill: SkillDraft | null,
): boolean {
  if (role === "other" || role === "licence") return false;
  // Of copies and of hidden skills nothing is found, their documents included.
  if (skill !== null && skill.unlisted !== null) return false;
  if (kind === "invalid_skill") return skill !== null;
  return kind === "skill" || kind === "supporting" || kind === "document";
}

/** Why the file's text is not served or not searched; null when it is. */
function unread(
  { stored, known, fits }: { stored: boolean; known: boolean; fits: boolean },
  { role, size, least }: Admission["file"],
  limits: ReadingLimits,
): Problem | null {
  if (!stored) {
    const message = `The file is not stored: its ${size} bytes${
      least ? " or more" : ""
    } are over the read limit of ${limits.readFileBytes}`;
    // It is no skill then, which its author must not miss.
    return { code: "file_over_read_limit", severity: role === "skill" ? "error" : "info", message };
  }
  if (!known) {
    const severity = role === "skill" ? "error" : "warning";
    return { code: "file_not_indexed", severity, message: "The file could not be had" };
  }
  if (fits) return null;
  const message =
    `The file is not searched: its ${size} bytes are over the limit of ${limits.indexedFileBytes}`;
  return { code: "file_not_indexed", severity: "info", message };
}
