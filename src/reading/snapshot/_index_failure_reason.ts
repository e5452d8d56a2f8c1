import type { IndexFailureCode } from "../../../contracts/indexing.ts";

const REASONS: Readonly<Record<IndexFailureCode, string>> = {
  tree_truncated: "the git host did not list all files of the commit",
  tree_too_large: "the commit holds more files than this server reads",
  host_not_found: "the git host no longer has the commit",
  host_rate_limited: "the git host limits requests for now",
  host_unavailable: "the git host cannot be reached for now",
  commit_unsupported: "the commit is of a kind that this server cannot read",
  objects_missing:
    "the repository lacks files of the commit, as a partial clone does: git fetch --refetch --no-filter completes it, and git fsck names what is damaged",
  content_changed: "the files changed while they were read",
  internal: "the server met a problem of its own",
};

/** Why a commit could not be indexed, in words for a client. */
export function indexFailureReason(code: IndexFailureCode): string {
  return REASONS[code];
}
