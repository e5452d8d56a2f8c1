import type { RepoPath } from "../../contracts/addresses.ts";
import type { Folder } from "../../contracts/domain.ts";
import type { FolderSummary } from "../../contracts/reading.ts";
import { itemOrNull } from "./catalog_item.ts";
import type { Source } from "../../contracts/source.ts";

const NOTHING = { skills: 0, documents: 0 };

/** The folder at `path`; null where a directory holds nothing that is served. */
export function folderAt(source: Source, path: RepoPath): Folder | null {
  const { view } = source;
  return itemOrNull(view.catalog.folders, view.folderAt.get(path));
}

/**
 * What discovery says about a folder (docs/design/mcp.md "Browse and search"); an empty directory has a
 * summary too.
 */
export function summarizeFolder(source: Source, path: RepoPath): FolderSummary {
  const { catalog } = source.view;
  const folder = folderAt(source, path);
  const manifest = itemOrNull(catalog.manifests, folder?.manifest);
  const readme = itemOrNull(catalog.files, folder?.overview);
  return {
    path,
    name: manifest?.name ?? null,
    description: manifest?.description ?? readme?.summary ??
      (path === "" ? source.description : null),
    manifestPath: manifest?.path ?? null,
    overview: readme === null ? null : { path: readme.path, title: readme.title, summary: readme.summary },
    counts: folder?.counts ?? NOTHING,
  };
}
