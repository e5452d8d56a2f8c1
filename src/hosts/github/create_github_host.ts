import { createHash } from "node:crypto";
import type { CommitHash, HostRules, RepoPath } from "../../../contracts/addresses.ts";
import { DEFAULT_READING_LIMITS } from "../../../contracts/limits.ts";
import type {
  GitHost,
  HostCredential,
  HostFailure,
  PrivateRepository,
  Repository,
  RepositoryId,
} from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import {
  createGitReader,
  DEFAULT_GIT_LIMITS,
  type GitCredential,
  gitCredential,
  type GitHostOptions,
  type GitRemote,
  type GitRequestKind,
} from "../git/mod.ts";
import { createAppAccess } from "./_app_access.ts";
import { createAppToken, type GithubAppKey } from "./_app_token.ts";
import { createFindFacts, type GithubFacts } from "./_github_facts.ts";
import { findPrivate } from "./_find_private.ts";
import { createRest } from "../rest/mod.ts";

/** What a request to GitHub is for: `facts` and `app` are REST, everything else git's own protocol. */
export type GithubRequestKind = GitRequestKind | "facts" | "app";

export interface GithubHostOptions
  extends Omit<GitHostOptions, "baseUrl" | "nestedOwners" | "ignoresCase" | "onRequest"> {
  /** Such as `https://github.com`. Without a trailing slash. */
  readonly webUrl: string;
  /** Such as `https://api.github.com`. Without a trailing slash. */
  readonly apiUrl: string;
  /** Raises the limits of the REST API; opens nothing. */
  readonly token: string | null;
  /** By what this server reads repositories that are not public; null: as the person who asks. */
  readonly app?: GithubAppKey | null;
  /** Told of every request before it is sent. */
  readonly onRequest?: (kind: GithubRequestKind) => void;
  /** Told where GitHub does not know the app, or its key is another's, once an hour at most. */
  readonly onAppRefused?: () => void;
}

const RULES: HostRules = {
  ignoresCase: true,
  nestedOwners: false,
  // Managed users have an underscore.
  owner: /^[a-z0-9][a-z0-9_-]{0,38}$/i,
  repo: /^(?!\.{1,2}$)[a-z0-9._-]{1,100}$/i,
};

const API_HEADERS = { "accept": "application/vnd.github+json", "x-github-api-version": "2022-11-28" };

/** Without a token, facts are asked for once an hour. Milliseconds. */
const ANONYMOUS_LIFETIME_MS = 60 * 60_000;

/**
 * GitHub, or a GitHub Enterprise Server (docs/design/git-hosts.md "The GitHost port"). Refs, content and
 * history travel over git's own protocol and anonymously, which proves that a repository is public and
 * spends no quota; REST adds what nothing else can tell. Without quota a repository goes on being served.
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
  const rest = createRest({ fetch, clock, apiUrl, token, headers: API_HEADERS });
  const findFacts = createFindFacts({
    rest(request) {
      onRequest?.("facts");
      return rest(request);
    },
    clock,
    lifetimeMs: token === null
      ? Math.max(ANONYMOUS_LIFETIME_MS, lifetimes.repository * 1000)
      : lifetimes.repository * 1000,
    isPicture: (url) => isPicture(url, webUrl),
  });

  function remoteOf(
    { owner, name }: Pick<Repository, "owner" | "name">,
    credential: GitCredential | null,
    since = 0,
  ): GitRemote {
    const url = `${webUrl}/${owner}/${name}.git`;
    if (credential === null) return { id: url.toLowerCase(), urls: [url], since };
    const { name: asked, authorization } = credential;
    return { id: `${url.toLowerCase()} ${asked}`, urls: [url], since, authorization };
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

  const app = options.app === undefined || options.app === null ? null : createAppAccess({
    key,
    rest(request) {
      onRequest?.("app");
      return rest(request);
    },
    clock,
    appToken: createAppToken(options.app, clock),
    findAs: (token, owner, name) => findAs({ token })(owner, name),
    ...(options.onAppRefused !== undefined && { onRefused: options.onAppRefused }),
  });

  const hostAs = (credential: GitCredential | null, repository: GitHost["repository"]): GitHost => ({
    key,
    rules: RULES,
    lifetimes,
    verified,
    ...(app !== null && { app }),
    as: (other) => hostAs(gitCredential(other, "x-access-token"), findAs(other)),
    repository,
    resolve: (repository, revision, { since } = {}) =>
      reader.resolve(remoteOf(repository, credential, since), revision),
    gives: (repository, commit) => reader.gives(remoteOf(repository, credential), commit),
    tree: (repository, commit, maxEntries, known, signal) =>
      reader.tree(remoteOf(repository, credential), commit, maxEntries, known, signal),
    blobs: (repository, commit, wanted, signal) =>
      reader.blobs(remoteOf(repository, credential), commit, wanted.map(({ hash }) => hash), signal),
    webUrl: (repository, commit, path) => pageOf(path === "" ? "tree" : "blob", repository, commit, path),
    rawUrl: (repository, commit, path) => path === "" ? null : pageOf("raw", repository, commit, path),
  });

  /** One request of the API, which answers for a private repository where the app is installed and they may see it. */
  function findAs(
    { token }: HostCredential,
  ): (owner: string, name: string) => Promise<Result<PrivateRepository, HostFailure>> {
    return async (owner, name) => {
      onRequest?.("facts");
      const found = await findPrivate(rest, { owner, name, token, now: clock.now() });
      return found.ok ? success({ ...found.value, host: key, visibility: "private" }) : found;
    };
  }

  return hostAs(null, async (owner, name, { known = null, since = 0 } = {}) => {
    // What git does not hand to everybody is not asked for at all.
    const branch = await reader.defaultBranch(remoteOf({ owner, name }, null, since));
    if (!branch.ok) return branch;
    const answer = await findFacts({ owner, name, known: factsOf(known), since });
    const shared = { host: key, visibility: "public", defaultBranch: branch.value } as const;
    switch (answer.kind) {
      case "not_found":
        return failure({ reason: "not_found" });
      case "unknown": {
        const nothing = { description: null, picture: null, stale: true } as const;
        return success({ ...shared, id: idByName(owner, name), owner, name, ...nothing });
      }
      case "known":
        return success({ ...shared, ...answer.facts, ...(answer.isStale && { stale: true }) });
    }
  });
}

/** What GitHub said of a repository before; null: it is known by its name alone. */
function factsOf(known: Repository | null): GithubFacts | null {
  if (known?.confirmed === undefined) return null;
  const { id, owner, name, description, picture, confirmed } = known;
  return { id, owner, name, description, picture, confirmed };
}

/**
 * Pictures of GitHub lie on a host that holds nothing else. An Enterprise Server keeps them below a path
 * of its own, or on a host below its own.
 */
function isPicture(url: URL, webUrl: string): boolean {
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "" || url.port !== "") {
    return false;
  }
  if (webUrl === "https://github.com") return url.hostname === "avatars.githubusercontent.com";
  const { hostname } = new URL(webUrl);
  return url.hostname === `avatars.${hostname}` ||
    (url.hostname === hostname && /^\/(?:avatars|u)\//.test(url.pathname));
}

/** Stands for a repository whose number GitHub would not tell yet. */
function idByName(owner: string, name: string): RepositoryId {
  const hash = createHash("sha256").update(`${owner}/${name}`.toLowerCase()).digest("hex").slice(0, 32);
  return `name-${hash}` as RepositoryId;
}
