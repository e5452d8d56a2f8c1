import { createHash } from "node:crypto";
import type { BlobHash, CommitHash } from "../../../contracts/addresses.ts";
import type { TreeEntry, TreeListing } from "../../../contracts/domain.ts";
import { comparePaths, parseCommitHash } from "../../format/mod.ts";

/**
 * The commit that stands for a tree which git has no commit of. Derived from modes, hashes and paths,
 * so that equal contents have the same one and it names nothing but these contents.
 *
 * @param renamed Hashes to be taken for others.
 */
export function pseudoCommit(
  { entries, truncated }: TreeListing,
  renamed: ReadonlyMap<TreeEntry["hash"], BlobHash> = new Map(),
): CommitHash {
  const hash = createHash("sha1").update(truncated ? "skillmount cut tree\0" : "skillmount tree\0");
  for (const entry of [...entries].sort((one, other) => comparePaths(one.path, other.path))) {
    hash.update(`${entry.mode} ${renamed.get(entry.hash) ?? entry.hash} ${entry.path}\0`);
  }
  const parsed = parseCommitHash(hash.digest("hex"));
  if (!parsed.ok) throw new TypeError(`Cannot name a tree: ${parsed.error}`);
  return parsed.value;
}
