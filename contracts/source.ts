import type { CommitHash, RepoPath } from "./addresses.ts";
import type { ContentId } from "./domain.ts";
import type { Failure } from "./errors.ts";
import type { Resolution, Stale } from "./git_host.ts";
import type { SearchReader } from "./search_index.ts";
import type { CatalogView } from "./catalog_view.ts";

// What is read, whatever it is: a commit of a git repository, or a version that somebody published.
// Reading, render and the skills extension know a source and nothing of where it was found, so that one
// rule of what is told, paged and named holds for all of them.

/** One immutable tree of skills as one request may see it. */
export interface Source {
  /** What every result tells of where it comes from. */
  readonly citation: Citation;
  /** The directory that may be read, from the root. Of what lies outside only a skill's context tells. */
  readonly path: RepoPath;
  /** What is said of the whole by whoever keeps it, such as the git host; stands in where no file says it. */
  readonly description: string | null;
  /**
   * What continuations hold for beside the path: equal for the same content under the same reading rules,
   * and for nothing else.
   */
  readonly binding: readonly string[];
  /**
   * Where the URIs of its files begin, a segment an item: `["gh", "acme", "library"]` for
   * `skill://gh/acme/library`. A skill at its root adds its own name.
   */
  readonly uriBase: readonly string[];
  readonly view: CatalogView;
  /** Null: the index is gone or broken. */
  readonly search: () => Promise<SearchReader | null>;
  /** Bytes that the catalog names. Null: gone or broken. */
  readonly content: (id: ContentId) => Promise<Uint8Array | null>;
  /** The same decoded; null also when they are not UTF-8. */
  readonly text: (id: ContentId) => Promise<string | null>;
  /** Something that was stored of it is gone: has it made again where that can be; what to answer meanwhile. */
  readonly restore: () => Promise<Failure>;
  /** Where a person sees a file elsewhere, such as at the git host; null where there is no such place. */
  readonly webUrl: (path: RepoPath) => string | null;
  /** Where a program gets the file's bytes elsewhere. */
  readonly rawUrl: (path: RepoPath) => string | null;
}

export type Citation = CommitCitation | VersionCitation | SetCitation;

interface Cited {
  /** Canonical, as mounted, with its leading `/`. */
  readonly address: string;
  /** The address that means this very content for ever. */
  readonly pinnedAddress: string;
  /** The mounted directory. */
  readonly path: RepoPath;
  /** `address` is such an address already. */
  readonly pinned: boolean;
  /** The operator vouches for what is served. */
  readonly verified: boolean;
}

/** A commit of a git repository. */
export interface CommitCitation extends Cited {
  readonly kind: "commit";
  /** The canonical address without ref and path, such as `gh/acme/library`. */
  readonly repository: string;
  readonly commit: CommitHash;
  readonly revision: Pick<Resolution, "kind" | "name">;
  /**
   * Absent: nothing is. A part of what an answer says, and so of its ETag; an answer whose `commit` is stale
   * is kept by no cache.
   */
  readonly stale?: Stale;
}

/** A version of a published skill. */
export interface VersionCitation extends Cited {
  readonly kind: "version";
  /** `owner/name`, such as `acme/ad-copy`. */
  readonly skill: string;
  /** Its label, such as `1.2.0`. */
  readonly version: string;
  /** Of its files: SHA-256, hex. */
  readonly digest: string;
}

/** Several repositories and skills as one. */
export interface SetCitation extends Cited {
  readonly kind: "set";
  /** `owner/name`, such as `acme/release`. */
  readonly set: string;
  /** Of what its members are now: SHA-256, hex. */
  readonly digest: string;
}
