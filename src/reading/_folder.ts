import type { RepoPath } from "../../contracts/addresses.ts";
import type { Folder } from "../../contracts/domain.ts";
import type { FolderSummary } from "../../contracts/reading.ts";
import { itemOrNull } from "./_item.ts";
import type { Snapshot } from "./snapshot.ts";

const NOTHING = { skills: 0, documents: 0 };

/** The folder at `path`; null where a directory holds nothing that is served. */
export function folderAt(snapshot: Snapshot, path: RepoPath): Folder | null {
  const { view } = snapshot;
  return itemOrNull(view.catalog.folders, view.folderAt.get(path));
}

/** What discovery says about a folder (seed "Browse and search"); an empty directory has a summary too. */
export function summarizeFolder(snapshot: Snapshot, path: RepoPath): FolderSummary {
  const { catalog } = snapshot.view;
  const folder = folderAt(snapshot, path);
  const manifest = itemOrNull(catalog.manifests, folder?.manifest);
  const readme = itemOrNull(catalog.files, folder?.overview);
  return {
    path,
    name: manifest?.name ?? null,
    description: manifest?.description ?? readme?.summary ??
      (path === "" ? snapshot.mount.repository.description : null),
    manifestPath: manifest?.path ?? null,
    overview: readme === null ? null : { path: readme.path, title: readme.title, summary: readme.summary },
    counts: folder?.counts ?? NOTHING,
  };
}
