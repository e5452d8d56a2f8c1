import type { RepoPath } from "../../../contracts/addresses.ts";
import type { TreeEntry, TreeListing } from "../../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { baseName, comparePaths, directoryOf, parseRepoPath, ROOT_PATH } from "../address/repo_path.ts";
import { roleOf } from "../file/file_role.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import type { Directory, RepositoryTree, TreeFile, TreeLink } from "./repository_tree.ts";

interface OpenDirectory extends Directory {
  readonly children: Map<string, Directory>;
  readonly files: TreeFile[];
}

/** What a directory counts for at least, in characters of its path; few repositories exceed it on average. */
const DIRECTORY_CHARACTERS = 64;

/**
 * Sorts a listing into files, directories and links. Directories are bounded like entries, longer paths
 * counting for more: git lets an author name a deep chain of them thousands of times at no cost.
 */
export function* readTree(listing: TreeListing, maxDirectories: number): Step<RepositoryTree> {
  const pause = createPause();
  const root = openDirectory(ROOT_PATH, null);
  const directories = new Map<string, OpenDirectory>([[ROOT_PATH, root]]);
  const files = new Map<string, TreeFile>();
  const links: TreeLink[] = [];
  const unreadableManifests = new Set<Directory>();
  const unservable = new Map<Directory, number>();
  let room = (maxDirectories - 1) * DIRECTORY_CHARACTERS;
  let leftOut = 0;
  let cut = false;

  for (const entry of [...listing.entries].sort((one, other) => comparePaths(one.path, other.path))) {
    if (pause(1 + entry.path.length / DIRECTORY_CHARACTERS)) yield NOTHING;
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
      const { hash, size, least = false } = entry;
      const file = { path, name, role: roleOf(path), directory, hash, size, least };
      files.set(path, file);
      directory.files.push(file);
    } else if (entry.mode === "symlink" || entry.mode === "submodule") {
      links.push({ path, name, directory, mode: entry.mode });
      if (roleOf(path) === "manifest") unreadableManifests.add(directory);
    }
  }
  const inOrder = [...directories.values()].sort((one, other) => comparePaths(one.path, other.path));
  return { root, files, directories: inOrder, links, unreadableManifests, unservable, cut };

  /** Null when the directory would be one too many. */
  function directoryAt(path: RepoPath): OpenDirectory | null {
    if (room < 0) return directories.get(path) ?? null;
    const missing: RepoPath[] = [];
    let known = directories.get(path);
    for (let above = path; known === undefined; known = directories.get(above)) {
      missing.push(above);
      above = directoryOf(above);
    }
    for (const next of missing.reverse()) {
      room -= Math.max(next.length, DIRECTORY_CHARACTERS);
      if (room < 0) return null;
      const child = openDirectory(next, known);
      known.children.set(child.name, child);
      directories.set(next, child);
      known = child;
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
    if (isManifest && path.length - name.value.length - 1 <= above.length) unreadableManifests.add(directory);
  }
}

function openDirectory(path: RepoPath, parent: Directory | null): OpenDirectory {
  const name = baseName(path);
  const hidden = parent !== null && (parent.hidden || name.startsWith("."));
  return { path, name, parent, children: new Map(), files: [], hidden };
}

function isRegular(entry: TreeEntry): entry is TreeEntry & { readonly size: number } {
  return (entry.mode === "file" || entry.mode === "executable") && entry.size !== null;
}

/** The deepest directory above `path` that has a path which can be served. */
function servableDirectory(path: string): RepoPath {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const parsed = parseRepoPath(path.slice(0, end));
    if (parsed.ok) return parsed.value;
  }
  return ROOT_PATH;
}
