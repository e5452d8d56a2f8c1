import type { Catalog } from "../../contracts/domain.ts";
import { buildFiles } from "./_build_files.ts";
import { buildManifests } from "./_build_manifests.ts";
import { buildSkills } from "./_build_skills.ts";
import { buildFolders } from "./_folders.ts";
import { resolveLicences } from "./_licences.ts";
import type { Step } from "./_pause.ts";
import type { Survey } from "./_survey.ts";
import type { RepositoryInput, RepositoryReading } from "./read_repository.ts";
import { comparePaths } from "./repo_path.ts";

/** Makes the catalog, and what goes with it, of a finished survey. */
export function* buildReading(
  { commit, repositoryName, limits }: RepositoryInput,
  survey: Survey,
): Step<RepositoryReading> {
  const { tree, policy, served, exposed, hits, diagnostics } = survey;
  const admissions = [...served.all()].sort((one, other) => comparePaths(one.file.path, other.file.path));
  const licences = resolveLicences(tree.root, policy);
  const manifests = buildManifests(policy, tree, repositoryName);
  const { skills, contexts } = yield* buildSkills(survey, admissions, licences);
  const { files, searchable } = yield* buildFiles(survey, admissions, skills);
  const folders = yield* buildFolders(survey, admissions, skills, manifests);
  const emptyDirectories = tree.directories
    .filter((directory) => policy.scopeOf(directory) !== undefined && !exposed.has(directory))
    .map(({ path }) => path);
  const partial = hits.finish(limits, diagnostics);
  const catalog: Catalog = {
    commit,
    manifests,
    skills,
    files,
    folders,
    emptyDirectories,
    licence: licences.atRoot,
    diagnostics: diagnostics.finish(),
    partial,
    counts: {
      skills: folders[0]?.counts.skills ?? 0,
      documents: folders[0]?.counts.documents ?? 0,
      files: files.length,
      invalidSkills: files.filter(({ kind }) => kind === "invalid_skill").length,
    },
  };
  return { catalog, contexts, searchable };
}
