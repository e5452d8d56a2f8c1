import type { RepoPath } from "../../contracts/addresses.ts";
import type { FileRow } from "../../contracts/catalog_view.ts";
import type { Changed } from "../../contracts/reading.ts";
import type { Failure } from "../../contracts/errors.ts";
import { DIFF_LIMITS } from "../../contracts/limits.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import type { Source } from "../../contracts/source.ts";
import { notFound, pathArgument } from "./_argument.ts";

export interface ChangedFiles {
  /** In path order. */
  readonly files: readonly Changed<FileRow>[];
  /** Files that are the same. */
  readonly same: number;
}

/**
 * Which served files of a directory, or which one file, differ between two commits of a repository. Fails with `request.invalid`,
 * also for a directory of more than `DIFF_LIMITS.compared` files, and with `file.not_found` for what is in neither.
 */
export async function changedFiles(
  before: Source,
  after: Source,
  { path = after.path }: { readonly path?: string | undefined },
): Promise<Result<ChangedFiles, Failure>> {
  const asked = await pathArgument(after, path, "file.not_found");
  if (!asked.ok) return asked;
  const old = await filesAt(before, asked.value);
  const now = await filesAt(after, asked.value);
  if (old === null || now === null) return failure(tooMany(asked.value));
  if (old.size === 0 && now.size === 0 && asked.value !== after.path) {
    return failure(notFound("file.not_found", asked.value));
  }
  const files: Changed<FileRow>[] = [];
  let same = 0;
  for (const one of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [was, is] = [old.get(one) ?? null, now.get(one) ?? null];
    if (was?.content === is?.content) same++;
    else files.push({ path: one, before: was, after: is });
  }
  return success({ files, same });
}

/** Null: more than may be compared. */
async function filesAt({ view }: Source, path: RepoPath): Promise<ReadonlyMap<RepoPath, FileRow> | null> {
  const file = await view.files.at(path);
  if (file !== null) return new Map([[path, file]]);
  const found = new Map<RepoPath, FileRow>();
  for await (const row of view.files.each("any", path)) {
    if (found.size === DIFF_LIMITS.compared) return null;
    found.set(row.path, row);
  }
  return found;
}

function tooMany(path: RepoPath): Failure {
  return {
    code: "request.invalid",
    path,
    reason: `more than ${DIFF_LIMITS.compared} files lie below it`,
    hint: "Name a directory in it with ?path=, such as that of one skill",
  };
}
