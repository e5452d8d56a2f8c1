import type { Address, CommitHash, HostKey, RepoPath } from "./addresses.ts";
import type { Permit } from "./auth/permission.ts";
import type { Viewer } from "./auth/viewer.ts";
import type { PrivateRepository, PublicRepository, RepositoryId, Resolution, Stale } from "./git_host.ts";

/** `licensed` applies licences; `full` serves everything (a verified repository's default branch). */
export type ServingMode = "full" | "licensed";

/** Names one immutable snapshot (docs/design/snapshots.md "Snapshots in KV"). */
export interface SnapshotKey {
  readonly host: HostKey;
  readonly repository: RepositoryId;
  readonly commit: CommitHash;
  /** Reading-rule version. */
  readonly rules: string;
  readonly serving: ServingMode;
}

/** An address that the viewer may use, resolved to one commit. What is not public takes a permit to be one. */
export type Mount =
  & OpenedAddress
  & (
    | { readonly repository: PublicRepository; readonly permit: null }
    | { readonly repository: PrivateRepository; readonly permit: Permit }
  );

interface OpenedAddress {
  /** Who opened it. */
  readonly viewer: Viewer;
  readonly address: Address;
  readonly resolution: Resolution;
  readonly pinned: boolean;
  readonly verified: boolean;
  readonly snapshot: SnapshotKey;
  /** Until when the resolution may be believed. Milliseconds since the epoch. */
  readonly validUntil: number;
  /** The repository is known by a name that may come to mean another: a pin holds no longer than `validUntil`. */
  readonly mustBeProven?: true;
  /** Absent: everything is as the host said within its lifetime. */
  readonly stale?: Stale;
  /** Where a file of this commit can be seen and had at its host. */
  readonly webUrl: (path: RepoPath) => string | null;
  readonly rawUrl: (path: RepoPath) => string | null;
}

/**
 * What this deployment remembers of refs, shared by all processes
 * (docs/design/addresses.md "What an address may serve").
 */
export interface ResolutionStore {
  read(host: HostKey, repository: RepositoryId, ref: string): Promise<StoredResolution | null>;
  /** Never replaces a newer answer; returns what stands afterwards. Also remembers an identified commit as resolved. */
  write(
    host: HostKey,
    repository: RepositoryId,
    ref: string,
    entry: StoredResolution,
  ): Promise<StoredResolution>;
  /** Whether this deployment resolved the commit from a branch, tag or working tree before. */
  wasResolved(host: HostKey, repository: RepositoryId, commit: CommitHash): Promise<boolean>;
  /** The host said at `at` that there is no such ref; a newer answer stands. */
  remove(host: HostKey, repository: RepositoryId, ref: string, at: number): Promise<void>;
  /** Forgets every ref and every commit that was resolved: the repository is gone, or no longer public. */
  clear(host: HostKey, repository: RepositoryId): Promise<void>;
}

export interface StoredResolution {
  readonly resolution: Resolution;
  /** Milliseconds since the epoch. */
  readonly resolvedAt: number;
  /**
   * The host had said which repository it is, so that this commit is that one's. Left out where the host only said what a
   * name gives, which may have come to mean another repository.
   */
  readonly identified?: true;
}

/** What this deployment remembers of the repositories behind names, shared by all processes. */
export interface NameStore {
  /** @param name `owner/name` as in a canonical address. */
  read(host: HostKey, name: string): Promise<StoredRepository | null>;
  /** Never replaces a newer answer. */
  write(host: HostKey, name: string, entry: StoredRepository): Promise<void>;
  remove(host: HostKey, name: string): Promise<void>;
}

export interface StoredRepository {
  /** Everyone may see it: nothing else is remembered under a name. */
  readonly repository: PublicRepository;
  /** When its host was asked. Milliseconds since the epoch. */
  readonly askedAt: number;
}

/**
 * Since when what was learnt of a repository no longer counts, each including what stands before it.
 * Milliseconds since the epoch; 0: it counts.
 */
export interface Invalidated {
  /** What its refs mean. */
  readonly refs: number;
  /** What it is, and that it is public. */
  readonly facts: number;
  /** Even while its host cannot be asked. */
  readonly closed: number;
}

/**
 * What ends belief before its time, shared by all processes
 * (docs/design/addresses.md "What an address may serve").
 */
export interface Invalidations {
  /**
   * As of less than two seconds ago, and at once for what this process added; older only while the store
   * does not answer.
   *
   * @param subjects A repository's id, `owner/name` as in canonical addresses, and what `everythingOf` names.
   */
  of(host: HostKey, subjects: readonly string[]): Promise<Invalidated>;
  /** What `of` says where it asks the store nothing; null where it would ask. */
  held(host: HostKey, subjects: readonly string[]): Invalidated | null;
  add(host: HostKey, subjects: readonly string[], what: keyof Invalidated): Promise<void>;
}

/** Names all repositories of an owner at once in an invalidation: what ends is what its people may see there, and nothing public. */
export function everythingOf(owner: string): string {
  return `${owner}/*`;
}
