import type { BlobHash, CommitHash, Revision } from "../../../contracts/addresses.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import type { Blob, HostFailure, Resolution } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createCommits } from "./_commits.ts";
import { createConnect, type GitReaderOptions, type GitRemote } from "./transport/connection.ts";
import { emptyCommit } from "./tree/empty_commit.ts";
import { answer, GitFailure, givenUp } from "./git_failure.ts";
import { createHistory } from "./_history.ts";
import { createRefReader } from "./_ref_reader.ts";
import { branchOf, createResolve } from "./_resolve.ts";

type Answer<Value> = Promise<Result<Value, HostFailure>>;

/**
 * Reads repositories over git's smart HTTP protocol, version 2, anonymously: an answer proves that a
 * repository is public. Runs no program and writes nothing.
 */
export interface GitReader {
  /** The branch that HEAD stands for, or null; a success proves that the repository is there and public. */
  defaultBranch(remote: GitRemote): Answer<string | null>;
  resolve(remote: GitRemote, revision: Revision): Answer<Resolution>;
  /** Whether the host gives a commit of that hash, whatever leads to it. */
  gives(remote: GitRemote, commit: CommitHash): Answer<boolean>;
  /** `known` lists files whose sizes hold and whose bytes are stored. */
  tree(
    remote: GitRemote,
    commit: CommitHash,
    maxEntries: number,
    known?: TreeListing | null,
    signal?: AbortSignal,
  ): Answer<TreeListing>;
  blobs(
    remote: GitRemote,
    commit: CommitHash,
    hashes: Iterable<BlobHash>,
    signal: AbortSignal,
  ): AsyncIterable<Result<Blob, HostFailure>>;
}

export function createGitReader(
  options: GitReaderOptions & {
    /** Blobs of at least so many bytes are not fetched with their commit. */
    readonly withheldBytes: number;
    /** Whether `onDefaultBranch` of a tag or another branch is worth a request. */
    readonly provesRefs: boolean;
  },
): GitReader {
  const { clock, limits, withheldBytes, provesRefs } = options;
  const connect = createConnect(options);
  const readRefs = createRefReader(connect, clock, limits);
  const commits = createCommits(connect, { clock, limits, withheldBytes });
  const resolve = createResolve(readRefs, createHistory(connect, limits), commits, provesRefs);

  return {
    defaultBranch: (remote) => answer(async () => branchOf((await readRefs(remote, [])).get("HEAD"))),
    resolve: (remote, revision) => answer(() => resolve(remote, revision)),
    gives: (remote, commit) =>
      answer(async () => {
        try {
          return commit === emptyCommit() || await commits.isCommit(remote, commit);
        } catch (error) {
          if (error instanceof GitFailure && error.failure.reason === "not_found") return false;
          throw error;
        }
      }),
    async tree(remote, commit, maxEntries, known = null, signal = new AbortController().signal) {
      if (commit === emptyCommit()) return success({ entries: [], truncated: false });
      return await answer(() => commits.tree(remote, commit, { maxEntries, known, signal }));
    },
    async *blobs(remote, commit, hashes, signal) {
      try {
        if (signal.aborted) throw givenUp();
        for await (const blob of commits.blobs(remote, commit, hashes, signal)) yield success(blob);
      } catch (error) {
        if (!(error instanceof GitFailure)) throw error;
        yield failure(error.failure);
      }
    },
  };
}
