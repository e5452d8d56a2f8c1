import type { RepoPath } from "../../contracts/addresses.ts";
import type { Skill } from "../../contracts/domain.ts";
import type { Licences } from "./_licences.ts";
import { linkTargets } from "./_links.ts";
import { createPause, NOTHING, type Step } from "./_pause.ts";
import { createContextPlanner } from "./_plan_contexts.ts";
import type { Admission } from "./_served_files.ts";
import type { FoundSkill } from "./_skills.ts";
import { belongsToSkill, type Survey } from "./_survey.ts";
import type { TreeFile } from "./_tree.ts";
import { type Listing, listSkills } from "./_unlisted_skills.ts";
import type { ContextPlan } from "./assemble_context.ts";

export interface BuiltSkills {
  readonly skills: readonly Skill[];
  readonly contexts: readonly ContextPlan[];
}

/**
 * References of all skills together, in characters of their paths. A link costs its author a few bytes
 * and the catalog a whole path; a repository that comes near this is made to.
 */
const REFERENCE_CHARACTERS = 4 * 1024 * 1024;

/** Makes the skills of the catalog, in path order; `admissions` are in path order too. */
export function* buildSkills(
  survey: Survey,
  admissions: readonly Admission[],
  licences: Licences,
): Step<BuiltSkills> {
  const { limits, found, facts, served, includes, hits, diagnostics } = survey;
  const pause = createPause();
  const files = new Map<FoundSkill, TreeFile[]>(found.skills.map((skill) => [skill, []]));
  for (const admission of admissions) {
    const owner = belongsToSkill(admission) ? found.ownerOf(admission.file.directory) : null;
    if (owner !== null) files.get(owner)?.push(admission.file);
  }
  const filesOf = (skill: FoundSkill) => files.get(skill) ?? [];
  const listings = listSkills(found.skills, filesOf);
  const planContext = createContextPlanner(served, facts, limits, hits);
  const referencesOf = createReferences(survey);

  const skills: Skill[] = [];
  const contexts: ContextPlan[] = [];
  for (const skill of found.skills) {
    const listing = listings[skill.index] ?? { unlisted: null, duplicateOf: null };
    const { context, plan } = planContext(skill, includes.get(skill) ?? []);
    const links = skill.facts.markdown?.links.length ?? 0;
    if (pause(10 + filesOf(skill).length + context.sections.length + 5 * links)) yield NOTHING;
    for (const { path, ...problem } of context.missing) diagnostics.add(path, problem);
    contexts.push(plan);
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
      translations: declaration.translations,
      fields: declaration.fields,
      warnings: [...skill.warnings, ...unlistedWarning(listing)],
      ...listing,
      files: filesOf(skill).map(({ path }) => path),
      references: referencesOf(skill),
      context,
    });
  }
  return { skills, contexts };
}

/** What a skill's text links to, as far as it is served. */
function createReferences({ served, hits }: Survey): (skill: FoundSkill) => readonly RepoPath[] {
  let room = REFERENCE_CHARACTERS;
  return ({ file, facts: { markdown } }) => {
    const references = new Set<RepoPath>();
    for (const text of markdown === null ? [] : linkTargets(file, markdown)) {
      const path = text === null ? undefined : served.get(text)?.file.path;
      if (path === undefined || path === file.path || references.has(path)) continue;
      if (path.length > room) {
        hits.add("link_limit", file.path);
        break;
      }
      room -= path.length;
      references.add(path);
    }
    return [...references];
  };
}

function unlistedWarning({ unlisted, duplicateOf }: Listing): Skill["warnings"] {
  if (unlisted === null) return [];
  const message = unlisted === "hidden"
    ? "Not listed: it lies under a hidden directory, and the repository has visible skills"
    : `Not listed: it is the same, file for file, as ${duplicateOf}`;
  return [{ code: unlisted, severity: "info", message }];
}
