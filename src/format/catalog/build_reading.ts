import type { RepoPath } from "../../../contracts/addresses.ts";
import type { DescribedOnlyFile } from "../../../contracts/domain.ts";
import { comparePaths } from "../address/repo_path.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import type { RepositoryInput, RepositoryReading } from "../repository_reading.ts";
import type { Survey } from "../tree/survey.ts";
import { buildFiles } from "./_build_files.ts";
import { buildFolders } from "./_build_folders.ts";
import { buildManifests } from "./_build_manifests.ts";
import { buildSkills } from "./_build_skills.ts";
import type { CatalogDraft } from "./finish_catalog.ts";

/** Makes the catalog, and what goes with it, of a finished survey. */
export function* buildReading(
  { commit, repositoryName, limits, sourceUrl }: RepositoryInput,
  survey: Survey,
): Step<RepositoryReading> {
  const { tree, policy, licences, served, exposed, hits, diagnostics } = survey;
  const admissions = [...served.all()].sort((one, other) => comparePaths(one.file.path, other.file.path));
  const manifests = buildManifests(policy, tree, licences, repositoryName);
  const { skills, documents } = yield* buildSkills(survey, admissions, sourceUrl);
  const { files, searchable } = yield* buildFiles(survey, admissions, skills);
  const folders = yield* buildFolders(survey, admissions, skills, manifests);
  const emptyDirectories = tree.directories
    .filter((directory) => policy.scopeOf(directory) !== undefined && !exposed.has(directory))
    .map(({ path }) => path);
  const partial = hits.finish(limits, diagnostics);
  const draft: CatalogDraft = {
    commit,
    manifests,
    skills,
    files,
    folders,
    describedOnly: describedOnlyFiles(survey),
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
  return { draft, documents, searchable, untold: yield* untoldFiles(survey) };
}

function describedOnlyFiles({ served }: Survey): readonly DescribedOnlyFile[] {
  return Array.from(served.describedOnly, ([{ path }, licence]) => ({ path, licence }))
    .sort((one, other) => comparePaths(one.path, other.path));
}

/** What was read to learn that it must not be told; the facts of a licence file hold none of its text. */
function* untoldFiles({ tree, licences, served }: Survey): Step<ReadonlySet<RepoPath>> {
  const pause = createPause();
  const untold = new Set<RepoPath>();
  for (const file of tree.files.values()) {
    if (pause()) yield NOTHING;
    const isDescribedOnly = file.role === "manifest"
      ? !licences.mayTell(file)
      : served.describedOnly.has(file);
    if (isDescribedOnly && file.role !== "licence") untold.add(file.path);
  }
  return untold;
}
