import { createHash } from "node:crypto";
import type { CommitHash } from "../../../../contracts/addresses.ts";
import { parseCommitHash } from "../../../format/mod.ts";

/** Stands for the content of a repository without commits: nothing. */
export function emptyCommit(): CommitHash {
  const parsed = parseCommitHash(createHash("sha1").update("skillmount tree\0").digest("hex"));
  if (!parsed.ok) throw new TypeError(`Cannot name an empty tree: ${parsed.error}`);
  return parsed.value;
}
