import { PUBLISHED_SKILL_LIMITS } from "../../../contracts/limits.ts";
import type { FoundSkill } from "../tree/find_skills.ts";
import type { TreeFile } from "../tree/repository_tree.ts";
import type { Admission } from "../tree/served_files.ts";
import type { Survey } from "../tree/survey.ts";
import type { LeftOutFiles } from "./_plan_documents.ts";

/** What lies below a skill's directory besides its own SKILL.md and those of nested skills. */
export interface Holdings {
  /** Stored files of the skill and of every skill nested in it. */
  readonly files: number;
  readonly bytes: number;
  /** A file within the read limit that is not served: a limit of the commit kept it out, or it could not be had. */
  readonly unavailable: boolean;
  readonly leftOut: LeftOutFiles;
  /** The nearest skill around it. */
  readonly enclosing: FoundSkill | null;
}

interface Draft {
  files: number;
  bytes: number;
  unavailable: boolean;
  readonly named: TreeFile[];
  more: number;
}

/** Counts what skills hold, for each of `found.skills` in order; `admissions` are in path order. */
export function holdingsOf(
  { found, facts, served }: Survey,
  admissions: readonly Admission[],
): readonly Holdings[] {
  const drafts = found.skills.map((): Draft => ({
    files: 0,
    bytes: 0,
    unavailable: false,
    named: [],
    more: 0,
  }));
  const enclosing = found.skills.map(({ file: { directory } }) =>
    directory.parent === null ? null : found.ownerOf(directory.parent)
  );

  const around = function* (file: TreeFile): Generator<Draft> {
    let skill = found.ownerOf(file.directory);
    while (skill !== null) {
      const draft = drafts[skill.index];
      if (draft !== undefined) yield draft;
      skill = enclosing[skill.index] ?? null;
    }
  };

  for (const { file, kind, stored } of admissions) {
    if (kind === "skill") continue;
    const isThere = facts.of(file.path) !== undefined;
    for (const draft of around(file)) {
      if (!stored) leaveOut(draft, file);
      else if (!isThere) draft.unavailable = true;
      else {
        draft.files++;
        draft.bytes += file.size;
      }
    }
  }
  for (const file of served.leftOut) for (const draft of around(file)) draft.unavailable = true;
  return drafts.map(({ files, bytes, unavailable, named, more }, index) => ({
    files,
    bytes,
    unavailable,
    leftOut: { named, more },
    enclosing: enclosing[index] ?? null,
  }));
}

function leaveOut(draft: Draft, file: TreeFile): void {
  if (draft.named.length < PUBLISHED_SKILL_LIMITS.files) draft.named.push(file);
  else draft.more++;
}
