import type { Problem } from "../../../contracts/domain.ts";
import { baseName } from "../address/repo_path.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import type { DiagnosticList } from "./diagnostic_list.ts";
import type { FoundSkill, FoundSkills } from "./find_skills.ts";
import { type Include, type Includes, resolveIncludes } from "./includes.ts";
import type { Policy } from "./policy.ts";
import type { RepositoryTree } from "./repository_tree.ts";
import type { Licences } from "./resolve_licences.ts";

const NO_INCLUDES: Includes = { kept: [], dropped: [] };

/** Problems that tell no more of a SKILL.md than its name, which is shown, and lengths. */
const HEADER_PROBLEMS: ReadonlySet<Problem["code"]> = new Set<Problem["code"]>([
  "invalid_name",
  "description_too_long",
]);

/**
 * Resolves what skills include, and reports what each declares amiss, to its own readers as well. Of one
 * that is kept at its source only what its header shows is looked at.
 */
export function* reviewSkills(
  { skills }: FoundSkills,
  tree: RepositoryTree,
  policy: Policy,
  licences: Licences,
  diagnostics: DiagnosticList,
): Step<ReadonlyMap<FoundSkill, readonly Include[]>> {
  const pause = createPause();
  const includes = new Map<FoundSkill, readonly Include[]>();
  for (const skill of skills) {
    if (pause(10 * (1 + skill.declaration.includes.length))) yield NOTHING;
    const isDescribedOnly = licences.describedOnlyBy(skill.file) !== null;
    const { kept, dropped } = isDescribedOnly ? NO_INCLUDES : resolveIncludes(skill, tree, policy);
    const own = skill.facts.problems.filter(({ code }) => !isDescribedOnly || HEADER_PROBLEMS.has(code));
    includes.set(skill, kept);
    for (const problem of [...own, ...mismatch(skill), ...dropped]) {
      skill.warnings.push(problem);
      diagnostics.add(skill.file.path, problem);
    }
  }
  return includes;
}

/** The directory of a root skill has no name that the repository decides. */
function mismatch({ file, declaration }: FoundSkill): readonly Problem[] {
  const directory = baseName(file.directory.path);
  if (directory === "" || directory === declaration.name) return [];
  const message = `The name differs from that of its directory, which is "${directory}"`;
  return [{ code: "name_directory_mismatch", severity: "warning", message }];
}
