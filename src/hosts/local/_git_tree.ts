import type { CommitHash } from "../../../contracts/addresses.ts";
import type { TreeEntry, TreeListing } from "../../../contracts/domain.ts";
import type { HostFailure } from "../../../contracts/ports.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { parseBlobHash } from "../../format/mod.ts";
import { decodePath } from "./_decode_path.ts";
import { GIT_STOPPED, NO_GIT } from "./_git_output.ts";
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

/** The whole tree of a commit that the repository has; cut at `maxEntries`. */
export async function readGitTree(
  run: GitRunner,
  gitDir: string,
  commit: CommitHash,
  maxEntries: number,
): Promise<Result<TreeListing, HostFailure>> {
  const process = run({ gitDir, args: ["ls-tree", "-r", "-l", "-z", "--full-tree", commit] });
  if (process === null) return failure(NO_GIT);
  const entries: TreeEntry[] = [];
  for await (const record of gitRecords(process)) {
    if (entries.length === maxEntries) return success({ entries, truncated: true });
    const tab = record.indexOf(9);
    const [mode = "", , hash = "", size = ""] = decodePath(record.subarray(0, tab)).split(/ +/);
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
  return await process.end === 0 ? success({ entries, truncated: false }) : failure(GIT_STOPPED);
}

/** What a mode of git's trees and index stands for; old commits hold more modes than git writes now. */
export function entryMode(mode: string): TreeEntry["mode"] {
  if (mode === "120000") return "symlink";
  if (mode === "160000") return "submodule";
  return mode === "100755" ? "executable" : "file";
}
