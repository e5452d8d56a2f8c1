import { dirname, isAbsolute, join, relative, sep } from "node:path";
import type { HostFailure } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { decodePath } from "./_decode_path.ts";
import { isInside, type NamedDirectory, realDirectory } from "./_directories.ts";
import { BORROWS, type OwnObjects } from "./_own_objects.ts";
import { unlessUnreadable } from "./_unreadable.ts";

/** How a directory is read. Paths are absolute. */
export type Layout =
  /** Outside any repository. */
  | { readonly kind: "plain"; readonly directory: string }
  | { readonly kind: "bare"; readonly gitDir: string }
  | { readonly kind: "checkout"; readonly gitDir: string; readonly workTree: string }
  /** Somewhere in a repository: it has no commits of its own, but git says what is ignored. */
  | {
    readonly kind: "within";
    readonly gitDir: string;
    readonly workTree: string;
    /** From the working tree's root, with `/`. */
    readonly prefix: string;
  };

/** Files such as `.git` and `commondir` hold one path. */
const MAX_PATH_FILE = 8192;
const NOTHING = "/dev/null";

const LEADS_OUT: HostFailure = {
  reason: "unsupported",
  detail: "its .git leads to a repository that does not know this directory",
};

/**
 * Finds out what a directory is, by its files alone. A repository whose own files lead to objects
 * outside the boundary is refused: serving it could mean serving what the operator never named.
 */
export async function readLayout(
  { path, boundary }: NamedDirectory,
  ownObjects: OwnObjects,
): Promise<Result<Layout, HostFailure>> {
  const own = await lstat(join(path, ".git"));
  if (own === null && await isBare(path)) return owned({ kind: "bare", gitDir: path }, boundary, ownObjects);

  for (let workTree = path;; workTree = dirname(workTree)) {
    const found = workTree === path ? own : await lstat(join(workTree, ".git"));
    if (found !== null) {
      const gitDir = await readGitDir(workTree, found, workTree === path ? boundary : workTree);
      if (gitDir === null) return failure(LEADS_OUT);
      if (workTree === path) return owned({ kind: "checkout", gitDir, workTree }, boundary, ownObjects);
      const prefix = relative(workTree, path).split(sep).join("/");
      return success({ kind: "within", gitDir, workTree, prefix });
    }
    if (dirname(workTree) === workTree) return success({ kind: "plain", directory: path });
  }
}

async function isBare(path: string): Promise<boolean> {
  const [head, objects, refs] = await Promise.all(
    ["HEAD", "objects", "refs"].map((name) => lstat(join(path, name))),
  );
  return Boolean(head?.isFile && objects?.isDirectory && refs?.isDirectory);
}

/** The git directory of a working tree; null when it lies elsewhere and does not point back. */
async function readGitDir(workTree: string, found: Deno.FileInfo, boundary: string): Promise<string | null> {
  const path = join(workTree, ".git");
  if (found.isDirectory) return path;
  const target = found.isFile ? await readPath(path) : path;
  const gitDir = target === null ? null : await realDirectory(target);
  if (gitDir === null) return null;
  // A linked worktree: the repository keeps the path of each directory that it was checked out to.
  return isInside(gitDir, boundary) || await pointsBack(gitDir, path) ? gitDir : null;
}

async function pointsBack(gitDir: string, gitFile: string): Promise<boolean> {
  const back = await readPath(join(gitDir, "gitdir"));
  return back !== null && await unlessUnreadable(Deno.realPath(back)) === gitFile;
}

/** Refuses a repository whose objects are not its own. */
async function owned(
  layout: Layout & { readonly gitDir: string },
  boundary: string,
  ownObjects: OwnObjects,
): Promise<Result<Layout, HostFailure>> {
  const { gitDir } = layout;
  // A linked worktree, `<repository>/worktrees/<name>`, shares the objects of its repository.
  const limit = isInside(gitDir, boundary) ? boundary : dirname(dirname(gitDir));
  const shared = await readPath(join(gitDir, "commondir"));
  const common = await realDirectory(shared ?? gitDir);
  if (common === null || !isInside(common, limit)) return failure(BORROWS);
  const borrows = await ownObjects(join(common, "objects"));
  return borrows === null ? success(layout) : failure(borrows);
}

/**
 * The path that a file holds, as git reads it: relative to the file's directory, `..` behind a link
 * meaning what the file system says. Null without the file; a path of nothing when git might read
 * something else in it.
 */
async function readPath(file: string): Promise<string | null> {
  const found = await unlessUnreadable(Deno.stat(file));
  if (found === null) return null;
  if (!found.isFile || found.size > MAX_PATH_FILE) return NOTHING;
  const text = decodePath(await unlessUnreadable(Deno.readFile(file)) ?? new Uint8Array());
  const path = text.replace(/^gitdir: /, "").replace(/[\r\n]+$/, "");
  if (path === "" || path.includes("\0")) return NOTHING;
  return isAbsolute(path) ? path : `${dirname(file)}/${path}`;
}

function lstat(path: string): Promise<Deno.FileInfo | null> {
  return unlessUnreadable(Deno.lstat(path));
}
