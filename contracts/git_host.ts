import type { BlobHash, CommitHash, HostKey, HostRules, RepoPath, Revision } from "./addresses.ts";
import type { Brand } from "./brand.ts";
import type { TreeListing } from "./domain.ts";
import type { Result } from "./result.ts";

/** The host's immutable id of a repository (or its name where the host has none). Safe as a KV key part. */
export type RepositoryId = Brand<string, "RepositoryId">;

/** A repository as its host knows it. */
export type Repository = PublicRepository | PrivateRepository;

/** Its host showed it to somebody who said nothing of themselves: everyone may see it. */
export interface PublicRepository extends RepositoryFacts {
  readonly visibility: "public";
}

/** Its host showed it to somebody, and does not show it to everyone. */
export interface PrivateRepository extends RepositoryFacts {
  readonly visibility: "private";
}

interface RepositoryFacts {
  readonly host: HostKey;
  readonly id: RepositoryId;
  readonly owner: string;
  readonly name: string;
  readonly description: string | null;
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
  /** The repository lacks what its commit lists, as a partial clone does; `remedy` says what completes it. */
  | { readonly reason: "incomplete"; readonly detail: string; readonly remedy: string }
  /**
   * This server cannot read it, now or later, such as a repository that names objects by SHA-256. `remedy`,
   * a sentence without a full stop: what would help, where a change of the repository would not.
   */
  | { readonly reason: "unsupported"; readonly detail: string; readonly remedy?: string };

/** What a host is asked with on somebody's behalf. A secret: sent to that host alone, never stored as it is, never logged. */
export interface HostCredential {
  readonly token: string;
}

/** What a question to a host may build on. */
export interface Earlier {
  /** What the host said of the repository before, so that what rarely changes is not asked for each time. */
  readonly known?: Repository | null;
  /** Nothing that the host said until then counts. Milliseconds since the epoch. */
  readonly since?: number;
}

/**
 * What the owners of repositories gave this server at a host, as an app that they installed: it reads the repositories that they
 * chose, whoever asks. Whether somebody may see one is not its business, and asked as them.
 */
export interface HostApp {
  /**
   * What reads one repository, and does nothing else. It works for a quarter of an hour at least. Fails with `not_found` where
   * the app does not read the repository of that id, whatever its name leads to.
   */
  credential(
    repository: PrivateRepository,
    earlier?: Pick<Earlier, "since">,
  ): Promise<Result<HostCredential, HostFailure>>;
  /** The repository behind a name, as the app is shown it. */
  repository(owner: string, name: string): Promise<Result<PrivateRepository, HostFailure>>;
}

/** Bytes that the adapter has already checked against their hash. */
export interface Blob {
  readonly hash: BlobHash;
  readonly bytes: Uint8Array;
}

/**
 * A git host (docs/design/git-hosts.md "The GitHost port"). Adapters talk only to their configured base,
 * run nothing a repository brings and never follow symlinks or submodules. Failures are values; a throw is
 * a bug.
 */
export interface GitHost {
  readonly key: HostKey;
  readonly rules: HostRules;
  /**
   * How long an answer may be believed. Seconds. `stale`: how long it goes on being served while the host
   * cannot be asked; answers of a host without it are kept by no other process and by no restart.
   */
  readonly lifetimes: { readonly repository: number; readonly ref: number; readonly stale?: number };
  /** Whether repositories of this host count as verified (docs/design/git-hosts.md "The local host"). */
  readonly verified: boolean;
  /**
   * The same host, asked with a credential. Asked without one it answers as to everyone, and only what it answers so is
   * public; what is answered with one is kept for that credential alone, and answers nobody else. Two of the same
   * credential share what they know.
   */
  as(credential: HostCredential): GitHost;
  /** Left out where nothing but people's own credentials reads what is not public. */
  readonly app?: HostApp;
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
   * Whether an anonymous read of the repository's name gives the commit now, reachable or not. A name that is
   * all there is to know a repository by may have come to mean another one. Absent where it cannot.
   */
  gives?(repository: Repository, commit: CommitHash): Promise<Result<boolean, HostFailure>>;
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
