import type { Catalog } from "../../../contracts/domain.ts";
import type { IgnoredFile, UploadedFile } from "../../../contracts/library/publishing.ts";

/** What of an upload is not stored, and why. */
export function ignoredFiles(
  files: readonly UploadedFile[],
  catalog: Catalog,
): readonly IgnoredFile[] {
  const kept = new Set<string>(catalog.files.flatMap(({ path, stored }) => stored ? [path] : []));
  const told = new Map(catalog.diagnostics.map(({ path, message }) => [path, message]));
  return files.flatMap(({ path }) => {
    if (kept.has(path)) return [];
    const reason = told.get(path) ??
      (/(?:^|\/)\./.test(path)
        ? "It is hidden, and nothing that is served leads to it"
        : "Nothing that is served leads to it, or a manifest closes it");
    return [{ path, reason }];
  });
}
