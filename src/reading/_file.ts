import type { RepoPath } from "../../contracts/addresses.ts";
import type { ServedFile } from "../../contracts/domain.ts";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { notFound, pathArgument } from "./_argument.ts";
import { describedOnly } from "./_described_only.ts";
import { withNearCalls } from "./_near_paths.ts";
import { itemOrNull } from "./catalog_item.ts";
import type { Source } from "../../contracts/source.ts";

/** A file argument. Fails with `request.invalid`, `file.not_found` or `file.described_only`. */
export function fileArgument(source: Source, text: string): Result<ServedFile, Failure> {
  const path = pathArgument(source, text, "file.not_found");
  if (!path.ok) return path;
  const { catalog, fileAt } = source.view;
  const file = itemOrNull(catalog.files, fileAt.get(path.value));
  return file === null
    ? failure(describedOnlyFile(source, path.value) ?? noFile(source, path.value, text))
    : success(file);
}

function noFile(source: Source, path: RepoPath, written: string): Failure {
  const absent = withNearCalls(notFound("file.not_found", path), source, written, "read_repo_file");
  const { folderAt, emptyDirectories } = source.view;
  return folderAt.has(path) || emptyDirectories.has(path)
    ? { ...absent, hint: "The path names a directory: browse it instead" }
    : absent;
}

/** What a licence keeps at its source; null for what does not exist. */
function describedOnlyFile(source: Source, path: RepoPath): Failure | null {
  const { catalog, describedOnlyAt } = source.view;
  const file = itemOrNull(catalog.describedOnly, describedOnlyAt.get(path));
  return file && describedOnly(source, path, file.licence);
}

/** What this server cannot carry, with the place that has it. */
export function elsewhere(source: Source, file: ServedFile): Failure {
  const sourceUrl = source.rawUrl(file.path);
  return {
    code: file.stored ? "file.not_text" : "file.too_large",
    path: file.path,
    size: file.size,
    ...(file.least && { least: true }),
    ...sourceUrl === null
      ? { hint: "Take the file from the repository itself: its host gives no URL for it" }
      : { sourceUrl, hint: "Get the file's bytes from the source URL" },
  };
}
