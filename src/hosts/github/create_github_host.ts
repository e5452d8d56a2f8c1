import { createHash } from "node:crypto";
import type { CommitHash, HostKey, HostRules, RepoPath } from "../../../contracts/addresses.ts";
import { DEFAULT_READING_LIMITS } from "../../../contracts/limits.ts";
import type { Clock, GitHost, Repository, RepositoryId } from "../../../contracts/ports.ts";
import { failure, success } from "../../../contracts/result.ts";
import { createGitReader, DEFAULT_GIT_LIMITS, type GitLimits, type GitRequestKind } from "../git/mod.ts";
import { createFindFacts } from "./_facts.ts";
import { createRest } from "./_rest.ts";

/** What a request to GitHub is for: `facts` is REST, everything else git's own protocol. */
export type GithubRequestKind = GitRequestKind | "facts";

export interface GithubHostOptions {
  readonly key: HostKey;
  /** Such as `https://github.com`. Without a trailing slash. */
  readonly webUrl: string;
  /** Such as `https://api.github.com`. Without a trailing slash. */
  readonly apiUrl: string;
  /** Raises the limits of the REST API; opens nothing. */
  readonly token: string | null;
  /** How long answers are believed. Seconds. */
  readonly lifetimes: GitHost["lifetimes"];
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Larger files are never stored, and so need not be fetched with their commit. Bytes. */
  readonly readFileBytes?: number;
  readonly limits?: Partial<GitLimits>;
  /** Whether its repositories are the operator's own. */
  readonly verified?: boolean;
  /** Told of every request before it is sent. */
  readonly onRequest?: (kind: GithubRequestKind) => void;
}

const RULES: HostRules = {
  ignoresCase: true,
  nestedOwners: false,
  // Managed users have an underscore.
  owner: /^[a-z0-9][a-z0-9_-]{0,38}$/i,
  repo: /^(?!\.{1,2}$)[a-z0-9._-]{1,100}$/i,
};

/** Without a token, facts are asked for once an hour. Milliseconds. */
const ANONYMOUS_LIFETIME_MS = 60 * 60_000;

/**
 * GitHub, or a GitHub Enterprise Server (design "The GitHost port"). Refs, content and history travel
 * over git's own protocol and anonymously, which proves that a repository is public and spends no
 * quota; REST adds what nothing else can tell. Without quota a repository goes on being served.
 */
export function createGithubHost(options: GithubHostOptions): GitHost {
  const { key, webUrl, apiUrl, token, lifetimes, fetch, clock, verified = false, onRequest } = options;
  const { readFileBytes = DEFAULT_READING_LIMITS.readFileBytes } = options;
  const reader = createGitReader({
    fetch,
    clock,
    limits: { ...DEFAULT_GIT_LIMITS, ...options.limits },
    withheldBytes: readFileBytes + 1,
    provesRefs: verified,
    ...(onRequest !== undefined && { onRequest }),
  });
  const rest = createRest({ fetch, clock, apiUrl, token });
  const findFacts = createFindFacts(
    (path, etag) => {
      onRequest?.("facts");
      return rest(path, etag);
    },
    clock,
    token === null
      ? Math.max(ANONYMOUS_LIFETIME_MS, lifetimes.repository * 1000)
      : lifetimes.repository * 1000,
  );

  function remoteOf({ owner, name }: Pick<Repository, "owner" | "name">) {
    const url = `${webUrl}/${owner}/${name}.git`;
    return { id: url.toLowerCase(), urls: [url] };
  }

  function pageOf(
    kind: string,
    { owner, name }: Repository,
    commit: CommitHash,
    path: RepoPath,
  ): string | null {
    if (!webUrl.startsWith("https://")) return null;
    const place = path.split("/").map(encodeURIComponent).join("/");
    return `${webUrl}/${owner}/${name}/${kind}/${commit}${path === "" ? "" : `/${place}`}`;
  }

  return {
    key,
    rules: RULES,
    lifetimes,
    verified,
    async repository(owner, name) {
      // What git does not hand to everybody is not asked for at all.
      const branch = await reader.defaultBranch(remoteOf({ owner, name }));
      if (!branch.ok) return branch;
      const answer = await findFacts(owner, name);
      const shared = { host: key, visibility: "public", defaultBranch: branch.value } as const;
      switch (answer.kind) {
        case "not_found":
          return failure({ reason: "not_found" });
        case "unknown":
          return success({
            ...shared,
            id: idByName(owner, name),
            owner,
            name,
            description: null,
            stale: true,
          });
        case "known": {
          const { id, owner, name, description } = answer.facts;
          const known = { ...shared, id: String(id) as RepositoryId, owner, name, description };
          return success(answer.isStale ? { ...known, stale: true } : known);
        }
      }
    },
    resolve: (repository, revision) => reader.resolve(remoteOf(repository), revision),
    tree: (repository, commit, maxEntries, known, signal) =>
      reader.tree(remoteOf(repository), commit, maxEntries, known, signal),
    blobs: (repository, commit, wanted, signal) =>
      reader.blobs(remoteOf(repository), commit, wanted.map(({ hash }) => hash), signal),
    webUrl: (repository, commit, path) => pageOf(path === "" ? "tree" : "blob", repository, commit, path),
    rawUrl: (repository, commit, path) => path === "" ? null : pageOf("raw", repository, commit, path),
  };
}

/** Stands for a repository whose number GitHub would not tell yet. */
function idByName(owner: string, name: string): RepositoryId {
  const hash = createHash("sha256").update(`${owner}/${name}`.toLowerCase()).digest("hex").slice(0, 32);
  return `name-${hash}` as RepositoryId;
}
