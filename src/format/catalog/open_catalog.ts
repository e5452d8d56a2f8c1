import type { Catalog } from "../../../contracts/domain.ts";
import type { CatalogView } from "../../../contracts/snapshots.ts";

/** Adds the look-ups that requests need. Skills are found by the path of their SKILL.md. */
export function openCatalog(catalog: Catalog): CatalogView {
  return {
    catalog,
    skillAt: indexByPath(catalog.skills),
    fileAt: indexByPath(catalog.files),
    folderAt: indexByPath(catalog.folders),
    emptyDirectories: new Set(catalog.emptyDirectories),
    describedOnlyAt: indexByPath(catalog.describedOnly),
  };
}

function indexByPath(items: readonly { readonly path: string }[]): ReadonlyMap<string, number> {
  return new Map(items.map(({ path }, index) => [path, index]));
}
