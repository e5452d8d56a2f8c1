import type { RepoPath } from "../../../contracts/addresses.ts";
import { isHidden, relativeTo } from "../address/repo_path.ts";
import { isMarkdownOrJson, roleOf } from "../file/file_role.ts";
import type { Scope } from "./scope.ts";

/** Whether a file at `path` would be a document of the scope that governs its directory. */
export function isDocumentPath(path: RepoPath, { directory, documents }: Scope): boolean {
  if (!isMarkdownOrJson(path)) return false;
  const role = roleOf(path);
  if (role === "skill" || role === "manifest") return false;
  const below = relativeTo(path, directory);
  return documents.some((named) => {
    if (named !== "" && !below.startsWith(`${named}/`)) return false;
    return !isHidden(relativeTo(below, named));
  });
}
