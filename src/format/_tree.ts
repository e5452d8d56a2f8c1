import type { BlobHash, RepoPath } from "../../contracts/addresses.ts";
import type { FileRole, TreeEntry, TreeListing } from "../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../contracts/limits.ts";
import { roleOf } from "./file_role.ts";
import { createPause, NOTHING, type Step } from "./_pause.ts";
import { baseName, comparePaths, directoryOf, parseRepoPath, ROOT_PATH } from "./repo_path.ts";

/** A regular file whose path can be served. */
export interface TreeFile {
  readonly path: RepoPath;
  readonly name: string;
  readonly role: FileRole;
  readonly directory: Directory;
  readonly hash: BlobHash;
  readonly size: number;
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
  /** Null at the root alone. */
  readonly parent: Directory | null;
  /** In path order. */
  readonly files: TreeFile[];
  /** A segment of its path starts with a dot. */
  readonly hidden: boolean;
}

/** A tree by path; every map is in path order, so that a directory comes after those above it. */
export interface RepositoryTree {
  readonly root: Directory;
  readonly files: ReadonlyMap<string, TreeFile>;
  readonly directories: ReadonlyMap<string, Directory>;
  readonly links: readonly TreeLink[];
  /** Directories whose manifest is no file that can be read: a link, named twice, or under too long a path. */
  readonly unreadableManifests: ReadonlySet<Directory>;
  /** How many files below a directory have paths that cannot be served. */
  readonly unservable: ReadonlyMap<Directory, number>;
  /** The tree has more directories than the limit; files of the rest are left out. */
  readonly cut: boolean;
}

/**
 * Sorts a listing into files, directories and links. Directories are bounded as entries are: git can
 * name a deep chain of directories thousands of times at almost no cost to the author.
 */
export function* readTree(listing: TreeListing, maxDirectories: number): Step<RepositoryTree> {
  const pause = createPause();
  const root: Directory = { path: ROOT_PATH, parent: null, files: [], hidden: false };
  const directories = new Map<string, Directory>([[ROOT_PATH, root]]);
  const files = new Map<string, TreeFile>();
  const links: TreeLink[] = [];
  const unreadableManifests = new Set<Directory>();
  const unservable = new Map<Directory, number>();
  let leftOut = 0;
  let cut = false;

  /** Null when the directory would be one too many. */
  function directoryAt(path: RepoPath): Directory | null {
    const missing: RepoPath[] = [];
    let above = path;
    let known = directories.get(above);
    while (known === undefined) {
      missing.push(above);
      above = directoryOf(above);
      known = directories.get(above);
    }
    if (directories.size + missing.length > maxDirectories) return null;
    for (const next of missing.reverse()) {
      known = {
        path: next,
        parent: known,
        files: [],
        hidden: known.hidden || baseName(next).startsWith("."),
      };
      directories.set(next, known);
    }
    return known;
  }

  function leaveOut(path: string): void {
    const name = parseRepoPath(path.slice(path.lastIndexOf("/") + 1));
    const isManifest = name.ok && roleOf(name.value) === "manifest";
    // Looking for a servable directory above is slow, and nobody reads more diagnostics than are kept.
    if (++leftOut > FORMAT_LIMITS.diagnostics && !isManifest) return;
    const above = servableDirectory(path);
    const directory = directoryAt(above);
    if (directory === null) return;
    unservable.set(directory, (unservable.get(directory) ?? 0) + 1);
    if (isManifest && above === path.slice(0, Math.max(path.lastIndexOf("/"), 0))) {
      unreadableManifests.add(directory);
    }
  }

  for (const entry of [...listing.entries].sort((one, other) => comparePaths(one.path, other.path))) {
    if (pause()) yield NOTHING;
    const parsed = parseRepoPath(entry.path);
    // A tree made by hand may name one path twice; git itself reads the first.
    if (!parsed.ok || parsed.value === "" || files.has(parsed.value)) {
      leaveOut(entry.path);
      continue;
    }
    const path = parsed.value;
    const directory = directoryAt(directoryOf(path));
    if (directory === null) {
      cut = true;
      continue;
    }
    const name = baseName(path);
    if (isRegular(entry)) {
      const file = { path, name, role: roleOf(path), directory, hash: entry.hash, size: entry.size };
      files.set(path, file);
      directory.files.push(file);
    } else if (entry.mode === "symlink" || entry.mode === "submodule") {
      links.push({ path, name, directory, mode: entry.mode });
      if (roleOf(path) === "manifest") unreadableManifests.add(directory);
    }
  }
  return { root, files, directories: sorted(directories), links, unreadableManifests, unservable, cut };
}

function isRegular(entry: TreeEntry): entry is TreeEntry & { readonly size: number } {
  return (entry.mode === "file" || entry.mode === "executable") && entry.size !== null;
}

function servableDirectory(path: string): RepoPath {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const parsed = parseRepoPath(path.slice(0, end));
    if (parsed.ok) return parsed.value;
  }
  return ROOT_PATH;
}

function sorted(directories: ReadonlyMap<string, Directory>): ReadonlyMap<string, Directory> {
  return new Map([...directories].sort(([one], [other]) => comparePaths(one, other)));
}
