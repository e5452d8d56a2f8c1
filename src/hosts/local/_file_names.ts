import type { TreeEntry } from "../../../contracts/domain.ts";
import type { HostFailure } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { decodePath } from "./_decode_path.ts";
import { GIT_REFUSES, GIT_STOPPED, NO_GIT } from "./_git_output.ts";
import { gitRecords } from "./_git_records.ts";
import { entryMode } from "./_git_tree.ts";
import type { Layout } from "./_layout.ts";
import { walkFiles } from "./_walk_files.ts";
import type { GitRunner } from "./git_runner.ts";

/** The files of a directory by path, `/`-separated from it, each with what git's index says of it. */
export interface FileNames {
  readonly files: ReadonlyMap<string, IndexEntry | null>;
  /** There are more than were asked for. */
  readonly truncated: boolean;
}

/** A tracked file. */
export interface IndexEntry {
  readonly mode: TreeEntry["mode"];
  readonly hash: string;
  /** Left out of the working tree on purpose (a sparse checkout). */
  readonly skipped: boolean;
}

const TRACKED = /^([A-Z]) (\d{6}) ([0-9a-f]+) \d\t(.+)$/s;

/**
 * Which files a directory has: in a repository those that git tracks or does not ignore, whether or
 * not they are still there; outside of one all of them.
 */
export async function fileNames(
  run: GitRunner,
  layout: Exclude<Layout, { kind: "bare" }>,
  maxFiles: number,
  signal: AbortSignal,
): Promise<Result<FileNames, HostFailure>> {
  if (layout.kind === "plain") {
    const { paths, truncated } = await walkFiles(layout.directory, maxFiles, signal);
    return success({ files: new Map(paths.map((path) => [path, null])), truncated });
  }
  const { gitDir, workTree } = layout;
  const prefix = layout.kind === "within" ? `${layout.prefix}/` : "";
  const process = run({
    gitDir,
    workTree,
    // The status letter tells a tracked file from an untracked one whose name reads like a record.
    args: [
      "ls-files",
      "-z",
      "-t",
      "--stage",
      "--cached",
      "--others",
      "--exclude-standard",
      ...(prefix === "" ? [] : ["--", prefix]),
    ],
    signal,
  });
  if (process === null) return failure(NO_GIT);
  const files = new Map<string, IndexEntry | null>();
  for await (const record of gitRecords(process)) {
    if (files.size === maxFiles) return success({ files, truncated: true });
    const [path, entry] = parseRecord(decodePath(record));
    // A repository that this one does not track is listed as a directory.
    if (path.startsWith(prefix) && !path.endsWith("/")) files.set(path.slice(prefix.length), entry);
  }
  const end = await process.end;
  if (end === "killed") return failure(GIT_STOPPED);
  return end === 0 ? success({ files, truncated: false }) : failure(GIT_REFUSES);
}

function parseRecord(record: string): readonly [path: string, entry: IndexEntry | null] {
  const [, status, mode = "", hash = "", path = ""] = TRACKED.exec(record) ?? [];
  if (status === undefined || status === "?") return [record.slice(2), null];
  return [path, { mode: entryMode(mode), hash, skipped: status === "S" }];
}
