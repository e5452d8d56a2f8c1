import type { Address, BlobHash, CommitHash, HostKey, HostRules, RepoPath, Revision } from "./addresses.ts";
import type { Brand } from "./brand.ts";
import type { Catalog, ContentId, FileFacts, TreeListing } from "./domain.ts";
import type { IndexProgress } from "./index_progress.ts";
import type { Result } from "./result.ts";

// --- ambient things, handed in ---

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A fresh unguessable identifier. */
export type NewId = () => string;

/** Structured log. Never given query text, file content, credentials or addresses of private repositories. */
export type Log = (
  level: "debug" | "info" | "warn" | "error",
  event: string,
  fields?: Readonly<Record<string, string | number | boolean | null>>,
) => void;

// --- git hosts ---

/** The host's immutable id of a repository (or its name where the host has none). Safe as a KV key part. */
export type RepositoryId = Brand<string, "RepositoryId">;

/** A repository as its host knows it. */
export interface Repository {
  readonly host: HostKey;
  readonly id: RepositoryId;
  readonly owner: string;
  readonly name: string;
  readonly description: string | null;
  readonly visibility: "public" | "private";
  /** Null when the repository has no default branch, such as a plain directory. */
  readonly defaultBranch: string | null;
  /**
   * The owner's picture, an https URL without port and credentials where its host keeps nothing but
   * pictures: `avatars.githubusercontent.com` for github.com; for an Enterprise Server `avatars.` below it,
   * or its own `/avatars/` and `/u/`. Null where there is none. Checked by the adapter: who fetches it
   * follows no redirect and believes neither its length nor its type.
   */
  readonly picture: string | null;
  /** The host would not tell these facts anew: they are what was known, or what the name alone says. */
  readonly stale?: true;
  /** When a host that tells facts sparingly told these, and what makes asking for them again cheap. */
  readonly confirmed?: { readonly at: number; readonly etag: string | null };
}

/** What the host would not tell anew, so that what it said last is served. */
export interface Stale {
  /** `facts`: the repository's name and description. `commit`: what its refs mean as well. */
  readonly what: "facts" | "commit";
  /** When the host last told it; null: it never did. Milliseconds since the epoch. */
  readonly asOf: number | null;
}

/** What a revision means now. */
export interface Resolution {
  readonly commit: CommitHash;
  readonly kind: "branch" | "tag" | "commit" | "worktree";
  /** The branch or tag, without `refs/heads/` or `refs/tags/`; null for a hash or a working tree. */
  readonly name: string | null;
  /** The commit is the default branch's, asked for by no ref, by that branch, or proven in its history. */
  readonly onDefaultBranch: boolean;
}

/** `detail` is a clause that is safe to show to whoever may see the repository: no path, no exception text. */
export type HostFailure =
  | { readonly reason: "not_found" }
  | { readonly reason: "rate_limited"; readonly retryAfterSeconds: number | null }
  | { readonly reason: "unavailable"; readonly detail: string }
  /** This server cannot read it, now or later, such as a repository that names objects by SHA-256. */
  | { readonly reason: "unsupported"; readonly detail: string };

/** What a question to a host may build on. */
export interface Earlier {
  /** What the host said of the repository before, so that what rarely changes is not asked for each time. */
  readonly known?: Repository | null;
  /** Nothing that the host said until then counts. Milliseconds since the epoch. */
  readonly since?: number;
}

/** Bytes that the adapter has already checked against their hash. */
export interface Blob {
  readonly hash: BlobHash;
  readonly bytes: Uint8Array;
}

/**
 * A git host (design "The GitHost port"). Adapters talk only to their configured base, run nothing a
 * repository brings and never follow symlinks or submodules. Failures are values; a throw is a bug.
 */
export interface GitHost {
  readonly key: HostKey;
  readonly rules: HostRules;
  /**
   * How long an answer may be believed. Seconds. `stale`: how long it goes on being served while the host
   * cannot be asked; answers of a host without it are kept by no other process and by no restart.
   */
  readonly lifetimes: { readonly repository: number; readonly ref: number; readonly stale?: number };
  /** Whether repositories of this host count as verified (design "The local host"). */
  readonly verified: boolean;
  repository(owner: string, repo: string, earlier?: Earlier): Promise<Result<Repository, HostFailure>>;
  /**
   * A branch of that name, else a tag, else a short hash; `heads/x` and `tags/x` mean what they say. A
   * full hash resolves only when it is the tip of a branch or tag, or in the default branch's history.
   */
  resolve(
    repository: Repository,
    revision: Revision,
    earlier?: Pick<Earlier, "since">,
  ): Promise<Result<Resolution, HostFailure>>;
  /**
   * The files of a commit. `known` lists an earlier commit whose files are stored: a host may take
   * their sizes from there, and then fetches only what is new. Once `signal`
   * aborts, a host that is still at work may end it as unavailable.
   */
  tree(
    repository: Repository,
    commit: CommitHash,
    maxEntries: number,
    known?: TreeListing | null,
    signal?: AbortSignal,
  ): Promise<Result<TreeListing, HostFailure>>;
  /**
   * The bytes of blobs of `commit`, each hashed, in any order. A blob that cannot be had, or whose
   * bytes no longer match (a working tree edited in between), is left out.
   */
  blobs(
    repository: Repository,
    commit: CommitHash,
    wanted: readonly { readonly hash: BlobHash; readonly path: string }[],
    signal: AbortSignal,
  ): AsyncIterable<Result<Blob, HostFailure>>;
  /** Where a person sees the file; null when the host has no such place. */
  webUrl(repository: Repository, commit: CommitHash, path: RepoPath): string | null;
  /** Where a program gets the file's bytes. */
  rawUrl(repository: Repository, commit: CommitHash, path: RepoPath): string | null;
}

