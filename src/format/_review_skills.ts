import type { Problem } from "../../contracts/domain.ts";
import type { DiagnosticList } from "./_diagnostic_list.ts";
import { type Include, resolveIncludes } from "./_includes.ts";
import { createPause, NOTHING, type Step } from "./_pause.ts";
import type { Policy } from "./_policy.ts";
import type { FoundSkill, FoundSkills } from "./_skills.ts";
import type { RepositoryTree } from "./_tree.ts";
import { baseName } from "./repo_path.ts";

/** Resolves what skills include, and reports what each declares amiss, to its own readers as well. */
export function* reviewSkills(
  { skills }: FoundSkills,
  tree: RepositoryTree,
  policy: Policy,
  diagnostics: DiagnosticList,
): Step<ReadonlyMap<FoundSkill, readonly Include[]>> {
  const pause = createPause();
  const includes = new Map<FoundSkill, readonly Include[]>();
  for (const skill of skills) {
    if (pause(10 * (1 + skill.declaration.includes.length))) yield NOTHING;
    const { kept, dropped } = resolveIncludes(skill, tree, policy);
    includes.set(skill, kept);
    for (const problem of [...skill.facts.problems, ...mismatch(skill), ...dropped]) {
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
