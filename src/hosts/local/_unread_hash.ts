import { createHash } from "node:crypto";
import type { BlobHash } from "../../../contracts/addresses.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import { parseBlobHash } from "../../format/mod.ts";

/**
 * The hash of a file that is too large to be read. Its size is all that is ever told of such a file, and
 * so all that a change of it can change.
 */
export function unreadHash(size: number): BlobHash {
  const parsed = parseBlobHash(createHash("sha1").update(`skillmount unread file\0${size}`).digest("hex"));
  if (!parsed.ok) throw new TypeError(`Cannot name a file: ${parsed.error}`);
  return parsed.value;
}

/** The blobs of a commit that a working tree would not read, each with the hash that it has there. */
export function unreadBlobs({ entries }: TreeListing, maxFileBytes: number): ReadonlyMap<BlobHash, BlobHash> {
  const unread = new Map<BlobHash, BlobHash>();
  for (const { mode, hash, size } of entries) {
    const isFile = mode === "file" || mode === "executable";
    if (isFile && size !== null && size > maxFileBytes) unread.set(hash, unreadHash(size));
  }
  return unread;
}
