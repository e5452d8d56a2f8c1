import type { RepoPath } from "../../../contracts/addresses.ts";
import type { ServedFile } from "../../../contracts/domain.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import type { EntryPage, ListedResource } from "../../../contracts/skills_extension.ts";
import { failure, type Result } from "../../../contracts/result.ts";
import { baseName, childTowards, DIRECTORY_MEDIA_TYPE, mediaTypeOf } from "../../format/mod.ts";
import { cursorsOf } from "../cursor.ts";
import { entryPage } from "./_entry_page.ts";
import { endBelow, rangeBelow } from "../path_order.ts";
import { resourceBytes } from "../resource_bytes.ts";
import { pathInside, urisOf } from "../uris.ts";
import type { Source } from "../../../contracts/source.ts";

export interface ReadDirectoryRequest {
  readonly uri: string;
  readonly cursor?: string | undefined;
}

interface Child {
  readonly path: RepoPath;
  /** Null: a directory. */
  readonly file: ServedFile | null;
}

/**
 * A page of what is directly in a directory: every file that a read gives, and the directories that
 * hold some. Fails with `folder.not_found` or `request.invalid`.
 */
export function readDirectory(
  source: Source,
  { uri, cursor }: ReadDirectoryRequest,
): Result<EntryPage<ListedResource>, Failure> {
  const uris = urisOf(source);
  const directory = pathInside(source, uris, uri);
  if (directory === null || !isDirectory(source, directory)) {
    return failure({ code: "folder.not_found", reason: "no directory is served at this URI" });
  }
  return entryPage(
    childrenOf(source, directory),
    { cursors: cursorsOf(source, "directory", directory), cursor, size: MCP_LIMITS.entries.directory },
    ({ path, file }) => ({
      uri: uris.of(path),
      name: baseName(path),
      mimeType: file === null ? DIRECTORY_MEDIA_TYPE : mediaTypeOf(file),
    }),
  );
}

/**
 * Only what holds a served file, so that nothing is told of directories that are excluded or described only;
 * the mounted one is known to its client anyway.
 */
function isDirectory(source: Source, path: RepoPath): boolean {
  const { start, end } = rangeBelow(source.view.catalog.files, path);
  return start < end || path === source.path;
}

function childrenOf({ view }: Source, directory: RepoPath): readonly Child[] {
  const { catalog } = view;
  const { start, end } = rangeBelow(catalog.files, directory);
  const children: Child[] = [];
  let index = start;
  while (index < end) {
    const file = catalog.files[index];
    if (file === undefined) break;
    const path = childTowards(directory, file.path);
    if (path !== file.path) {
      children.push({ path, file: null });
      index = endBelow(catalog.files, path);
    } else {
      if (resourceBytes(catalog, file) !== null) children.push({ path, file });
      index++;
    }
  }
  return children;
}
