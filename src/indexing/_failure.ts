import type { HostFailure } from "../../contracts/git_host.ts";
import type { IndexFailureCode } from "../../contracts/indexing.ts";

/**
 * Ends the making of a snapshot with a code that clients are told. Thrown, because bytes are also read
 * from inside the search engine's callbacks, which carry no failure values.
 */
export class IndexingFailure extends Error {
  override readonly name = "IndexingFailure";

  constructor(readonly code: IndexFailureCode, readonly retryAfterSeconds: number | null = null) {
    super(`Cannot index the commit: ${code}`);
  }
}

/** What a host's refusal means for the commit being indexed. */
export function hostFailure(failure: HostFailure): IndexingFailure {
  switch (failure.reason) {
    case "not_found":
      return new IndexingFailure("host_not_found");
    case "rate_limited":
      return new IndexingFailure("host_rate_limited", failure.retryAfterSeconds);
    case "unavailable":
      return new IndexingFailure("host_unavailable");
    case "incomplete":
      return new IndexingFailure("objects_missing");
    case "unsupported":
      return new IndexingFailure("commit_unsupported");
  }
}
