import type { RepoPath } from "../../../contracts/addresses.ts";
import { ADDRESS_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { exceedsCodePoints } from "../text/code_points.ts";
import { findInvisible } from "../text/invisible_characters.ts";

/** The repository root. */
export const ROOT_PATH: RepoPath = proved("");

/**
 * Parses a path from the repository root; the empty text is the root. Nothing is decoded or repaired.
 * The error is the reason, a clause about "the path" that does not quote it.
 */
export function parseRepoPath(text: string): Result<RepoPath, string> {
  if (text === "") return success(ROOT_PATH);
  if (exceedsCodePoints(text, ADDRESS_LIMITS.path)) {
    return failure(`the path is longer than ${ADDRESS_LIMITS.path} characters`);
  }
  if (text.includes("\\")) return failure("the path holds a backslash");
  if (findInvisible(text) >= 0) return failure("the path holds a control or invisible character");
  if (text.startsWith("/")) return failure('the path starts with "/"');
  if (text.endsWith("/")) return failure('the path ends with "/"');
  for (const segment of text.split("/")) {
    if (segment === "") return failure('the path holds "//"');
    if (segment === "." || segment === "..") return failure(`the path holds a "${segment}" segment`);
  }
  return success(proved(text));
}

/** The directory that holds `path`; the root's is the root. */
export function directoryOf(path: RepoPath): RepoPath {
  return proved(path.slice(0, Math.max(path.lastIndexOf("/"), 0)));
}

/** The last segment of `path`; empty for the root. */
export function baseName(path: RepoPath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `relative` below `directory`, under the same rules as `parseRepoPath()`; empty means the directory itself. */
export function joinPath(directory: RepoPath, relative: string): Result<RepoPath, string> {
  const parsed = parseRepoPath(relative);
  if (!parsed.ok || directory === "") return parsed;
  return relative === "" ? success(directory) : parseRepoPath(`${directory}/${relative}`);
}

/** The path that a declaration in `directory` writes: relative to it, or from the root with a leading `/`. */
export function declaredPath(directory: RepoPath, written: string): Result<RepoPath, string> {
  return written.startsWith("/") ? parseRepoPath(written.slice(1)) : joinPath(directory, written);
}

/** The rest of a path behind the directory that holds it. */
export function relativeTo(path: string, directory: string): string {
  return directory === "" ? path : path.slice(directory.length + 1);
}

/** Whether a segment of a path starts with a dot. */
export function isHidden(path: string): boolean {
  return path.startsWith(".") || path.includes("/.");
}

/** Whether `path` is `directory` or lies below it, by whole segments. */
export function isWithin(path: RepoPath, directory: RepoPath): boolean {
  if (directory === "" || path === directory) return true;
  return path.startsWith(directory) && path[directory.length] === "/";
}

/** Equal for two paths that differ by letter case or Unicode form alone. */
export function foldedPath(path: string): string {
  return path.normalize("NFC").toLowerCase().normalize("NFC");
}

/** Path order: by UTF-16 code units, so that it is the same in every locale. */
export function comparePaths(one: string, other: string): -1 | 0 | 1 {
  return one < other ? -1 : one > other ? 1 : 0;
}

function proved(text: string): RepoPath {
  return text as RepoPath;
}
