import type { HostCredential, Repository } from "./git_host.ts";
import type { IndexProgress } from "./index_progress.ts";
import type { NetworkId } from "./auth/network_id.ts";
import type { SnapshotKey } from "./mounts.ts";

/** Where a snapshot stands, as far as a client is told. */
export type IndexState =
  | { readonly state: "ready" }
  /** `progress`: only of what this process works on. */
  | { readonly state: "indexing"; readonly progress?: IndexProgress }
  /** More waits than this process takes on: the cron comes to it, or who asks again. */
  | { readonly state: "busy" }
  /** Its client has started as many unseen repositories as it may for now; nothing was started. */
  | { readonly state: "refused"; readonly retryAfterSeconds: number }
  | { readonly state: "failed"; readonly code: IndexFailureCode; readonly retryAt: number | null };

export type IndexFailureCode =
  | "tree_truncated"
  | "tree_too_large"
  | "host_not_found"
  | "host_rate_limited"
  | "host_unavailable"
  | "commit_unsupported"
  | "objects_missing"
  | "content_changed"
  | "internal";

/** One commit to make ready. */
export interface IndexTask {
  readonly key: SnapshotKey;
  readonly repository: Repository;
  /** Who asks for it: clients take turns. Left out for what the cron does. */
  readonly client?: () => NetworkId;
  /** What a repository that is not public is fetched with; kept while the commit is read, and nowhere. */
  readonly credential?: HostCredential;
}

/** The door to indexing for mounts and reading. */
export interface Indexing {
  /** Starts the task in the background if it is due; says where it stands. Never waits for it. */
  request(task: IndexTask): Promise<IndexState>;
  /** As `request`, then waits until the snapshot is ready or failed, at most `waitMs`. */
  wait(task: IndexTask, waitMs: number, signal?: AbortSignal): Promise<IndexState>;
  /** Drops what the process remembers of a snapshot, once its reader found it absent or broken. */
  forget(key: SnapshotKey): void;
}

/** What an indexing failure means for retries (docs/design/snapshots.md "Snapshots in KV"). */
export const PERMANENT_INDEX_FAILURES: ReadonlySet<IndexFailureCode> = new Set<IndexFailureCode>([
  "tree_truncated",
  "tree_too_large",
  "commit_unsupported",
]);

/**
 * The cron tries a commit this often; later tries need somebody who asks for it
 * (docs/design/snapshots.md "Snapshots in KV").
 */
export const CRON_TRIES = 8;
