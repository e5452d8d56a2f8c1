import { LRUCache } from "lru-cache";
import type { CommitHash } from "../../../contracts/addresses.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import type { Clock, HostFailure } from "../../../contracts/ports.ts";
import { type Result, success } from "../../../contracts/result.ts";
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
  /** The same with what a sparse checkout leaves out: equal to that of a commit when nothing was changed. */
  readonly complete: CommitHash;
}

export interface Worktrees {
  /** Looks at the directory now. */
  look(worktree: Worktree): Promise<Result<Look, HostFailure>>;
  /** An earlier look at the directory, while it is remembered. */
  recall(worktree: Worktree, commit: CommitHash): Look | undefined;
}

/** What a remembered file costs beside its path. Bytes, roughly. */
const FILE_BYTES = 250;

/** Remembers looks, and what they read, in at most about `maxBytes` each. */
export function createWorktrees(
  run: GitRunner,
  clock: Clock,
  maxFiles: number,
  maxBytes: number,
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

  return {
    async look(worktree) {
      const root = rootOf(worktree);
      const names = await fileNames(run, worktree, maxFiles);
      if (!names.ok) return names;
      if (names.value.truncated) {
        const listing: TreeListing = { entries: [], truncated: true };
        const commit = pseudoCommit(listing);
        return success(remember(root, { commit, listing, complete: commit }));
      }
      const files = await lookAtFiles(root, names.value.files, seen.get(root) ?? new Map(), clock);
      seen.set(root, files.seen);
      const listing: TreeListing = { entries: files.entries, truncated: false };
      const commit = pseudoCommit(listing);
      const complete = files.skipped.length === 0
        ? commit
        : pseudoCommit({ entries: [...files.entries, ...files.skipped], truncated: false });
      return success(remember(root, { commit, listing, complete }));
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
