import type { Failure } from "../../../contracts/errors.ts";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import type { EntryPage, ListedResource } from "../../../contracts/mcp/skills_extension.ts";
import { failure, type Result } from "../../../contracts/result.ts";
import type { Source } from "../../../contracts/source.ts";
import { baseName, DIRECTORY_MEDIA_TYPE, mediaTypeOf } from "../../format/mod.ts";
import { cursorsOf } from "../cursor.ts";
import { pathInside, urisOf } from "../uris.ts";
import { entryPage } from "./_entry_page.ts";

export interface ReadDirectoryRequest {
  readonly uri: string;
  readonly cursor?: string | undefined;
}

/**
 * A page of what is directly in a directory: every file that a read gives, and the directories that
 * hold some. Fails with `folder.not_found` or `request.invalid`.
 */
export async function readDirectory(
  source: Source,
  { uri, cursor }: ReadDirectoryRequest,
): Promise<Result<EntryPage<ListedResource>, Failure>> {
  const { view } = source;
  const uris = urisOf(source);
  const directory = pathInside(source, uris, uri);
  // Only what holds a served file, so that nothing is told of directories that are excluded or described
  // only; the mounted one is known to its client anyway.
  const isDirectory = directory !== null && (directory === source.path ||
    (await view.files.page({ kind: "any", below: directory, start: 0, count: 0 })).total > 0);
  if (!isDirectory) {
    return failure({ code: "folder.not_found", reason: "no directory is served at this URI" });
  }
  return await entryPage({
    cursors: cursorsOf(source, "directory", directory),
    cursor,
    size: MCP_LIMITS.entries.directory,
    rows: (start, count) => view.resources(directory, start, count),
    describe: ({ kind, path, isText, lfsPointer }) => ({
      uri: uris.of(path),
      name: baseName(path),
      mimeType: kind === "directory" ? DIRECTORY_MEDIA_TYPE : mediaTypeOf({ path, isText, lfsPointer }),
    }),
  });
}
