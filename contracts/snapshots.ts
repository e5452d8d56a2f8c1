import type { CommitHash, HostKey } from "./addresses.ts";
import type { CatalogView } from "./catalog_view.ts";
import type { AccountId } from "./auth/viewer.ts";
import type { Catalog, ContentId, FileFacts, TreeListing } from "./domain.ts";
import type { RepositoryId } from "./git_host.ts";
import type { IndexFailureCode, IndexTask } from "./indexing.ts";
import type { SnapshotKey } from "./mounts.ts";
import type { SearchReader } from "./search_index.ts";

/** A claim on a snapshot's work. A late holder's writes are refused by `fence`. */
export interface Lease {
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly fence: number;
}

export type SnapshotRecord =
  & { readonly attempt: number; readonly fence: number; readonly updatedAt: number }
  & (
    | { readonly state: "pending" }
    | { readonly state: "indexing"; readonly lease: Lease }
    | { readonly state: "ready"; readonly parts: SnapshotParts; readonly counts: Catalog["counts"] }
    | {
      readonly state: "failed";
      readonly code: IndexFailureCode;
      /** Null: waits for a new commit or an operator. */
      readonly retryAt: number | null;
    }
  );

/** Whether a snapshot's work may be claimed at `now`. Leases are judged by their end alone. */
export function isClaimable(record: SnapshotRecord, now: number): boolean {
  switch (record.state) {
    case "pending":
      return true;
    case "indexing":
      return record.lease.until <= now;
    case "failed":
      return record.retryAt !== null && record.retryAt <= now;
    case "ready":
      return false;
  }
}

/** The chunked values of a snapshot. */
export interface SnapshotParts {
  readonly catalog: PartManifest;
  readonly search: PartManifest;
  readonly facts: PartManifest;
}

/** How to read a chunked value back and know that it is whole. */
export interface PartManifest {
  readonly id: string;
  readonly chunks: number;
  /** Uncompressed bytes. */
  readonly bytes: number;
  readonly storedBytes: number;
  readonly codec: "zstd" | "gzip" | "none";
  /** SHA-256 of the uncompressed bytes, hex. */
  readonly sha256: string;
}

/** A claimed piece of work: every write through it fails once the lease was lost. */
export interface SnapshotWork {
  readonly task: IndexTask;
  readonly lease: Lease;
  readonly attempt: number;
  /** The last removal of contents before the claim: one that came after may have taken what is built on. */
  readonly removal: string | null;
}

/** The state machine of snapshots: pending, indexing, ready, failed. Every step is one compare-and-set. */
export interface SnapshotStore {
  record(key: SnapshotKey): Promise<SnapshotRecord | null>;
  /** Makes a pending row unless there is one. */
  create(task: IndexTask): Promise<SnapshotRecord>;
  /** Claims a pending row, an expired lease or a due retry; null when there is nothing to claim. */
  claim(task: IndexTask, owner: string, leaseMs: number): Promise<SnapshotWork | null>;
  /** Null when the lease was lost. */
  renew(work: SnapshotWork, leaseMs: number): Promise<SnapshotWork | null>;
  /** Gives the work back unfinished, to be claimed at once. */
  release(work: SnapshotWork): Promise<void>;
  /**
   * Writes the parts, then flips to ready in one commit, conditioned on the lease and on no removal of
   * contents meanwhile. False: the lease was lost, or was given back because contents that the snapshot
   * refers to are gone; the commit may then be claimed at once, and what is missing is fetched again.
   */
  publish(work: SnapshotWork, contents: SnapshotContents): Promise<boolean>;
  fail(work: SnapshotWork, code: IndexFailureCode, retryAt: number | null): Promise<boolean>;
  /** A failed commit is as one that was never tried. False: it has not failed. */
  retry(key: SnapshotKey): Promise<boolean>;
  /** A ready snapshot whose bytes turned out broken goes back to pending, so that it is indexed again. */
  invalidate(key: SnapshotKey): Promise<void>;
  /** Unfinished work of all repositories, for the cron: at most `limit`. */
  unfinished(
    limit: number,
  ): Promise<readonly { readonly task: IndexTask; readonly record: SnapshotRecord }[]>;
  /** Whether a snapshot of the repository was ever begun and has not been removed since. */
  knows(host: HostKey, repository: RepositoryId): Promise<boolean>;
  /** The newest ready snapshot of the repository under the same rules and mode, to build on. */
  newest(key: SnapshotKey): Promise<NewestSnapshot | null>;
  /** The tree of a commit, kept beside its snapshots. */
  readTree(key: SnapshotKey): Promise<TreeListing | null>;
  writeTree(work: SnapshotWork, tree: TreeListing): Promise<void>;
}

/** Facts by `<role>:<blob hash>`. */
export type RememberedFacts = ReadonlyMap<string, FileFacts>;

/** SHA-256 of assembled documents, hex, by their content id. */
export type DocumentDigests = ReadonlyMap<ContentId, string>;

/** What the next commit's indexing need not find out again. */
export interface Remembered {
  /** Without those that hold text of a file that a licence keeps at its source. */
  readonly facts: RememberedFacts;
  readonly digests: DocumentDigests;
}

/** What a new commit of the repository is built on. */
export interface NewestSnapshot extends Remembered {
  readonly commit: CommitHash;
  readonly search: Uint8Array;
}

export interface SnapshotContents extends Remembered {
  readonly catalog: Catalog;
  readonly search: Uint8Array;
}

/**
 * Whose contents they are. Contents are shared by what one owner has, the snapshots of a repository or the
 * versions of an account, and one root never supplies another's bytes.
 */
export type ContentRoot = RepositoryRoot | AccountRoot;

export interface RepositoryRoot {
  readonly kind: "repository";
  readonly host: HostKey;
  readonly repository: RepositoryId;
}

/** What an account published and drafts. */
export interface AccountRoot {
  readonly kind: "account";
  readonly account: AccountId;
}

export function repositoryRoot(host: HostKey, repository: RepositoryId): RepositoryRoot {
  return { kind: "repository", host, repository };
}

export function accountRoot(account: AccountId): AccountRoot {
  return { kind: "account", account };
}

/** Bytes by content id, shared by what one root has and by no other. */
export interface ContentStore {
  /** Which of these are stored. */
  stored(root: ContentRoot, ids: readonly ContentId[]): Promise<ReadonlySet<ContentId>>;
  /** Stores in packs; a pack is visible as a whole or not at all. Idempotent. */
  write(
    root: ContentRoot,
    contents: Iterable<{ readonly id: ContentId; readonly bytes: Uint8Array }>,
  ): Promise<void>;
  /** Null when it is absent or broken; broken bytes are dropped so that the next indexing fetches them again. */
  read(root: ContentRoot, id: ContentId): Promise<Uint8Array | null>;
}

/** What reading needs of a ready snapshot, through byte-bounded caches. Null: absent or broken. */
export interface SnapshotReader {
  catalog(key: SnapshotKey): Promise<CatalogView | null>;
  /** What `catalog` gives where it is in memory; null where the store would be asked. */
  heldCatalog(key: SnapshotKey): CatalogView | null;
  search(key: SnapshotKey): Promise<SearchReader | null>;
  content(key: SnapshotKey, id: ContentId): Promise<Uint8Array | null>;
  /** The same bytes decoded; null also when they are not UTF-8. */
  text(key: SnapshotKey, id: ContentId): Promise<string | null>;
}
