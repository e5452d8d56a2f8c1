import type { RepoPath } from "../../contracts/addresses.ts";
import { parseRepoPath, ROOT_PATH } from "./repo_path.ts";

/**
 * What a path written in a file of `directory` names: a leading `/` starts at the repository root, `.`
 * and `..` walk. Null when it leads out of the repository or to no path that can be served.
 */
export function resolvePath(directory: RepoPath, written: string): RepoPath | null {
  const segments = written.startsWith("/") || directory === ROOT_PATH ? [] : directory.split("/");
  for (const segment of written.replace(/^\/|\/$/g, "").split("/")) {
    if (segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  const parsed = parseRepoPath(segments.join("/"));
  return parsed.ok ? parsed.value : null;
}
