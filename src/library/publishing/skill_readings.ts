import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { UploadedFile } from "../../../contracts/library/publishing.ts";
import type { SkillStore, StoredContent } from "../../../contracts/library/skill_store.ts";
import type { VersionDigest } from "../../../contracts/library/versions.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { type ReadSkill, readSkillFiles } from "./read_skill_files.ts";
import { versionDigest } from "./version_digest.ts";

/** What reading an upload gave, with its document as it is stored. */
export interface SkillReading extends ReadSkill {
  readonly digest: VersionDigest;
  readonly stored: StoredContent;
}

/** Reads the files of one skill, or knows what that gave. Fails with `skill.invalid`. */
export type SkillReadings = (
  account: AccountId,
  files: readonly UploadedFile[],
) => Promise<Result<SkillReading, Failure>>;

/** What is made of a stored document in memory, for each of its bytes, about. */
const MEMORY_PER_BYTE = 3;

/**
 * Build systems publish the same files again and again, and what reading them gives follows from their paths and bytes alone:
 * it is remembered by a digest of those. Whether they may be published is asked each time. An account is known its own uploads
 * alone, so that nobody learns from the time of an answer what others uploaded.
 *
 * @param cacheBytes Memory of all readings together.
 */
export function createSkillReadings(
  { skills, cacheBytes }: { readonly skills: Pick<SkillStore, "contentOf">; readonly cacheBytes: number },
): SkillReadings {
  const known = new LRUCache<string, SkillReading>({
    maxSize: Math.max(1, Math.floor(cacheBytes)),
    sizeCalculation: ({ bytes, contents, stored }) =>
      contents.reduce(
        (sum, { bytes }) => sum + bytes.byteLength,
        bytes + stored.bytes.byteLength * MEMORY_PER_BYTE,
      ),
  });

  return async (account, files) => {
    const key = keyOf(account, files);
    const before = known.get(key);
    if (before !== undefined) return success(before);
    const read = await readSkillFiles(files);
    if (!read.ok) return read;
    const reading: SkillReading = {
      ...read.value,
      digest: versionDigest(read.value.document.files),
      stored: skills.contentOf(read.value.document),
      // Not what holds the whole body of the request.
      contents: read.value.contents.map(({ id, bytes }) => ({ id, bytes: bytes.slice() })),
    };
    known.set(key, reading);
    return success(reading);
  };
}

/** No two accounts, and no two trees, have one key: paths have no null characters, and the length of each file is told. */
function keyOf(account: AccountId, files: readonly UploadedFile[]): string {
  const hash = createHash("sha256").update(`${account}\0`);
  for (const { path, bytes } of files) hash.update(`${path}\0${bytes.byteLength}\0`).update(bytes);
  return hash.digest("base64");
}
