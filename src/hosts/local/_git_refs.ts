import type { CommitHash, RefName, Revision } from "../../../contracts/addresses.ts";
import type { HostFailure, Resolution } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { parseCommitHash } from "../../format/mod.ts";
import { GIT_REFUSES, gitOutput } from "./_git_output.ts";
import type { GitRunner } from "./git_runner.ts";

type Answer<Value> = Promise<Result<Value, HostFailure>>;

const NOT_FOUND: Result<never, HostFailure> = failure({ reason: "not_found" });
const SHA_256: HostFailure = {
  reason: "unsupported",
  detail: "the repository names its objects by SHA-256",
  remedy:
    "Commits are read where SHA-1 names them; a working tree is read in any case, at the address without a ref",
};

/** The refs and the history of one repository (docs/design/addresses.md "What an address may serve"). */
export interface GitRefs {
  /** The branch that HEAD names, whether or not it exists yet; null when HEAD is elsewhere. */
  defaultBranch(): Answer<string | null>;
  /** The commit of HEAD; null before the first one, and where no commit can be named. */
  head(): Answer<CommitHash | null>;
  hasBranches(): Answer<boolean>;
  /** Whether the repository holds a commit of that hash, reachable or not. */
  hasCommit(hash: CommitHash): Answer<boolean>;
  resolve(revision: Exclude<Revision, { kind: "default" }>, defaultBranch: string | null): Answer<Resolution>;
}

export function gitRefs(run: GitRunner, gitDir: string): GitRefs {
  /** What `git` says; null when it exits with an error, which mostly means no. */
  async function git(args: readonly string[], input?: string): Answer<string | null> {
    const output = await gitOutput(run, { gitDir, args, ...(input !== undefined && { input }) });
    return output.ok ? success(output.value.code === 0 ? output.value.text : null) : output;
  }

  /** The commit that an object is or, being an annotated tag, leads to. */
  async function peel(object: string): Answer<CommitHash | null> {
    const commit = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${object}^{commit}`]);
    if (!commit.ok) return commit;
    if (commit.value === null) return success(null);
    const parsed = parseCommitHash(commit.value);
    return parsed.ok ? parsed : failure(SHA_256);
  }

  /** The commit of a ref, named in full. `rev-parse` would try other readings of a name that does not exist. */
  async function commitAt(ref: string): Answer<CommitHash | null> {
    const object = await git(["show-ref", "--verify", "--hash", ref]);
    if (!object.ok) return object;
    return object.value === null ? success(null) : await peel(object.value);
  }

  async function hasCommit(hash: CommitHash): Answer<boolean> {
    const commit = await peel(hash);
    return commit.ok ? success(commit.value === hash) : commit;
  }

  async function inDefaultHistory(commit: CommitHash): Answer<boolean> {
    const answer = await git(["merge-base", "--is-ancestor", commit, "HEAD"]);
    return answer.ok ? success(answer.value !== null) : answer;
  }

  async function isTip(commit: CommitHash): Answer<boolean> {
    const refs = await git([
      "for-each-ref",
      "--count=1",
      "--format=%(refname)",
      `--points-at=${commit}`,
      "refs/heads",
      "refs/tags",
    ]);
    return refs.ok ? success(Boolean(refs.value)) : refs;
  }

  /** A hash may be asked for when it is in the default branch's history, or the tip of something. */
  async function resolveCommit(commit: CommitHash): Answer<Resolution> {
    const onDefaultBranch = await inDefaultHistory(commit);
    if (!onDefaultBranch.ok) return onDefaultBranch;
    const served = onDefaultBranch.value ? onDefaultBranch : await isTip(commit);
    if (!served.ok) return served;
    if (!served.value) return NOT_FOUND;
    return success({ commit, kind: "commit", name: null, onDefaultBranch: onDefaultBranch.value });
  }

  /** The only commit whose hash starts so. */
  async function commitStarting(prefix: string): Answer<CommitHash | null> {
    const objects = await git(["rev-parse", `--disambiguate=${prefix}`]);
    if (!objects.ok) return objects;
    const types = await git(["cat-file", "--batch-check"], `${objects.value ?? ""}\n`);
    if (!types.ok) return types;
    const commits = [...(types.value ?? "").matchAll(/^([0-9a-f]+) commit /gm)];
    const parsed = commits.length === 1 ? parseCommitHash(commits[0]?.[1] ?? "") : null;
    return success(parsed?.ok ? parsed.value : null);
  }

  async function resolveName(text: RefName, defaultBranch: string | null): Answer<Resolution> {
    for (const { kind, name } of readings(text)) {
      const commit = await commitAt(`${kind === "branch" ? "refs/heads/" : "refs/tags/"}${name}`);
      if (!commit.ok) return commit;
      if (commit.value === null) continue;
      const isDefault: Result<boolean, HostFailure> = kind === "branch" && name === defaultBranch
        ? success(true)
        : await inDefaultHistory(commit.value);
      if (!isDefault.ok) return isDefault;
      return success({ commit: commit.value, kind, name, onDefaultBranch: isDefault.value });
    }
    if (/^[0-9a-f]{64}$/i.test(text)) {
      // Whether there is such a commit is not told: only what is reachable is served.
      const format = await git(["rev-parse", "--show-object-format"]);
      if (!format.ok) return format;
      return format.value === "sha256" ? failure(SHA_256) : NOT_FOUND;
    }
    if (!/^[0-9a-f]{4,39}$/i.test(text)) return NOT_FOUND;
    const commit = await commitStarting(text);
    if (!commit.ok) return commit;
    return commit.value === null ? NOT_FOUND : await resolveCommit(commit.value);
  }

  return {
    async defaultBranch() {
      const ref = await gitOutput(run, { gitDir, args: ["symbolic-ref", "--quiet", "HEAD"] });
      if (!ref.ok) return ref;
      // 1 is a detached HEAD; more is a repository that git does not understand.
      if (ref.value.code > 1) return failure(GIT_REFUSES);
      return success(/^refs\/heads\/(.+)$/s.exec(ref.value.text)?.[1] ?? null);
    },
    head: () => commitAt("HEAD"),
    async hasBranches() {
      const refs = await git(["for-each-ref", "--count=1", "--format=%(refname)", "refs/heads"]);
      return refs.ok ? success(Boolean(refs.value)) : refs;
    },
    hasCommit,
    async resolve(revision, defaultBranch) {
      if (revision.kind === "ref") return await resolveName(revision.name, defaultBranch);
      const known = await hasCommit(revision.hash);
      if (!known.ok) return known;
      return known.value ? await resolveCommit(revision.hash) : NOT_FOUND;
    },
  };
}

/** What a name may mean, in order. */
function readings(text: string): readonly { readonly kind: "branch" | "tag"; readonly name: string }[] {
  const [, prefix, name = ""] = /^(?:refs\/)?(heads|tags)\/(.+)$/s.exec(text) ?? [];
  if (prefix !== undefined) return [{ kind: prefix === "heads" ? "branch" : "tag", name }];
  // Pull requests, notes and whatever else a repository keeps in refs of its own.
  if (text.startsWith("refs/")) return [];
  return [{ kind: "branch", name: text }, { kind: "tag", name: text }];
}
