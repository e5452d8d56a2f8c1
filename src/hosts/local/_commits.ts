import { LRUCache } from "lru-cache";
import type { BlobHash, CommitHash, Revision } from "../../../contracts/addresses.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import type { HostFailure, Resolution } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { gitRefs } from "./_git_refs.ts";
import { readGitTree } from "./_git_tree.ts";
import type { Layout } from "./_layout.ts";
import { pseudoCommit } from "./_pseudo_commit.ts";
import { unreadBlobs } from "./_unread_hash.ts";
import { type Look, rootOf, type Worktree, type Worktrees } from "./_worktrees.ts";
import type { GitRunner } from "./git_runner.ts";

type Answer<Value> = Promise<Result<Value, HostFailure>>;

/** Where the content of a commit is had. */
export type CommitSource =
  | { readonly kind: "git"; readonly gitDir: string }
  | { readonly kind: "files"; readonly root: string; readonly listing: TreeListing };

/** The commits of a directory and the pseudo-commits of what it holds besides. */
export interface Commits {
  resolve(layout: Layout, revision: Revision, defaultBranch: string | null): Answer<Resolution>;
  source(layout: Layout, commit: CommitHash): Answer<CommitSource>;
}

const NOT_FOUND: Result<never, HostFailure> = failure({ reason: "not_found" });

const EMPTY: TreeListing = { entries: [], truncated: false };

/** A commit's tree, to compare a working tree with. */
interface Head {
  /** What a working tree that holds the same is named by. */
  readonly commit: CommitHash;
  /** As from `unreadBlobs()`. */
  readonly unread: ReadonlyMap<BlobHash, BlobHash>;
}

/** Head commits that are remembered, those with unread blobs counting for more. */
const MAX_HEADS = 1000;

export function createCommits(
  run: GitRunner,
  worktrees: Worktrees,
  { maxFiles, maxFileBytes }: { readonly maxFiles: number; readonly maxFileBytes: number },
): Commits {
  const emptyCommit = pseudoCommit(EMPTY);
  const heads = new LRUCache<string, Head>({
    maxSize: MAX_HEADS,
    sizeCalculation: ({ unread }) => 1 + Math.ceil(unread.size / 10),
  });

  async function readHead(commit: CommitHash, gitDir: string): Answer<Head> {
    const key = `${commit} ${gitDir}`;
    const known = heads.get(key);
    if (known !== undefined) return success(known);
    const tree = await readGitTree(run, gitDir, commit, maxFiles);
    if (!tree.ok) return tree;
    const unread = unreadBlobs(tree.value, maxFileBytes);
    const head = { commit: pseudoCommit(tree.value, unread), unread };
    heads.set(key, head);
    return success(head);
  }

  /** The head commit of a repository that is read from its commits alone. */
  async function resolveHead(gitDir: string, defaultBranch: string | null): Answer<Resolution> {
    const refs = gitRefs(run, gitDir);
    const head = await refs.head();
    if (!head.ok) return head;
    if (head.value !== null) return success(committed(head.value, defaultBranch));
    // Nothing was committed yet, unless HEAD merely names the wrong branch.
    const branches = await refs.hasBranches();
    if (!branches.ok) return branches;
    return branches.value ? NOT_FOUND : success(uncommitted(emptyCommit));
  }

  /** The directory as it is, which is the head commit as long as nothing was changed. */
  async function resolveFiles(worktree: Worktree, defaultBranch: string | null): Answer<Resolution> {
    const [look, head] = await Promise.all([
      worktrees.look(worktree),
      worktree.kind === "checkout" ? gitRefs(run, worktree.gitDir).head() : success(null),
    ]);
    if (!look.ok) return look;
    // Files need no object: they are served whatever names the commits have.
    const isNameless = !head.ok && head.error.reason === "unsupported";
    if (!head.ok && !isNameless) return head;
    if (worktree.kind === "checkout" && head.ok && head.value !== null) {
      const tree = await readHead(head.value, worktree.gitDir);
      // A partial clone may lack what its head lists; its files can still be served.
      if (tree.ok && isClean(look.value, tree.value)) return success(committed(head.value, defaultBranch));
    }
    return success(uncommitted(look.value.commit));
  }

  function recalled(layout: Layout, commit: CommitHash): CommitSource | null {
    if (commit === emptyCommit) return { kind: "files", root: "", listing: EMPTY };
    const look = layout.kind === "bare" ? undefined : worktrees.recall(layout, commit);
    return layout.kind === "bare" || look === undefined
      ? null
      : { kind: "files", root: rootOf(layout), listing: look.listing };
  }

  return {
    async resolve(layout, revision, defaultBranch) {
      if (revision.kind === "default") {
        return layout.kind === "bare"
          ? await resolveHead(layout.gitDir, defaultBranch)
          : await resolveFiles(layout, defaultBranch);
      }
      if (revision.kind === "commit" && recalled(layout, revision.hash) !== null) {
        return success(uncommitted(revision.hash));
      }
      if (layout.kind === "plain" || layout.kind === "within") return NOT_FOUND;
      return await gitRefs(run, layout.gitDir).resolve(revision, defaultBranch);
    },

    async source(layout, commit) {
      const known = recalled(layout, commit);
      if (known !== null) return success(known);
      if (layout.kind === "bare" || layout.kind === "checkout") {
        const exists = await gitRefs(run, layout.gitDir).hasCommit(commit);
        if (!exists.ok) return exists;
        if (exists.value) return success({ kind: "git", gitDir: layout.gitDir });
      }
      if (layout.kind === "bare") return NOT_FOUND;
      // Another process may have seen the files as they still are.
      const look = await worktrees.look(layout);
      if (!look.ok) return look;
      const seen = recalled(layout, commit);
      return seen === null ? NOT_FOUND : success(seen);
    },
  };
}

/** Whether a working tree holds what the commit does, but for what a sparse checkout leaves out. */
function isClean({ commit, listing, skipped }: Look, head: Head): boolean {
  if (skipped.length === 0) return commit === head.commit;
  const entries = [...listing.entries, ...skipped];
  return pseudoCommit({ ...listing, entries }, head.unread) === head.commit;
}

function committed(commit: CommitHash, branch: string | null): Resolution {
  return { commit, kind: branch === null ? "commit" : "branch", name: branch, onDefaultBranch: true };
}

function uncommitted(commit: CommitHash): Resolution {
  return { commit, kind: "worktree", name: null, onDefaultBranch: true };
}
