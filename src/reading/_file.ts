import type { RepoPath } from "../../contracts/addresses.ts";
import type { FileRow } from "../../contracts/catalog_view.ts";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { notFound, pathArgument } from "./_argument.ts";
import { describedOnly } from "./_described_only.ts";
import { withNearCalls } from "./_near_paths.ts";
import type { Source } from "../../contracts/source.ts";

/** A file argument. Fails with `request.invalid`, `file.not_found` or `file.described_only`. */
export async function fileArgument(source: Source, text: string): Promise<Result<FileRow, Failure>> {
  const path = await pathArgument(source, text, "file.not_found");
  if (!path.ok) return path;
  const file = await source.view.files.at(path.value);
  return file === null
    ? failure(await describedOnlyFile(source, path.value) ?? await noFile(source, path.value, text))
    : success(file);
}

async function noFile(source: Source, path: RepoPath, written: string): Promise<Failure> {
  const absent = await withNearCalls(notFound("file.not_found", path), source, written, "read_repo_file");
  return await source.view.folders.at(path) !== null
    ? { ...absent, hint: "The path names a directory: browse it instead" }
    : absent;
}

/** What a licence keeps at its source; null for what does not exist. */
async function describedOnlyFile(source: Source, path: RepoPath): Promise<Failure | null> {
  const file = await source.view.describedOnly.at(path);
  return file && describedOnly(source, path, file.licence);
}

/** What this server cannot carry, with the place that has it. */
export function elsewhere(source: Source, file: FileRow): Failure {
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
