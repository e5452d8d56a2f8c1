import type { CommitHash } from "../../../contracts/addresses.ts";
import type { TreeEntry, TreeListing } from "../../../contracts/domain.ts";
import type { HostFailure } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { parseBlobHash } from "../../format/mod.ts";
import { listHeldTree } from "../git/mod.ts";
import { decodePath } from "./_decode_path.ts";
import { GIT_STOPPED, NO_GIT } from "./_git_output.ts";
import { readGitObjects } from "./_git_objects.ts";
import { gitRecords } from "./_git_records.ts";
import type { GitRunner } from "./git_runner.ts";

const LACKS_OBJECTS: HostFailure = {
  reason: "incomplete",
  detail: "the repository lacks files of the commit, as a partial clone does",
  remedy:
    "Complete it with git fetch --refetch --no-filter, or clone it without --filter; git fsck names what is damaged",
};

const UNREADABLE: HostFailure = {
  reason: "unsupported",
  detail: "git lists the commit in a form that this server does not know",
};

const DAMAGED: HostFailure = {
  reason: "unsupported",
  detail: "the repository lacks directories of the commit, or holds others in their place",
};

/**
 * The whole tree of a commit that the repository has; nothing of one with more than `maxEntries`. git
 * checks the hash of no directory that it lists and prints names that it would never check out, so that
 * it is asked for sizes alone: names come from the directories, each hashed, as from any other host.
 */
export async function readGitTree(
  run: GitRunner,
  gitDir: string,
  commit: CommitHash,
  maxEntries: number,
): Promise<Result<TreeListing, HostFailure>> {
  const known = await readSizes(run, gitDir, commit, maxEntries);
  if (!known.ok) return known;
  if (known.value === null) return success({ entries: [], truncated: true });
  const { sizes, directories } = known.value;
  const held = await readDirectories(run, gitDir, commit, directories);
  if (!held.ok) return held;
  const listed = await listHeldTree(held.value.directories, held.value.root, maxEntries);
  if (!listed.ok) return listed;
  if (listed.value === null) return failure(DAMAGED);
  const entries: TreeEntry[] = [];
  for (const entry of listed.value.entries) {
    const size = sizes.get(entry.hash);
    if (size === undefined) return failure(UNREADABLE);
    entries.push({ ...entry, size: entry.mode === "submodule" ? null : size });
  }
  return success({ entries, truncated: listed.value.truncated });
}

/** The sizes of a commit's files, and the hashes of its directories but the root; null where there are too many. */
async function readSizes(run: GitRunner, gitDir: string, commit: CommitHash, maxEntries: number) {
  const process = run({ gitDir, args: ["ls-tree", "-r", "-t", "-l", "-z", "--full-tree", commit] });
  if (process === null) return failure(NO_GIT);
  /** Null for a submodule, which is no object of this repository. */
  const sizes = new Map<string, number | null>();
  const directories = new Set<string>();
  const listed = { trees: 0, files: 0 };
  for await (const record of gitRecords(process)) {
    const tab = record.indexOf(9);
    const [, type = "", hash = "", size = ""] = decodePath(record.subarray(0, tab)).split(/ +/);
    // Of a few directories that hold each other many times over, a listing without end can be made.
    if (++listed[type === "tree" ? "trees" : "files"] > maxEntries) return success(null);
    if (tab < 0 || !parseBlobHash(hash).ok) return failure(UNREADABLE);
    if (size !== "-" && !/^\d+$/.test(size)) return failure(LACKS_OBJECTS);
    if (type === "tree") directories.add(hash);
    else sizes.set(hash, size === "-" ? null : Number(size));
  }
  const end = await process.end;
  if (end === "killed") return failure(GIT_STOPPED);
  // The commit is there, so that what git could not list is a directory of it.
  return end === 0 ? success({ sizes, directories }) : failure(LACKS_OBJECTS);
}

/** The directories of a commit that hash to what they are called, and the hash of its root. */
async function readDirectories(
  run: GitRunner,
  gitDir: string,
  commit: CommitHash,
  names: ReadonlySet<string>,
) {
  const directories = new Map<string, Uint8Array>();
  let root = "";
  for await (const object of readGitObjects(run, gitDir, [commit, `${commit}^{tree}`, ...names])) {
    if (!object.ok) return object;
    const { hash, type, bytes } = object.value;
    if (type === "tree") directories.set(hash, bytes);
    // "tree ", forty digits and a line feed.
    else if (hash === commit) root = new TextDecoder().decode(bytes.subarray(5, 45));
  }
  return success({ directories, root });
}

/** What a mode of git's trees and index stands for; old commits hold more modes than git writes now. */
export function entryMode(mode: string): TreeEntry["mode"] {
  if (mode === "120000") return "symlink";
  if (mode === "160000") return "submodule";
  return mode === "100755" ? "executable" : "file";
}
