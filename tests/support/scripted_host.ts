import { createHash } from "node:crypto";
import type { CommitHash, HostKey } from "../../contracts/addresses.ts";
import type { TreeEntry } from "../../contracts/domain.ts";
import type { GitHost, HostFailure, Repository, RepositoryId } from "../../contracts/git_host.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { gitBlobHash, parseCommitHash, parseHostKey } from "../../src/format/mod.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** What a host is asked for while a commit is indexed. */
export type Ask = { readonly kind: "tree" } | { readonly kind: "blob"; readonly path: string };

/** Null: as usual. `absent`: a blob is left out. A rejection stands for a bug of the adapter. */
export type Intervention = (ask: Ask) => Promise<HostFailure | "absent" | "truncated" | null>;

/** A git host in memory whose answers a test can hold up, refuse and count. */
export interface ScriptedHost extends GitHost {
  /** Adds a commit; equal files are the same commit. */
  commit(files: Files): CommitHash;
  /** Everything asked for so far: `tree`, or the path of a blob. */
  readonly asked: string[];
  intervene: Intervention;
}

export function scriptedHost(name = "gh"): ScriptedHost {
  const key = hostKey(name);
  const commits = new Map<CommitHash, Map<string, Uint8Array>>();
  const asked: string[] = [];
  const host: ScriptedHost = {
    key,
    rules: { ignoresCase: true, nestedOwners: false, owner: /^[a-z]+$/, repo: /^[a-z]+$/ },
    lifetimes: { repository: 60, ref: 60 },
    verified: false,
    asked,
    intervene: () => Promise.resolve(null),

    commit(files) {
      const bytes = new Map(Object.entries(files).map(([path, content]) => [path, bytesOf(content)]));
      const names = [...bytes].map(([path, content]) => [path, gitBlobHash(content)]);
      const commit = commitHash(createHash("sha1").update(JSON.stringify(names)).digest("hex"));
      commits.set(commit, bytes);
      return commit;
    },

    async tree(_repository, commit, maxEntries) {
      asked.push("tree");
      const answer = await host.intervene({ kind: "tree" });
      const files = commits.get(commit);
      if (files === undefined) return failure({ reason: "not_found" });
      const entries = Array.from(files, ([path, bytes]): TreeEntry => {
        return { path, mode: "file", hash: gitBlobHash(bytes), size: bytes.byteLength };
      });
      if (answer === "truncated") return success({ entries: entries.slice(1), truncated: true });
      if (answer !== null && answer !== "absent") return failure(answer);
      return success({ entries: entries.slice(0, maxEntries), truncated: entries.length > maxEntries });
    },

    async *blobs(_repository, commit, wanted) {
      for (const { hash, path } of wanted) {
        asked.push(path);
        const answer = await host.intervene({ kind: "blob", path });
        const bytes = commits.get(commit)?.get(path);
        if (answer !== null && typeof answer === "object") return yield failure(answer);
        if (answer === null && bytes !== undefined) yield success({ hash, bytes });
      }
    },

    as: () => host,
    repository: () => unasked("repository"),
    resolve: () => unasked("resolve"),
    webUrl: () => null,
    rawUrl: () => null,
  };
  return host;
}

export function repositoryOf(host: HostKey, name: string): Repository {
  return {
    host,
    id: repositoryId(name),
    owner: "acme",
    name,
    description: null,
    visibility: "public",
    defaultBranch: "main",
    picture: null,
  };
}

/** Indexing is handed a commit and never resolves names itself. */
function unasked(method: string): Promise<Result<never, HostFailure>> {
  throw new Error(`Cannot answer ${method}: indexing has no use for it`);
}

function repositoryId(text: string): RepositoryId {
  return text as RepositoryId;
}

function hostKey(text: string): HostKey {
  const parsed = parseHostKey(text);
  if (!parsed.ok) throw new TypeError(`Cannot name the host: ${parsed.error}`);
  return parsed.value;
}

function commitHash(text: string): CommitHash {
  const parsed = parseCommitHash(text);
  if (!parsed.ok) throw new TypeError(`Cannot name the commit: ${parsed.error}`);
  return parsed.value;
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
