import type { HostKey } from "./addresses.ts";
import type { AccountId } from "./auth/viewer.ts";
import type { Repository, RepositoryId } from "./git_host.ts";
import type { SnapshotKey, StoredResolution } from "./mounts.ts";
import type { Result } from "./result.ts";
import type { SnapshotRecord } from "./snapshots.ts";

/** Names what is stored of one repository. */
export interface RepositoryKey {
  readonly host: HostKey;
  readonly repository: RepositoryId;
}

/** A snapshot as it lies in the store. */
export interface StoredEntry {
  readonly key: SnapshotKey;
  readonly repository: Repository;
  readonly record: SnapshotRecord;
  /** When it was last read, as far as that was written down; null: not. Milliseconds since the epoch. */
  readonly readAt: number | null;
  /** Changes with every write and with every read that is written down. */
  readonly version: { readonly row: string; readonly read: string | null };
}

export interface StoredRef extends StoredResolution {
  readonly ref: string;
}

export interface Holdings {
  readonly snapshots: readonly StoredEntry[];
  readonly refs: readonly StoredRef[];
}

/** Where the collection of garbage stands: one process at a time is at it. */
export interface CollectionState {
  /** Milliseconds since the epoch. */
  readonly lease: { readonly owner: string; readonly until: number } | null;
  /** The repository that was done last; null between two rounds. */
  readonly after: RepositoryKey | null;
  /** What the repositories that are done hold. */
  readonly bytes: number;
  /** When the last round ended; null: none did. Milliseconds since the epoch. */
  readonly endedAt: number | null;
}

/**
 * The store as a whole: what is in it, and how it is taken out. Nothing here takes a byte that a snapshot or a
 * published version refers to, whatever other processes write, publish or read meanwhile.
 */
export interface Housekeeping {
  /** Every repository of which anything is stored, in the order of their keys, from the one after `after` on. */
  repositories(after?: RepositoryKey | null): AsyncIterable<RepositoryKey>;
  holdings(of: RepositoryKey): Promise<Holdings>;
  /** Takes out a snapshot, unless it was written or read since. */
  remove(entry: StoredEntry): Promise<boolean>;
  /** Forgets what a ref meant, unless that was written anew. */
  forget(of: RepositoryKey, ref: StoredRef): Promise<void>;
  /**
   * Takes out what no snapshot of the repository needs and was not written after `before` (milliseconds
   * since the epoch), and closes up what is left.
   *
   * @returns The bytes that are left of it, about.
   */
  sweep(of: RepositoryKey, before: number): Promise<number>;
  /** Every account of which contents are stored. */
  accounts(): AsyncIterable<AccountId>;
  /** As `sweep`, of what an account published: nothing that a version or draft needs goes, whatever the store may hold. */
  sweepAccount(account: AccountId, before: number): Promise<number>;
  /** Takes out everything of a repository. Whoever indexes it meanwhile loses the lease. */
  purge(of: RepositoryKey): Promise<void>;
  /** About how many bytes are stored: chunks as they are written and deleted, the rest as of the last count. */
  bytes(): Promise<number>;
  /** Corrects what `bytes` says. */
  count(bytes: number): Promise<void>;
  collection(): Promise<{ readonly state: CollectionState; readonly version: string | null }>;
  /** Replaces the state that was read under `version`. False: somebody else did. */
  setCollection(state: CollectionState, version: string | null): Promise<boolean>;
}

/** The file of a store that is one. Failures say why, in one line. */
export interface StoreFile {
  /** Copies it as of one moment to a file that is not there yet, while others read and write. Gives its bytes. */
  backup(path: string): Promise<Result<number, string>>;
  /** Gives the space of deleted rows back to the file system. Gives the bytes before and after. */
  compact(): Promise<Result<{ readonly before: number; readonly after: number }, string>>;
}

/** Keeps in mind when snapshots are read, and writes it down at most once an hour for each. */
export interface ReadLog {
  /** Costs a look into memory; what there is to write is written besides. */
  note(key: SnapshotKey): void;
  /** Writes down every read that was not yet. */
  flush(): Promise<void>;
}