// --- mounts ---

/** Tells clients apart without telling who they are: no address can be had back from it. */
export type ClientId = Brand<string, "ClientId">;

/** Who asks. More kinds come with accounts. */
export interface Viewer {
  readonly kind: "anonymous";
  /** Whose connection it is. Left out for what nobody asks over a network. */
  readonly client?: () => ClientId;
}

/** Whether a viewer may see a repository. Asked on every call, cached content included. */
export type ViewerCheck = (viewer: Viewer, repository: Repository) => Promise<boolean>;

/** `licensed` applies licences; `full` serves everything (a verified repository's default branch). */
export type ServingMode = "full" | "licensed";

/** Names one immutable snapshot (design "Snapshots in KV"). */
export interface SnapshotKey {
  readonly host: HostKey;
  readonly repository: RepositoryId;
  readonly commit: CommitHash;
  /** Reading-rule version. */
  readonly rules: string;
  readonly serving: ServingMode;
}

/** An address that the viewer may use, resolved to one commit. */
export interface Mount {
  /** Who opened it. */
  readonly viewer: Viewer;
  readonly address: Address;
  readonly repository: Repository;
  readonly resolution: Resolution;
  readonly pinned: boolean;
  readonly verified: boolean;
  readonly snapshot: SnapshotKey;
  /** Until when the resolution may be believed. Milliseconds since the epoch. */
  readonly validUntil: number;
  /** Absent: everything is as the host said within its lifetime. */
  readonly stale?: Stale;
  /** Where a file of this commit can be seen and had at its host. */
  readonly webUrl: (path: RepoPath) => string | null;
  readonly rawUrl: (path: RepoPath) => string | null;
}

