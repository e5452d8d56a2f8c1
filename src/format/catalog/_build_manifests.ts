import type { Manifest } from "../../../contracts/domain.ts";
import { baseName } from "../address/repo_path.ts";
import type { Policy } from "../tree/policy.ts";
import type { RepositoryTree } from "../tree/repository_tree.ts";
import type { Licences } from "../tree/resolve_licences.ts";

/** Makes the manifests of the catalog, in path order; nothing is told of those kept at their source. */
export function buildManifests(
  { governed, isOpen }: Policy,
  tree: RepositoryTree,
  licences: Licences,
  repositoryName: string,
): readonly Manifest[] {
  const told = governed.filter(({ manifest }) => licences.describedOnlyBy(manifest.file) === null);
  return told.map(({ manifest: { file, declaration }, scope: { language, image } }) => {
    const directory = file.directory.path;
    const name = declaration.name ?? (directory === "" ? repositoryName : baseName(directory));
    return {
      path: file.path,
      directory,
      name,
      description: declaration.description,
      language,
      image: image !== null && isUsable(image) ? image : null,
      licence: declaration.license,
      translations: declaration.translations,
    };
  });

  function isUsable(image: string): boolean {
    const file = tree.files.get(image);
    return image.startsWith("https://") ||
      (file !== undefined && isOpen(file) && licences.describedOnlyBy(file) === null);
  }
}
