import type { BlobHash } from "../../../contracts/addresses.ts";
import type { Blob, HostFailure } from "../../../contracts/git_host.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { parseBlobHash } from "../../format/mod.ts";
import { readGitObjects } from "./_git_objects.ts";
import type { GitRunner } from "./git_runner.ts";

/** Blobs of a repository; what is missing, damaged, too large or no blob is left out. */
export async function* readGitBlobs(
  run: GitRunner,
  gitDir: string,
  hashes: ReadonlySet<BlobHash>,
  signal: AbortSignal,
): AsyncGenerator<Result<Blob, HostFailure>> {
  for await (const object of readGitObjects(run, gitDir, [...hashes], signal)) {
    if (!object.ok) {
      yield object;
      return;
    }
    const { type, bytes } = object.value;
    const hash = parseBlobHash(object.value.hash);
    if (hash.ok && hashes.has(hash.value) && type === "blob") yield success({ hash: hash.value, bytes });
  }
}
