import type { BlobHash } from "../../../contracts/addresses.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import type { Blob, HostFailure } from "../../../contracts/git_host.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { gitBlobHash } from "../../format/mod.ts";
import { readInside } from "./_read_inside.ts";

/**
 * Files of a directory that was looked at before. Only a path that was listed as a file is opened, and
 * what no longer has the hash that it had then is left out.
 */
export async function* readWorktreeBlobs(
  root: string,
  listing: TreeListing,
  maxFileBytes: number,
  wanted: readonly { readonly hash: BlobHash; readonly path: string }[],
  signal: AbortSignal,
): AsyncGenerator<Result<Blob, HostFailure>> {
  const listed = new Map(listing.entries.map((entry) => [entry.path, entry]));
  const delivered = new Set<BlobHash>();
  for (const { hash, path } of wanted) {
    const entry = listed.get(path);
    if (signal.aborted) return;
    if (entry?.hash !== hash || entry.size === null || entry.size > maxFileBytes || delivered.has(hash)) {
      continue;
    }
    const file = await readInside(root, path, entry.size);
    if (file === null || file.bytes === null || gitBlobHash(file.bytes) !== hash) continue;
    delivered.add(hash);
    yield success({ hash, bytes: file.bytes });
  }
}
