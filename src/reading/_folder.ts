import type { RepoPath } from "../../contracts/addresses.ts";
import type { FolderSummary } from "../../contracts/reading.ts";
import type { Source } from "../../contracts/source.ts";

const NOTHING = { skills: 0, documents: 0 };

/**
 * What discovery says about a folder (docs/design/mcp.md "Browse and search"); an empty directory has a
 * summary too.
 */
export async function summarizeFolder(source: Source, path: RepoPath): Promise<FolderSummary> {
  const folder = await source.view.folders.at(path);
  return {
    path,
    name: folder?.name ?? null,
    description: folder?.description ?? (path === "" ? source.description : null),
    manifestPath: folder?.manifestPath ?? null,
    overview: folder?.overview ?? null,
    counts: folder?.counts ?? NOTHING,
  };
}
