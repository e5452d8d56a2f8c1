import type { CommitHash } from "../../../contracts/addresses.ts";
import type { TreeEntry, TreeListing } from "../../../contracts/domain.ts";
import type { HostFailure } from "../../../contracts/ports.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { parseBlobHash } from "../../format/mod.ts";
import { decodePath } from "./_decode_path.ts";
import { GIT_STOPPED, NO_GIT } from "./_git_output.ts";
import { readGitObjects } from "./_git_objects.ts";
import { gitRecords } from "./_git_records.ts";
import type { GitRunner } from "./git_runner.ts";

const LACKS_FILES: HostFailure = {
  reason: "unavailable",
  detail: "the repository is a partial clone that lacks files of the commit",
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
 * The whole tree of a commit that the repository has; cut at `maxEntries`. git checks the hash of no
 * directory that it lists, so that they are read once more and hashed: a commit's hash promises them.
 */
export async function readGitTree(
  run: GitRunner,
  gitDir: string,
  commit: CommitHash,
  maxEntries: number,
): Promise<Result<TreeListing, HostFailure>> {
  const process = run({ gitDir, args: ["ls-tree", "-r", "-t", "-l", "-z", "--full-tree", commit] });
  if (process === null) return failure(NO_GIT);
  const entries: TreeEntry[] = [];
  const directories = new Set<string>();
  let listed = 0;
  for await (const record of gitRecords(process)) {
    const tab = record.indexOf(9);
    const [mode = "", type = "", hash = "", size = ""] = decodePath(record.subarray(0, tab)).split(/ +/);
    const isCut = type === "tree" ? ++listed > maxEntries : entries.length === maxEntries;
    // Of a few directories that hold each other many times over, a listing without end can be made.
    if (isCut) return success({ entries, truncated: true });
    if (type === "tree") {
      directories.add(hash);
      continue;
    }
    const parsed = parseBlobHash(hash);
    if (tab < 0 || !parsed.ok) return failure(UNREADABLE);
    const path = decodePath(record.subarray(tab + 1));
    if (size !== "-" && !/^\d+$/.test(size)) return failure(LACKS_FILES);
    entries.push({
      path,
      mode: entryMode(mode),
      hash: parsed.value,
      size: size === "-" ? null : Number(size),
    });
  }
  if (await process.end !== 0) return failure(GIT_STOPPED);
  const isTrue = await areItself(run, gitDir, commit, directories);
  if (!isTrue.ok) return isTrue;
  return isTrue.value ? success({ entries, truncated: false }) : failure(DAMAGED);
}

/** Whether the commit and all its directories hash to what they are called. */
async function areItself(
  run: GitRunner,
  gitDir: string,
  commit: CommitHash,
  directories: ReadonlySet<string>,
): Promise<Result<boolean, HostFailure>> {
  const hashed = new Set<string>();
  let root = "";
  for await (const object of readGitObjects(run, gitDir, [commit, `${commit}^{tree}`, ...directories])) {
    if (!object.ok) return object;
    const { hash, type, bytes } = object.value;
    hashed.add(hash);
    // "tree ", forty digits and a line feed.
    if (type === "commit") root = new TextDecoder().decode(bytes.subarray(5, 45));
  }
  return success([commit, root, ...directories].every((hash) => hashed.has(hash)));
}

/** What a mode of git's trees and index stands for; old commits hold more modes than git writes now. */
export function entryMode(mode: string): TreeEntry["mode"] {
  if (mode === "120000") return "symlink";
  if (mode === "160000") return "submodule";
  return mode === "100755" ? "executable" : "file";
}
