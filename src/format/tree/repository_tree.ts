import type { BlobHash, RepoPath } from "../../../contracts/addresses.ts";
import type { FileRole } from "../../../contracts/domain.ts";

/** A regular file whose path can be served. */
export interface TreeFile {
  readonly path: RepoPath;
  readonly name: string;
  readonly role: FileRole;
  readonly directory: Directory;
  readonly hash: BlobHash;
  readonly size: number;
  /** It has at least so many bytes. */
  readonly least: boolean;
}

/** A symlink or submodule. It is never followed; it may only be worth a diagnostic. */
export interface TreeLink {
  readonly path: RepoPath;
  readonly name: string;
  readonly directory: Directory;
  readonly mode: "symlink" | "submodule";
}

export interface Directory {
  readonly path: RepoPath;
  readonly name: string;
  /** Null at the root alone. */
  readonly parent: Directory | null;
  /** By name. */
  readonly children: ReadonlyMap<string, Directory>;
  /** In path order. */
  readonly files: readonly TreeFile[];
  /** A segment of its path starts with a dot. */
  readonly hidden: boolean;
}

/** A commit's tree. All lists are in path order, so that a directory comes after those above it. */
export interface RepositoryTree {
  readonly root: Directory;
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly directories: readonly Directory[];
  readonly links: readonly TreeLink[];
  /** Directories whose manifest is no file that can be read: a link, named twice, or under too long a path. */
  readonly unreadableManifests: ReadonlySet<Directory>;
  /** How many files below a directory have paths that cannot be served. */
  readonly unservable: ReadonlyMap<Directory, number>;
  /** The tree has more directories than the limit; files of the rest are left out. */
  readonly cut: boolean;
}
