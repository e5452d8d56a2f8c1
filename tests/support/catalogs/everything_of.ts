import type { RepoPath } from "../../../contracts/addresses.ts";
import type { CatalogView } from "../../../contracts/catalog_view.ts";

/** All rows of a catalog, to be compared whole. */
export async function everythingOf(view: CatalogView) {
  const root = "" as RepoPath;
  const { commit, partial, licence, counts, rootSkill } = view;
  return {
    ...{ commit, partial, licence, counts, rootSkill },
    manifests: await Array.fromAsync(view.manifests.each("any", root)),
    skills: await Array.fromAsync(view.skills.each("any", root)),
    files: await Array.fromAsync(view.files.each("any", root)),
    describedOnly: await Array.fromAsync(view.describedOnly.each("any", root)),
    diagnostics: await Array.fromAsync(view.problems.each()),
  };
}
