import type { BlobHash } from "../../../contracts/addresses.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import type { Blob, HostFailure } from "../../../contracts/ports.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { gitBlobHash } from "../../format/mod.ts";
import { MAX_BLOB } from "./_git_blobs.ts";
import { unlessUnreadable } from "./_unreadable.ts";

/**
 * Files of a directory that was looked at before. Only a path that was listed is opened, and what no
 * longer has the hash that it had then is left out.
 */
export async function* readWorktreeBlobs(
  root: string,
  listing: TreeListing,
  wanted: readonly { readonly hash: BlobHash; readonly path: string }[],
  signal: AbortSignal,
): AsyncGenerator<Result<Blob, HostFailure>> {
  const listed = new Map(listing.entries.map((entry) => [entry.path, entry]));
  const delivered = new Set<BlobHash>();
  for (const { hash, path } of wanted) {
    const entry = listed.get(path);
    if (signal.aborted) return;
    if (entry?.hash !== hash || entry.size === null || entry.size > MAX_BLOB || delivered.has(hash)) continue;
    const file = `${root}/${path}`;
    const info = await unlessUnreadable(Deno.lstat(file));
    // What has become a link or a pipe since is never opened.
    if (!info?.isFile || info.size !== entry.size) continue;
    const bytes = await unlessUnreadable(Deno.readFile(file));
    if (bytes === null || gitBlobHash(bytes) !== hash) continue;
    delivered.add(hash);
    yield success({ hash, bytes });
  }
}
