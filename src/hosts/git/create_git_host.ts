import { createHash } from "node:crypto";
import type { HostKey, HostRules } from "../../../contracts/addresses.ts";
import { DEFAULT_READING_LIMITS } from "../../../contracts/limits.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { GitHost, RepositoryId } from "../../../contracts/git_host.ts";
import { success } from "../../../contracts/result.ts";
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
  readonly onRequest?: (kind: GitRequestKind) => void;
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
 * default branch is the one HEAD stands for, and what it answers without credentials is public. The base
 * URL and the name, in lower case where the host ignores it, are a repository's identity.
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

  const hostAs = (credential: GitCredential | null): GitHost => ({
    key,
    rules,
    lifetimes,
    verified,
    as: (other) => hostAs(gitCredential(other, USER)),
    async repository(owner, name, { since } = {}) {
      const branch = await reader.defaultBranch(remoteOf(owner, name, credential, since));
      if (!branch.ok) return branch;
      // What it shows to somebody it may not show to everyone, whatever else it says.
      const visibility = credential === null ? "public" : "private";
      const shown = { description: null, picture: null, visibility } as const;
      return success({
        host: key,
        id: repositoryId(urlOf(owner, name)),
        owner,
        name,
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
  return hostAs(null);
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