/** What this deployment remembers of refs, shared by all processes (design "What an address may serve"). */
export interface ResolutionStore {
  read(host: HostKey, repository: RepositoryId, ref: string): Promise<StoredResolution | null>;
  /** Never replaces a newer answer; returns what stands afterwards. Also remembers the commit as resolved. */
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
  readonly repository: Repository;
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

/** What ends belief before its time, shared by all processes (design "What an address may serve"). */
export interface Invalidations {
  /**
   * As of less than two seconds ago, and at once for what this process added; older only while the store
   * does not answer.
   *
   * @param subjects A repository's id, and `owner/name` as in canonical addresses.
   */
  of(host: HostKey, subjects: readonly string[]): Promise<Invalidated>;
  add(host: HostKey, subjects: readonly string[], what: keyof Invalidated): Promise<void>;
}

// --- trust ---

/** What the operator says of a repository (seed "Indexing and trust"). Blocked beats the others. */
export interface Trust {
  /** Its default branch is served in full and without a notice. */
  readonly verified: boolean;
  readonly featured: boolean;
  /** Answered exactly like a repository that does not exist. */
  readonly blocked: boolean;
}

/** A row of the operator's lists: the repository as it was when it was put on one. */
export interface TrustEntry extends Trust {
  readonly host: HostKey;
  readonly repository: RepositoryId;
  readonly owner: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** The operator's lists, shared by all processes. */
export interface TrustLists {
  /**
   * What has been said of a repository, as of less than 30 seconds ago. Verified and featured count only
   * while it belongs to the owner they were given to; a block follows it through renames and transfers.
   * Throws when the store has not answered for so long: a block must not be forgotten.
   *
   * @param inAnyCase A block also holds for names that differ from the blocked one in letter case alone:
   * on a host that may take them for the same repository.
   */
  of(repository: Repository, inAnyCase?: boolean): Promise<Trust>;
  /** Every entry, in no order, as old as what `of` says: asking costs the store next to nothing. */
  list(): Promise<readonly TrustEntry[]>;
  /** Puts the repository on a list besides those it is on; in force here at once. */
  add(repository: Repository, list: keyof Trust): Promise<TrustEntry>;
  /** Takes a repository off all lists. */
  clear(entry: Pick<TrustEntry, "host" | "repository">): Promise<void>;
}

// --- indexing ---

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
  | "content_changed"
  | "internal";

/** One commit to make ready. */
export interface IndexTask {
  readonly key: SnapshotKey;
  readonly repository: Repository;
  /** Who asks for it: clients take turns. Left out for what the cron does. */
  readonly client?: () => ClientId;
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

// --- store ---

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

/** Bytes by content id, shared by the snapshots of one repository and by no other. */
export interface ContentStore {
  /** Which of these are stored. */
  stored(host: HostKey, repository: RepositoryId, ids: readonly ContentId[]): Promise<ReadonlySet<ContentId>>;
  /** Stores in packs; a pack is visible as a whole or not at all. Idempotent. */
  write(
    host: HostKey,
    repository: RepositoryId,
    contents: Iterable<{ readonly id: ContentId; readonly bytes: Uint8Array }>,
  ): Promise<void>;
  /** Null when it is absent or broken; broken bytes are dropped so that the next indexing fetches them again. */
  read(host: HostKey, repository: RepositoryId, id: ContentId): Promise<Uint8Array | null>;
}

/** What reading needs of a ready snapshot, through byte-bounded caches. Null: absent or broken. */
export interface SnapshotReader {
  catalog(key: SnapshotKey): Promise<CatalogView | null>;
  search(key: SnapshotKey): Promise<SearchReader | null>;
  content(key: SnapshotKey, id: ContentId): Promise<Uint8Array | null>;
  /** The same bytes decoded; null also when they are not UTF-8. */
  text(key: SnapshotKey, id: ContentId): Promise<string | null>;
}

/** A catalog with the look-ups that requests need. Indexes point into the catalog's arrays. */
export interface CatalogView {
  readonly catalog: Catalog;
  readonly skillAt: ReadonlyMap<string, number>;
  readonly fileAt: ReadonlyMap<string, number>;
  readonly folderAt: ReadonlyMap<string, number>;
  readonly emptyDirectories: ReadonlySet<string>;
  readonly withheldAt: ReadonlyMap<string, number>;
}

// --- housekeeping ---

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
 * The store as a whole: what is in it, and how it is taken out. Nothing here takes a byte that a snapshot
 * refers to, whatever other processes write, publish or read meanwhile.
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

// --- search ---

/** One file that search may find. Members of a group are folded under its leader, a skill. */
export interface SearchEntry {
  readonly path: RepoPath;
  /** The path of the owning SKILL.md, or the entry's own path. */
  readonly group: RepoPath;
  /** Changes whenever anything that is indexed of the entry changes. */
  readonly fingerprint: string;
  /** Read only when the previous index does not hold the fingerprint. */
  readonly fields: () => Promise<SearchFields>;
}

export interface SearchFields {
  /** A skill's name or a document's title. */
  readonly name: string;
  readonly description: string;
  readonly headings: readonly string[];
  readonly body: string;
  /** BCP 47, from the governing manifest; may choose the stemmer. */
  readonly language: string | null;
}

export interface SearchHit {
  /** The skill's SKILL.md or the document. */
  readonly path: RepoPath;
  readonly score: number;
  /** Matching members but the leader, best first. */
  readonly members: readonly RepoPath[];
  /** Whether the leader itself matched. */
  readonly matched: boolean;
  /** The strongest field of the best member, and that member. */
  readonly field: "name" | "description" | "heading" | "path" | "body";
  readonly best: RepoPath;
}

/** An opened index of one snapshot. Deterministic: equal bytes and query give equal hits in equal order. */
export interface SearchReader {
  /** Groups in relevance order, each at its best member's position. `within` clips members by directory. */
  search(query: string, within: RepoPath): readonly SearchHit[];
  /** A one-line excerpt of `text` around the query's words, at most `characters`; null when none occurs. */
  excerpt(query: string, text: string, characters: number): string | null;
  /** Memory it holds. */
  readonly bytes: number;
}

/** The search engine. Building and opening yield to other work at least every 40 ms. */
export interface SearchIndex {
  /** `previous` is any earlier index of the repository, or null; entries are in path order. */
  build(entries: readonly SearchEntry[], previous: Uint8Array | null): Promise<Uint8Array>;
  /** Null when the bytes are not an index of this version, or are broken. */
  open(bytes: Uint8Array): Promise<SearchReader | null>;
}

/** What an indexing failure means for retries (design "Snapshots in KV"). */
export const PERMANENT_INDEX_FAILURES: ReadonlySet<IndexFailureCode> = new Set<IndexFailureCode>([
  "tree_truncated",
  "tree_too_large",
  "commit_unsupported",
]);

/** The cron tries a commit this often; later tries need somebody who asks for it (design "Snapshots in KV"). */
export const CRON_TRIES = 8;
