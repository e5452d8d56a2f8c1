import type { RepoPath } from "../../contracts/addresses.ts";
import type { Result } from "../../contracts/result.ts";
import { joinPath, parseRepoPath } from "./repo_path.ts";

/** The path that a declaration in `directory` writes: relative to it, or from the root with a leading `/`. */
export function declaredPath(directory: RepoPath, written: string): Result<RepoPath, string> {
  return written.startsWith("/") ? parseRepoPath(written.slice(1)) : joinPath(directory, written);
}
