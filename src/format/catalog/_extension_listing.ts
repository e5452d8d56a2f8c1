import type { Problem, UnpublishedReason } from "../../../contracts/domain.ts";
import { PUBLISHED_SKILL_LIMITS } from "../../../contracts/limits.ts";
import type { FoundSkill } from "../tree/find_skills.ts";
import type { Survey } from "../tree/survey.ts";
import type { Holdings } from "./_holdings.ts";
import type { SkillDraft } from "./finish_catalog.ts";
import { hasEntry } from "./standing.ts";

/** Why the skills extension does not list a skill, and what its readers are told of that besides. */
export interface ExtensionListing {
  readonly unpublished: UnpublishedReason | null;
  readonly warnings: readonly Problem[];
}

interface Reason extends Problem {
  readonly code: UnpublishedReason;
}

/** A skill so far. */
export type Unreviewed = Omit<SkillDraft, "unpublished">;

const { files: MOST_FILES, bytes: MOST_BYTES } = PUBLISHED_SKILL_LIMITS;

const LIMITS = `a host need not hold more than ${MOST_FILES} files and ${MOST_BYTES} bytes of one skill`;

/** Reasons that a skill's own warnings already tell, the one that matters most first. */
const WARNED = [
  "hidden",
  "duplicate",
  "invalid_name",
  "name_directory_mismatch",
  "description_too_long",
] as const;

/**
 * Decides whether hosts can hold each skill whole (docs/design/format.md "The served SKILL.md"). A nested
 * skill is decided before the one around it, which holds its SKILL.md as it is given: the document where
 * the extension answers for it.
 */
export function listForExtension(
  survey: Survey,
  skills: readonly Unreviewed[],
  holdings: readonly Holdings[],
): readonly ExtensionListing[] {
  const listings: ExtensionListing[] = skills.map(() => ({ unpublished: null, warnings: [] }));
  const nested = skills.map(() => ({ files: 0, bytes: 0 }));
  // A directory has a longer path than any above it.
  const inward = [...survey.found.skills].sort((one, other) =>
    other.file.directory.path.length - one.file.directory.path.length
  );
  for (const found of inward) {
    const { index } = found;
    const skill = skills[index];
    const holding = holdings[index];
    const own = nested[index];
    if (skill === undefined || holding === undefined || own === undefined) continue;
    const { document } = skill;
    const files = holding.files + own.files + 1;
    const bytes = holding.bytes + own.bytes + (document?.bytes ?? 0);
    const listing = document === null
      ? { unpublished: "described_only" as const, warnings: [describedOnly(skill)] }
      : reviewed(found, skill, survey, [
        ...unavailable(holding, document),
        ...tooMuch("too_many_files", `it has ${files} files`, files > MOST_FILES),
        ...tooMuch("too_large", `it has ${bytes} bytes`, bytes > MOST_BYTES),
      ]);
    listings[index] = listing;
    const isGiven = hasEntry({ document, warnings: [...skill.warnings, ...listing.warnings] });

    for (let around = holding.enclosing; around !== null && document !== null;) {
      const outer = nested[around.index];
      if (outer === undefined) break;
      outer.files++;
      outer.bytes += isGiven ? document.bytes : found.file.size;
      around = holdings[around.index]?.enclosing ?? null;
    }
  }
  return listings;
}

function reviewed(
  found: FoundSkill,
  { name, warnings, unlisted }: Unreviewed,
  { tree, policy }: Survey,
  reasons: readonly Reason[],
): ExtensionListing {
  const told = new Set<string | null>([unlisted, ...warnings.map(({ code }) => code)]);
  const directory = found.file.directory === tree.root ? tree.root.children.get(name) : undefined;
  const collides = directory !== undefined && policy.scopeOf(directory) !== undefined;
  const more = collides ? [COLLISION, ...reasons] : reasons;
  return { unpublished: WARNED.find((reason) => told.has(reason)) ?? more[0]?.code ?? null, warnings: more };
}

const COLLISION = reason(
  "uri_collision",
  "Not listed as a resource: the name of this skill of the repository's root is also that of a directory there",
);

function describedOnly({ licence }: Unreviewed): Reason {
  const terms = licence === null ? "its licence" : `its licence, ${licence.label},`;
  return reason("described_only", `Only described: ${terms} keeps the content at its source`, "info");
}

function unavailable(
  { unavailable }: Holdings,
  { missing }: NonNullable<Unreviewed["document"]>,
): readonly Reason[] {
  if (missing.length > 0) {
    return [reason("file_unavailable", "Not listed as a resource: content that it requires is missing")];
  }
  if (!unavailable) return [];
  return [reason("file_unavailable", "Not listed as a resource: a file of the skill cannot be had")];
}

function tooMuch(code: "too_many_files" | "too_large", holds: string, isOver: boolean): readonly Reason[] {
  return isOver ? [reason(code, `Not listed as a resource: ${holds}, and ${LIMITS}`)] : [];
}

function reason(
  code: UnpublishedReason,
  message: string,
  severity: Problem["severity"] = "warning",
): Reason {
  return { code, severity, message };
}
