import type { RepoPath } from "../../contracts/addresses.ts";
import type { Scope } from "./_policy.ts";
import { roleOf } from "./file_role.ts";
import { directoryOf, isWithin } from "./repo_path.ts";

/** Whether Markdown or JSON at `path` is a document of the scope that governs it. */
export function isDocumentPath(path: RepoPath, scope: Scope): boolean {
  const role = roleOf(path);
  if (role !== "markdown" && role !== "json") return false;
  const directory = directoryOf(path);
  return scope.documents.some((named) => isWithin(directory, named) && !isHiddenBelow(path, named));
}

/** Whether a segment of `path` below `directory`, which holds it, starts with a dot. */
export function isHiddenBelow(path: RepoPath, directory: RepoPath): boolean {
  return `/${path}`.includes("/.", directory === "" ? 0 : directory.length + 1);
}
