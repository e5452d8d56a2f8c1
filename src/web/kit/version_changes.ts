import type { VersionFiles } from "../../../contracts/library/library.ts";
import type { VersionFile } from "../../../contracts/library/versions.ts";
import { DIFF_LIMITS } from "../../../contracts/limits.ts";
import { inTurns } from "../../flow/mod.ts";
import { changedTexts } from "../../reading/mod.ts";
import { type FileChange, fileChanges } from "../../render/mod.ts";

/** What one version of a skill changed in another, file by file. */
export async function versionChanges(
  before: VersionFiles,
  after: VersionFiles,
): Promise<readonly FileChange<VersionFile>[]> {
  const old = new Map(before.files.map((file) => [file.path, file]));
  const now = new Map(after.files.map((file) => [file.path, file]));
  const changed = [...new Set([...old.keys(), ...now.keys()])].sort()
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter((file) => file.before?.sha256 !== file.after?.sha256);
  const texts = await changedTexts(changed, {
    isShown: ({ isText, size }) => isText && size <= DIFF_LIMITS.shownBytes,
    before: (file) => textOf(before, file),
    after: (file) => textOf(after, file),
  });
  return await inTurns(fileChanges(texts));
}

async function textOf(version: VersionFiles, file: VersionFile): Promise<string | null> {
  const bytes = await version.read(file);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
