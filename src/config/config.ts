import type { HostKey } from "../../contracts/addresses.ts";
import type { OidcIssuer } from "../../contracts/library/publish_jobs.ts";
import type { ReadingLimits } from "../../contracts/limits.ts";

/** `dev`: repositories of this machine on loopback. `start`: the server as configured. */
export type Mode = "dev" | "start";

export type LogLevel = "debug" | "info" | "warn" | "error";

export interface Config {
  readonly mode: Mode;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The origin that absolute URLs are made from, without a trailing slash. */
  readonly publicUrl: string | null;
  /** The origin where accounts are, if it is another; without a trailing slash. */
  readonly accountUrl: string | null;
  readonly kv: KvConfig;
  /** Null: repositories of this machine are not served. */
  readonly local: LocalConfig | null;
  /** Null: GitHub is not served. */
  readonly github: GithubConfig | null;
  readonly gitHosts: readonly GitHostConfig[];
  readonly indexing: {
    readonly waitMs: number;
    readonly concurrency: number;
    readonly leaseMs: number;
    /** Repositories never seen before that one client may start in an hour. */
    readonly newPerClient: number;
  };
  /** How many names that nobody asked for before git hosts may be asked about in an hour. */
  readonly lookups: { readonly perClient: number; readonly perHost: number };
  readonly limits: ReadingLimits;
  readonly cacheBytes: number;
  /** Whether it is counted what is used of repositories. */
  readonly countsUsage: boolean;
  readonly storage: {
    /** Snapshots that nobody read for so long may go, unless a branch or tag points at their commit. */
    readonly keepDays: number;
    /** What the store may hold before the snapshots read longest ago go; null: no bound. */
    readonly maxBytes: number | null;
  };
  /** Null: nobody signs in, and what is not public is not there. */
  readonly authorization: AuthorizationConfig | null;
  /** What accounts publish. */
  readonly publishing: {
    /** Extensions in lower case without the dot; empty: every file is taken. */
    readonly blockedTypes: ReadonlySet<string>;
    /** Whether versions are graded, and the worst held. */
    readonly isAnalysed: boolean;
    /** Whether others than verified accounts publish to everybody. */
    readonly isCatalogOpen: boolean;
  };
  /** Whose identity tokens let jobs of build systems publish. */
  readonly issuers: readonly OidcIssuer[];
  /** `<host>/<owner>/<repo>` or `<host>/<owner>/*`, as in an address; null: every repository. */
  readonly allowedRepositories: readonly string[] | null;
  /** Opens the operator's interface to who presents it; null: there is none. */
  readonly adminToken: string | null;
  /** Opens `/metrics`; null: it is open in dev and absent in start. */
  readonly metricsToken: string | null;
  /** How long answers of a git host are believed. Seconds. */
  readonly lifetimes: { readonly repository: number; readonly ref: number };
  readonly logLevel: LogLevel;
}

/** Sign-in and the authorization server (docs/design/authorization.md). */
export interface AuthorizationConfig {
  /** The first seals what is kept secret in the store, all open it. Null, in dev alone: the store keeps one of its own. */
  readonly secrets: readonly [string, ...string[]] | null;
  /** Origins, without a slash: where people sign in, and where addresses are. */
  readonly issuer: string;
  readonly publicUrl: string;
  /** Who may sign in: `gh:login` or `gh:organisation/*`; empty: everyone. */
  readonly signInAllowed: readonly string[];
  /** Whether an app may be answered at the name `localhost` alone. */
  readonly localhost: "refuse" | "accept";
  /** How long an access token works. */
  readonly accessSeconds: number;
  /** For how long the answer to a refresh may be had again. */
  readonly graceSeconds: number;
  /** How long a git host's word that a person may see a repository is believed. */
  readonly permissionSeconds: number;
  /** `host:port` of apps' metadata documents that may be fetched although they are on this machine. Null: none are fetched. */
  readonly documents: ReadonlySet<string> | null;
  /** The apps by which people sign in at git hosts. */
  readonly apps: readonly (SignInAppConfig & { readonly secret: string })[];
}

export interface SignInAppConfig {
  readonly key: HostKey;
  readonly clientId: string;
}

/** Where everything is kept. `runtime`: where the runtime keeps it unasked. */
export type KvConfig =
  | { readonly kind: "runtime" }
  | { readonly kind: "memory" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "remote"; readonly url: string };

export interface LocalConfig {
  readonly key: HostKey;
  /** Absolute paths of the repositories to serve; empty when `root` is set. */
  readonly directories: readonly string[];
  /** Serves `<root>/<owner>/<repo>`. Absolute. */
  readonly root: string | null;
  readonly verified: boolean;
  /** `owner/name` of those that only the account `dev` may see. */
  readonly private: readonly string[];
  /** The directory that the command was given in; null where that is the process's own. */
  readonly calledFrom: string | null;
  /** Where the operator's own git configuration is found; null: unset. */
  readonly home: string | null;
  readonly xdgConfigHome: string | null;
}

/** GitHub, or a GitHub Enterprise Server. URLs without a trailing slash. */
export interface GithubConfig {
  readonly key: HostKey;
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly token: string | null;
  /** Signs events of repositories; null: none are taken that are signed so. */
  readonly webhookSecret: string | null;
  /** Signs the events of the app, about people and installations as well; null: the other one does. */
  readonly appWebhookSecret: string | null;
  /** By what this server reads what is not public, where it was installed; null: as the people who ask. */
  readonly app: { readonly id: string; readonly privateKey: string } | null;
}

/** A git server that is served under a key of its own. */
export interface GitHostConfig {
  readonly key: HostKey;
  /** Where owners begin; without a trailing slash. */
  readonly baseUrl: string;
  readonly nestedOwners: boolean;
  readonly ignoresCase: boolean;
  /** Signs the events of its repositories; null: none are taken. */
  readonly webhookSecret: string | null;
}

/** A value that breaks its rule. The value itself is never told: it may be a secret. */
export interface ConfigProblem {
  readonly variable: string;
  readonly rule: string;
}
