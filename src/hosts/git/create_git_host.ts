import { createHash } from "node:crypto";
import type { HostKey, HostRules } from "../../../contracts/addresses.ts";
import { DEFAULT_READING_LIMITS } from "../../../contracts/limits.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type {
  GitHost,
  HostCredential,
  HostFailure,
  Repository,
  RepositoryId,
} from "../../../contracts/git_host.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { createRest } from "../rest/mod.ts";
import { findIdentity, type RepositoryIdentity } from "./_find_identity.ts";
import type { GitRemote, GitRequestKind } from "./transport/connection.ts";
import { DEFAULT_GIT_LIMITS, type GitLimits } from "./git_limits.ts";
import { type GitCredential, gitCredential } from "./git_credential.ts";
import { createGitReader } from "./git_reader.ts";

export interface GitHostOptions {
  readonly key: HostKey;
  /** Where owners begin, such as `https://git.example`. Without a trailing slash. */
  readonly baseUrl: string;
  /** Owners may hold `/`. */
  readonly nestedOwners: boolean;
  /** Every spelling of a name is the same repository there. */
  readonly ignoresCase: boolean;
  /** How long answers are believed. Seconds. */
  readonly lifetimes: GitHost["lifetimes"];
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Larger files are never stored, and so need not be fetched with their commit. Bytes. */
  readonly readFileBytes?: number;
  readonly limits?: Partial<GitLimits>;
  /** Whether its repositories are the operator's own. */
  readonly verified?: boolean;
  /** Of a forge that tells which repository a name leads to. Null where git is all that it speaks. */
  readonly apiUrl?: string | null;
  /** Told of every request before it is sent; `facts` are the API's. */
  readonly onRequest?: (kind: GitRequestKind | "facts") => void;
  /** Told where the host answers with something that is not git's, once an hour at most. */
  readonly onForeign?: () => void;
}

const HOUR_MS = 3_600_000;

/** Hosts look at the token alone; some want this name beside one of their own sign-in. */
const USER = "oauth2";

/** One segment; never `.` or `..`. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;
/** Some hosts write a user as `~name`. */
const OWNER = /^(?!\.{1,2}$)~?[A-Za-z0-9._-]{1,100}$/;

/**
 * Any git server, with nothing but git's own protocol (docs/design/git-hosts.md "The GitHost port"): its
 * default branch is the one HEAD stands for, and what it answers without credentials is public. The number
 * that its API gives a repository is its identity; where there is no API, the base URL and the name, in lower
 * case where the host ignores it.
 */
export function createGitHost(options: GitHostOptions): GitHost {
  const { key, baseUrl, lifetimes, verified = false } = options;
  const { readFileBytes = DEFAULT_READING_LIMITS.readFileBytes } = options;
  const reader = createGitReader({
    ...options,
    onForeign: atMostHourly(options.clock, options.onForeign),
    limits: { ...DEFAULT_GIT_LIMITS, ...options.limits },
    withheldBytes: readFileBytes + 1,
    provesRefs: verified,
  });
  const { apiUrl = null, clock, onRequest } = options;
  const rest = apiUrl === null ? null : createRest({ fetch: options.fetch, clock, apiUrl, token: null });
  const rules: HostRules = {
    ignoresCase: options.ignoresCase,
    nestedOwners: options.nestedOwners,
    owner: OWNER,
    repo: NAME,
  };

  function urlOf(owner: string, name: string): string {
    return `${baseUrl}/${owner}/${name}`;
  }

  function remoteOf(owner: string, name: string, credential: GitCredential | null, since = 0): GitRemote {
    const url = urlOf(owner, name);
    // Every forge answers to the first; a plain directory of repositories may know only the second.
    const urls = [`${url}.git`, url];
    if (credential === null) return { id: url, urls, since };
    return { id: `${url} ${credential.name}`, urls, since, authorization: credential.authorization };
  }

  /** Of a repository that git was let into just now. */
  async function identityOf(
    owner: string,
    name: string,
    asked: HostCredential | null,
  ): Promise<Result<RepositoryIdentity & Pick<Repository, "confirmed">, HostFailure>> {
    if (rest === null) return success({ id: repositoryId(urlOf(owner, name)), owner, name });
    onRequest?.("facts");
    const at = clock.now();
    const found = await findIdentity(rest, { owner, name }, asked, at);
    return found.ok ? success({ ...found.value, confirmed: { at, etag: null } }) : found;
  }

  const hostAs = (credential: GitCredential | null, asked: HostCredential | null): GitHost => ({
    key,
    rules,
    lifetimes,
    verified,
    as: (other) => hostAs(gitCredential(other, USER), other),
    async repository(owner, name, { since } = {}) {
      const branch = await reader.defaultBranch(remoteOf(owner, name, credential, since));
      if (!branch.ok) return branch;
      const identity = await identityOf(owner, name, asked);
      if (!identity.ok) return identity;
      // What it shows to somebody it may not show to everyone, whatever else it says.
      const visibility = credential === null ? "public" : "private";
      const shown = { description: null, picture: null, visibility } as const;
      return success({
        host: key,
        ...identity.value,
        defaultBranch: branch.value,
        ...shown,
      });
    },
    resolve: ({ owner, name }, revision, { since } = {}) =>
      reader.resolve(remoteOf(owner, name, credential, since), revision),
    gives: ({ owner, name }, commit) => reader.gives(remoteOf(owner, name, credential), commit),
    tree: ({ owner, name }, commit, maxEntries, known, signal) =>
      reader.tree(remoteOf(owner, name, credential), commit, maxEntries, known, signal),
    blobs: ({ owner, name }, commit, wanted, signal) =>
      reader.blobs(remoteOf(owner, name, credential), commit, wanted.map(({ hash }) => hash), signal),
    webUrl: () => null,
    rawUrl: () => null,
  });
  return hostAs(null, null);
}

/** Strangers choose what is asked for, and with it how often there is something to tell. */
function atMostHourly(clock: Clock, tell: (() => void) | undefined): () => void {
  let told = -Infinity;
  return () => {
    if (clock.now() - told < HOUR_MS) return;
    told = clock.now();
    tell?.();
  };
}

function repositoryId(url: string): RepositoryId {
  return createHash("sha256").update(url).digest("hex").slice(0, 32) as RepositoryId;
}
