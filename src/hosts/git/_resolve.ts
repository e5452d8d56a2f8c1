import type { CommitHash, RefName, Revision } from "../../../contracts/addresses.ts";
import type { Resolution } from "../../../contracts/git_host.ts";
import { parseCommitHash } from "../../format/mod.ts";
import type { Commits } from "./_commits.ts";
import type { GitRemote } from "./transport/connection.ts";
import { emptyCommit } from "./tree/empty_commit.ts";
import { GitFailure, notFound } from "./git_failure.ts";
import type { History } from "./_history.ts";
import type { Ref, Refs } from "./transport/ls_refs.ts";
import type { ReadRefs } from "./_ref_reader.ts";
import { createBoundedMap } from "../../flow/mod.ts";

/** What a revision means by docs/design/addresses.md "What an address may serve". Throws `GitFailure`. */
export type Resolve = (remote: GitRemote, revision: Revision) => Promise<Resolution>;

/** Every branch and tag. */
const ALL = ["refs/heads/", "refs/tags/"];

const MAX_COMMITS = 10_000;

export function createResolve(
  readRefs: ReadRefs,
  history: History,
  commits: Commits,
  /** Whether to ask the host if a tag or another branch lies in the default branch's history. */
  provesRefs: boolean,
): Resolve {
  // What an object is never changes.
  const known = createBoundedMap<true>(MAX_COMMITS);

  /** A branch names a commit, by git's own rule; a tag may name anything. */
  async function isCommit(remote: GitRemote, hash: string): Promise<boolean> {
    const key = `${remote.id} ${hash}`;
    if (known.has(key)) return true;
    if (!await commits.isCommit(remote, hash)) return false;
    known.set(key, true);
    return true;
  }

  async function inHistory(remote: GitRemote, head: string | null, commit: string): Promise<boolean> {
    return head !== null && await history.proves(remote, head, commit);
  }

  async function resolveDefault(remote: GitRemote): Promise<Resolution> {
    const refs = await readRefs(remote, []);
    const head = refs.get("HEAD");
    const name = branchOf(head);
    if (head?.object) {
      const commit = commitHash(head.object);
      return { commit, kind: name === null ? "commit" : "branch", name, onDefaultBranch: true };
    }
    if (!await isEmpty(remote)) throw notFound();
    return nothingCommitted();
  }

  /** Nothing was committed yet, unless HEAD merely names the wrong branch. */
  async function isEmpty(remote: GitRemote): Promise<boolean> {
    const refs = await readRefs(remote, ["refs/heads/"]);
    return ![...refs.keys()].some((name) => name.startsWith("refs/heads/"));
  }

  async function resolveName(remote: GitRemote, text: RefName): Promise<Resolution> {
    const names = readings(text);
    const refs = await readRefs(remote, names.map(({ ref }) => ref));
    const head = refs.get("HEAD");
    for (const { ref, kind, name } of names) {
      const found = refs.get(ref);
      if (!found?.object) continue;
      const commit = commitHash(found.peeled ?? found.object);
      if (kind === "tag" && commit !== head?.object && !await isCommit(remote, commit)) throw notFound();
      const isDefault = (kind === "branch" && name === branchOf(head)) || commit === head?.object;
      const onDefaultBranch = isDefault ||
        (provesRefs && await inHistory(remote, head?.object ?? null, commit));
      return { commit, kind, name, onDefaultBranch };
    }
    // What looks like a hash of SHA-256 is refused as one where the repository has such hashes.
    if (/^[0-9a-f]{64}$/i.test(text) && head?.object) commitHash(head.object);
    if (!/^[0-9a-f]{4,39}$/i.test(text)) throw notFound();
    return await resolveShort(remote, text.toLowerCase());
  }

  /** The only commit that a client may ask for and whose hash starts so. */
  async function resolveShort(remote: GitRemote, prefix: string): Promise<Resolution> {
    const refs = await readRefs(remote, ALL);
    const head = refs.get("HEAD")?.object ?? null;
    const found = new Set([...tips(refs)].filter((hash) => hash.startsWith(prefix)));
    const inDefault = head === null ? null : await history.startingWith(remote, head, prefix);
    if (inDefault !== null) found.add(inDefault);
    const [hash] = found;
    if (hash === undefined || found.size > 1) throw notFound();
    const commit = commitHash(hash);
    if (hash !== inDefault && !await isCommit(remote, hash)) throw notFound();
    return { commit, kind: "commit", name: null, onDefaultBranch: hash === inDefault };
  }

  /** In the default branch's history, or the tip of something. */
  async function resolveHash(remote: GitRemote, commit: CommitHash): Promise<Resolution> {
    if (commit === emptyCommit() && await isEmpty(remote)) return nothingCommitted();
    const head = (await readRefs(remote, [])).get("HEAD")?.object ?? null;
    if (await inHistory(remote, head, commit)) {
      return { commit, kind: "commit", name: null, onDefaultBranch: true };
    }
    if (!tips(await readRefs(remote, ALL)).has(commit) || !await isCommit(remote, commit)) throw notFound();
    return { commit, kind: "commit", name: null, onDefaultBranch: false };
  }

  return async (remote, revision) => {
    switch (revision.kind) {
      case "default":
        return await resolveDefault(remote);
      case "ref":
        return await resolveName(remote, revision.name);
      case "commit":
        return await resolveHash(remote, revision.hash);
    }
  };
}

/** The branch that HEAD stands for. */
export function branchOf(head: Ref | undefined): string | null {
  return /^refs\/heads\/(.+)$/s.exec(head?.target ?? "")?.[1] ?? null;
}

/** What branches and tags lead to. */
function tips(refs: Refs): ReadonlySet<string> {
  const hashes = new Set<string>();
  for (const [name, { object, peeled }] of refs) {
    const hash = peeled ?? object;
    if (hash !== null && /^refs\/(?:heads|tags)\//.test(name)) hashes.add(hash);
  }
  return hashes;
}

function nothingCommitted(): Resolution {
  return { commit: emptyCommit(), kind: "commit", name: null, onDefaultBranch: true };
}

function commitHash(text: string): CommitHash {
  const parsed = parseCommitHash(text);
  if (parsed.ok) return parsed.value;
  throw new GitFailure({
    reason: "unsupported",
    detail: "the repository names its objects by SHA-256",
    remedy: "Repositories are read where SHA-1 names their objects, as it does unless one was made otherwise",
  });
}

/** What a name may mean, in order. */
function readings(text: string): readonly {
  readonly ref: string;
  readonly kind: "branch" | "tag";
  readonly name: string;
}[] {
  const branch = (name: string) => ({ ref: `refs/heads/${name}`, kind: "branch", name }) as const;
  const tag = (name: string) => ({ ref: `refs/tags/${name}`, kind: "tag", name }) as const;
  const [, prefix, name = ""] = /^(?:refs\/)?(heads|tags)\/(.+)$/s.exec(text) ?? [];
  if (prefix !== undefined) return [prefix === "heads" ? branch(name) : tag(name)];
  // Pull requests, notes and whatever else a repository keeps in refs of its own.
  return text.startsWith("refs/") ? [] : [branch(text), tag(text)];
}
