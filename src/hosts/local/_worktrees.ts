import { LRUCache } from "lru-cache";
import type { CommitHash } from "../../../contracts/addresses.ts";
import type { TreeEntry, TreeListing } from "../../../contracts/domain.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { HostFailure } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { withTimeout } from "../../flow/mod.ts";
import { fileNames } from "./_file_names.ts";
import type { Layout } from "./_layout.ts";
import { lookAtFiles, type SeenFiles } from "./_look_at_files.ts";
import { pseudoCommit } from "./_pseudo_commit.ts";
import type { GitRunner } from "./git_runner.ts";

/** A layout with files on the disk. */
export type Worktree = Exclude<Layout, { kind: "bare" }>;

/** What a directory held when it was looked at. */
export interface Look {
  /** Stands for exactly these files. */
  readonly commit: CommitHash;
  readonly listing: TreeListing;
  /** What a sparse checkout leaves out. */
  readonly skipped: readonly TreeEntry[];
}

export interface Worktrees {
  /** Looks at the directory now. */
  look(worktree: Worktree): Promise<Result<Look, HostFailure>>;
  /** An earlier look at the directory, while it is remembered. */
  recall(worktree: Worktree, commit: CommitHash): Look | undefined;
}

/** What a remembered file costs beside its path. Bytes, roughly. */
const FILE_BYTES = 250;

/** A disk that answers later has a look begun again, where this one stopped. Milliseconds. */
const LOOK_MS = 10_000;

const TOO_SLOW: Result<never, HostFailure> = failure({
  reason: "unavailable",
  detail: "the directory takes long to read, and reading goes on at the next try",
});

export interface WorktreesOptions {
  readonly clock: Clock;
  /** A directory with more files is truncated. */
  readonly maxFiles: number;
  /** Larger files are listed and not read. Bytes. */
  readonly maxFileBytes: number;
  /** Memory for looks, and as much again for what they read, about. Bytes. */
  readonly maxBytes: number;
}

export function createWorktrees(
  run: GitRunner,
  { clock, maxFiles, maxFileBytes, maxBytes }: WorktreesOptions,
): Worktrees {
  const looks = new LRUCache<string, Look>({
    maxSize: maxBytes,
    sizeCalculation: ({ listing }) => sizeOf(listing.entries.map(({ path }) => path)),
  });
  const seen = new LRUCache<string, SeenFiles>({
    maxSize: maxBytes,
    sizeCalculation: (files) => sizeOf(files.keys()),
  });

  function remember(root: string, look: Look): Look {
    looks.set(`${look.commit} ${root}`, look);
    return look;
  }

  async function lookAt(worktree: Worktree, signal: AbortSignal): Promise<Result<Look, HostFailure>> {
    const root = rootOf(worktree);
    const names = await fileNames(run, worktree, maxFiles, signal);
    if (!names.ok) return names;
    if (names.value.truncated) {
      const listing: TreeListing = { entries: [], truncated: true };
      return success(remember(root, { commit: pseudoCommit(listing), listing, skipped: [] }));
    }
    const previous: SeenFiles = seen.get(root) ?? new Map();
    const files: SeenFiles = new Map();
    const keep = () => seen.set(root, new Map([...previous, ...files]));
    signal.addEventListener("abort", keep, { once: true });
    const options = { maxFileBytes, clock, signal };
    const { entries, skipped } = await lookAtFiles(root, names.value.files, previous, files, options);
    signal.removeEventListener("abort", keep);
    if (signal.aborted) return TOO_SLOW;
    seen.set(root, files);
    const listing: TreeListing = { entries, truncated: false };
    return success(remember(root, { commit: pseudoCommit(listing), listing, skipped }));
  }

  return {
    async look(worktree) {
      const late = new AbortController();
      try {
        return await withTimeout(clock, LOOK_MS, lookAt(worktree, late.signal), () => TOO_SLOW);
      } finally {
        late.abort();
      }
    },
    recall: (worktree, commit) => looks.get(`${commit} ${rootOf(worktree)}`),
  };
}

/** The directory that is served. */
export function rootOf(worktree: Worktree): string {
  switch (worktree.kind) {
    case "plain":
      return worktree.directory;
    case "checkout":
      return worktree.workTree;
    case "within":
      return `${worktree.workTree}/${worktree.prefix}`;
  }
}

function sizeOf(paths: Iterable<string>): number {
  let bytes = FILE_BYTES;
  for (const path of paths) bytes += FILE_BYTES + path.length;
  return bytes;
}
