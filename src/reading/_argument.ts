import type { RepoPath } from "../../contracts/addresses.ts";
import type { ErrorCode, Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { isWithin, parseRepoPath } from "../format/mod.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * A path argument, from the repository root also on a sub-path mount. What lies outside the mount
 * fails with `absent`, exactly like what does not exist.
 */
export function pathArgument(snapshot: Snapshot, text: string, absent: ErrorCode): Result<RepoPath, Failure> {
  const parsed = parseRepoPath(text);
  if (!parsed.ok) {
    return failure({
      code: "request.invalid",
      reason: parsed.error,
      hint: "Paths start at the repository root, without a leading or trailing slash, as browsing lists them",
    });
  }
  if (!isWithin(parsed.value, snapshot.source.path)) return failure(outside(absent, parsed.value));
  return parsed;
}

/** A directory argument; omitted, the mounted directory. Fails with `folder.not_found`. */
export function directoryArgument(snapshot: Snapshot, text: string | undefined): Result<RepoPath, Failure> {
  if (text === undefined) return success(snapshot.source.path);
  const path = pathArgument(snapshot, text, "folder.not_found");
  if (!path.ok) return path;
  const { view, source } = snapshot;
  const known = path.value === source.path || view.folderAt.has(path.value) ||
    view.emptyDirectories.has(path.value);
  if (known) return path;
  return failure(
    view.fileAt.has(path.value)
      ? {
        ...notFound(snapshot, "folder.not_found", path.value),
        hint: "The path names a file: read it instead",
      }
      : notFound(snapshot, "folder.not_found", path.value),
  );
}

/** A number argument; omitted, `standard`. */
export function numberArgument(
  name: string,
  value: number | undefined,
  bounds: { readonly min: number; readonly max: number; readonly standard: number },
): Result<number, Failure> {
  if (value === undefined) return success(bounds.standard);
  if (Number.isSafeInteger(value) && value >= bounds.min && value <= bounds.max) return success(value);
  const range = bounds.max === Number.MAX_SAFE_INTEGER
    ? `of at least ${bounds.min}`
    : `from ${bounds.min} to ${bounds.max}`;
  return failure({
    code: "request.invalid",
    reason: `${name} must be a whole number ${range}`,
    hint: `Leave ${name} out for ${bounds.standard}`,
  });
}

/**
 * What is not there. Below a manifest that cannot be read nothing is, whatever the repository holds:
 * the same is said of every path, so that nobody learns which of them exist.
 */
export function notFound(snapshot: Snapshot, code: ErrorCode, path: RepoPath): Failure {
  const closing = snapshot.view.catalog.diagnostics.find((found) =>
    found.code === "manifest_unreadable" && isBelow(path, found.path)
  );
  if (closing === undefined) return outside(code, path);
  return {
    code,
    path,
    reason: `everything below it is closed, because ${closing.path} cannot be read`,
    hint: "Browse for what else there is; the author has to mend the manifest",
  };
}

/** What the mount does not hold. */
function outside(code: ErrorCode, path: RepoPath): Failure {
  return { code, path, hint: "Browse or search for the exact paths of this mount" };
}

/** Whether a manifest's directory holds `path`. The paths of diagnostics are as git has them. */
function isBelow(path: RepoPath, manifest: string): boolean {
  return path.startsWith(manifest.slice(0, manifest.lastIndexOf("/") + 1));
}
