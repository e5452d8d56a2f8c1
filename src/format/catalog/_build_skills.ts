import type { RepoPath } from "../../../contracts/addresses.ts";
import type { ContextSection, FrontMatterMap, Skill } from "../../../contracts/domain.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import type { FoundSkill } from "../tree/find_skills.ts";
import { linkTargets } from "../tree/follow_links.ts";
import type { TreeFile } from "../tree/repository_tree.ts";
import type { Admission } from "../tree/served_files.ts";
import type { Survey } from "../tree/survey.ts";
import { belongsToSkill } from "./standing.ts";
import { type DiscoveryListing, isInstalled, listForDiscovery } from "./_discovery_listing.ts";
import { listForExtension, type Unreviewed } from "./_extension_listing.ts";
import { holdingsOf } from "./_holdings.ts";
import { unportableNames } from "./_unportable_names.ts";
import { createDocumentPlanner } from "./_plan_documents.ts";
import type { DocumentPlan } from "./assemble_document.ts";
import type { SkillDraft } from "./finish_catalog.ts";

export interface BuiltSkills {
  readonly skills: readonly SkillDraft[];
  readonly documents: readonly DocumentPlan[];
}

/**
 * References of all skills together, in characters of their paths. A link costs its author a few bytes
 * and the catalog a whole path; a repository that comes near this is made to.
 */
const REFERENCE_CHARACTERS = 4 * 1024 * 1024;

/** What the document of a skill costs to plan, in units of a pause: its front matter is written anew. */
const SKILL_UNITS = 40;

const NO_FIELDS: FrontMatterMap = { entries: [] };

/** Makes the skills of the catalog, in path order; `admissions` are in path order too. */
export function* buildSkills(
  survey: Survey,
  admissions: readonly Admission[],
  sourceUrl: (path: RepoPath) => string | null,
): Step<BuiltSkills> {
  const { found, licences, served, includes, diagnostics } = survey;
  const pause = createPause();
  const files = new Map<FoundSkill, TreeFile[]>(found.skills.map((skill) => [skill, []]));
  for (const admission of admissions) {
    const owner = belongsToSkill(admission) ? found.ownerOf(admission.file.directory) : null;
    if (owner !== null) files.get(owner)?.push(admission.file);
  }
  const filesOf = (skill: FoundSkill) => files.get(skill) ?? [];
  const discovery = listForDiscovery(found.skills, identifyingFiles(survey, filesOf));
  const planDocument = createDocumentPlanner(survey, sourceUrl);
  const referencesOf = createReferences(survey);
  const holdings = holdingsOf(survey, admissions);

  const skills: Unreviewed[] = [];
  const documents: DocumentPlan[] = [];
  for (const skill of found.skills) {
    const listing = discovery[skill.index] ?? { unlisted: null, duplicateOf: null };
    const isDescribedOnly = served.describedOnly.has(skill.file);
    const leftOut = holdings[skill.index]?.leftOut ?? { named: [], more: 0 };
    const planned = isDescribedOnly ? null : planDocument(skill, includes.get(skill) ?? [], leftOut);
    const sections = planned?.document.sections ?? [];
    const references = referencesOf(skill, sections);
    const units = filesOf(skill).length + leftOut.named.length + sections.length + 5 * references.length;
    if (pause(SKILL_UNITS + units)) yield NOTHING;
    for (const { path, ...problem } of planned?.document.missing ?? []) diagnostics.add(path, problem);
    if (planned !== null) documents.push(planned.plan);
    for (const { file, ...problem } of unportableNames(skill, filesOf(skill))) {
      diagnostics.add(file.path, problem);
    }
    const { declaration } = skill;
    skills.push({
      path: skill.file.path,
      directory: skill.file.directory.path,
      name: declaration.name,
      description: declaration.description,
      licence: licences.ofSkill(skill),
      compatibility: declaration.compatibility,
      allowedTools: declaration.allowedTools,
      metadata: declaration.metadata,
      translations: isDescribedOnly ? [] : declaration.translations,
      fields: isDescribedOnly ? NO_FIELDS : declaration.fields,
      warnings: [...skill.warnings, ...unlistedWarning(listing, isInstalled(skill))],
      ...listing,
      files: filesOf(skill).map(({ path }) => path),
      references,
      serving: isDescribedOnly ? "described" : "full",
      document: planned?.document ?? null,
    });
  }
  const extension = listForExtension(survey, skills, holdings);
  return {
    documents,
    skills: skills.map((skill, index) => {
      const { unpublished = null, warnings = [] } = extension[index] ?? {};
      for (const problem of warnings) diagnostics.add(skill.path, problem);
      return { ...skill, unpublished, warnings: [...skill.warnings, ...warnings] };
    }),
  };
}

/** The files that tell copies of a skill apart, also where a licence keeps them at their source. */
function identifyingFiles(
  { found, served }: Survey,
  filesOf: (skill: FoundSkill) => readonly TreeFile[],
): (skill: FoundSkill) => readonly TreeFile[] {
  const kept = new Map<FoundSkill, TreeFile[]>();
  for (const file of served.describedOnly.keys()) {
    const owner = found.ownerOf(file.directory);
    if (owner === null || owner.file === file) continue;
    const files = kept.get(owner);
    if (files === undefined) kept.set(owner, [file]);
    else files.push(file);
  }
  return (skill) => kept.get(skill) ?? filesOf(skill);
}

/** What the parts of a skill's context link to, as far as it is served: each link is relative to its own file. */
function createReferences(
  { served, facts, diagnostics }: Survey,
): (skill: FoundSkill, sections: readonly ContextSection[]) => readonly RepoPath[] {
  let room = REFERENCE_CHARACTERS;
  // Rules and shared pages are part of many skills.
  const known = new Map<RepoPath, readonly RepoPath[]>();
  return ({ file }, sections) => {
    const references = new Set<RepoPath>();
    for (const path of sections.flatMap((section) => linkedFrom(section.path))) {
      if (path === file.path || references.has(path)) continue;
      if (path.length > room) {
        const message = "Not every page that this skill links to is named with it; all of them can be read";
        diagnostics.add(file.path, { code: "link_limit", severity: "info", message });
        break;
      }
      room -= path.length;
      references.add(path);
    }
    return [...references];
  };

  function linkedFrom(path: RepoPath): readonly RepoPath[] {
    const links = known.get(path);
    if (links !== undefined) return links;
    const file = served.get(path)?.file;
    const markdown = facts.of(path)?.markdown;
    const found = file && markdown ? linkTargets(file, markdown) : [];
    const paths = found.flatMap((text) => served.get(text)?.file.path ?? []);
    known.set(path, paths);
    return paths;
  }
}

function unlistedWarning(
  { unlisted, duplicateOf }: DiscoveryListing,
  isInstalled: boolean,
): Skill["warnings"] {
  if (unlisted === null) return [];
  const message = unlisted === "hidden" && isInstalled
    ? "Not listed: it lies in node_modules, where a package manager put it"
    : unlisted === "hidden"
    ? "Not listed: it lies under a hidden directory, and the repository has visible skills"
    : `Not listed: it is the same, file for file, as ${duplicateOf}`;
  return [{ code: unlisted, severity: "info", message }];
}
