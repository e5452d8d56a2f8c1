import { createHash } from "node:crypto";
import type { BlobHash, CommitHash } from "../../../contracts/addresses.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

const FULL_HASH = /^[0-9a-f]{40}$/;

/** Parses the 40 lowercase hex digits that name a commit; the error is the reason. */
export function parseCommitHash(text: string): Result<CommitHash, string> {
  if (!FULL_HASH.test(text)) return failure("a commit hash has 40 lowercase hex digits");
  return success(text as CommitHash);
}

/** Parses the 40 lowercase hex digits that name a blob; the error is the reason. */
export function parseBlobHash(text: string): Result<BlobHash, string> {
  if (!FULL_HASH.test(text)) return failure("a blob hash has 40 lowercase hex digits");
  return success(text as BlobHash);
}

/**
 * What stands for the hash of a file that no repository holds: the SHA-256 of `bytes`, because whoever uploads may choose
 * two files with one SHA-1.
 */
export function uploadHash(bytes: Uint8Array): BlobHash {
  return createHash("sha256").update(bytes).digest("hex") as BlobHash;
}

/** The hash under which git stores `bytes` as a file: SHA-1 over `blob <size>\0<bytes>`. */
export function gitBlobHash(bytes: Uint8Array): BlobHash {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex") as BlobHash;
}
