import type { RepoPath } from "../../contracts/addresses.ts";
import type { ServedFile } from "../../contracts/domain.ts";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { notFound, pathArgument } from "./_argument.ts";
import { describedOnly } from "./_described_only.ts";
import { itemOrNull } from "./_item.ts";
import type { Snapshot } from "./snapshot.ts";

/** A file argument. Fails with `request.invalid`, `file.not_found` or `file.described_only`. */
export function fileArgument(snapshot: Snapshot, text: string): Result<ServedFile, Failure> {
  const path = pathArgument(snapshot, text, "file.not_found");
  if (!path.ok) return path;
  const { catalog, fileAt } = snapshot.view;
  const file = itemOrNull(catalog.files, fileAt.get(path.value));
  return file === null
    ? failure(describedOnlyFile(snapshot, path.value) ?? noFile(snapshot, path.value))
    : success(file);
}

function noFile(snapshot: Snapshot, path: RepoPath): Failure {
  const absent = notFound("file.not_found", path);
  const { folderAt, emptyDirectories } = snapshot.view;
  return folderAt.has(path) || emptyDirectories.has(path)
    ? { ...absent, hint: "The path names a directory: browse it instead" }
    : absent;
}

/** What a licence keeps at its source; null for what does not exist. */
function describedOnlyFile(snapshot: Snapshot, path: RepoPath): Failure | null {
  const { catalog, describedOnlyAt } = snapshot.view;
  const file = itemOrNull(catalog.describedOnly, describedOnlyAt.get(path));
  return file && describedOnly(snapshot, path, file.licence);
}

/** What this server cannot carry, with the place that has it. */
export function elsewhere(snapshot: Snapshot, file: ServedFile): Failure {
  const sourceUrl = snapshot.mount.rawUrl(file.path);
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
