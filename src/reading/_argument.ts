import type { RepoPath } from "../../contracts/addresses.ts";
import type { ErrorCode, Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { isWithin, parseRepoPath } from "../format/mod.ts";
import type { Source } from "../../contracts/source.ts";
import { withNearCalls } from "./_near_paths.ts";

/**
 * A path argument, from the repository root also on a sub-path mount. What lies outside the mount
 * fails with `absent`, exactly like what does not exist.
 */
export async function pathArgument(
  source: Source,
  text: string,
  absent: keyof typeof ANSWERS,
): Promise<Result<RepoPath, Failure>> {
  const parsed = parseRepoPath(text);
  if (parsed.ok && isWithin(parsed.value, source.path)) return parsed;
  const refused: Failure = parsed.ok ? notFound(absent, parsed.value) : {
    code: "request.invalid",
    reason: parsed.error,
    hint: "Paths start at the repository root, without a leading or trailing slash, as browsing lists them",
  };
  return failure(await withNearCalls(refused, source, text, ANSWERS[absent]));
}

/** The tool that was to answer, by what it says of a path that is not there. */
const ANSWERS = {
  "skill.not_found": "load_skill",
  "file.not_found": "read_repo_file",
  "folder.not_found": "browse_repo",
} as const;

/** A directory argument; omitted, the mounted directory. Fails with `folder.not_found`. */
export async function directoryArgument(
  source: Source,
  text: string | undefined,
): Promise<Result<RepoPath, Failure>> {
  if (text === undefined) return success(source.path);
  const path = await pathArgument(source, text, "folder.not_found");
  if (!path.ok) return path;
  const { view } = source;
  if (path.value === source.path || await view.folders.at(path.value) !== null) return path;
  const absent = await withNearCalls(notFound("folder.not_found", path.value), source, text, "browse_repo");
  const isFile = await view.files.at(path.value) !== null;
  return failure(isFile ? { ...absent, hint: "The path names a file: read it instead" } : absent);
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

export function notFound(code: ErrorCode, path: RepoPath): Failure {
  return { code, path, hint: "Browse or search for the exact paths of this mount" };
}
