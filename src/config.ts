/**
 * The only reader of the environment. One table holds every variable with its rule, its default and
 * what it is for; the configuration and the documentation both come from it.
 */
import { resolve } from "node:path";
import { z } from "zod";
import { RESERVED_ROUTES } from "../contracts/addresses.ts";
import { DEFAULT_READING_LIMITS, type ReadingLimits } from "../contracts/limits.ts";
import { isLoopback } from "../contracts/loopback.ts";
import { failure, type Result, success } from "../contracts/result.ts";

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
  readonly kv:
    | { readonly kind: "runtime" }
    | { readonly kind: "memory" }
    | { readonly kind: "file"; readonly path: string }
    | { readonly kind: "remote"; readonly url: string };
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
  readonly limits: ReadingLimits;
  readonly cacheBytes: number;
  readonly storage: {
    /** Snapshots that nobody read for so long may go, unless a branch or tag points at their commit. */
    readonly keepDays: number;
    /** What the store may hold before the snapshots read longest ago go; null: no bound. */
    readonly maxBytes: number | null;
  };
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

export interface LocalConfig {
  /** Absolute paths of the repositories to serve; empty when `root` is set. */
  readonly directories: readonly string[];
  /** Serves `<root>/<owner>/<repo>`. Absolute. */
  readonly root: string | null;
  readonly verified: boolean;
  /** Where the operator's own git configuration is found; null: unset. */
  readonly home: string | null;
  readonly xdgConfigHome: string | null;
}

/** GitHub, or a GitHub Enterprise Server. URLs without a trailing slash. */
export interface GithubConfig {
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly token: string | null;
  /** Signs the push events of GitHub; null: none are taken. */
  readonly webhookSecret: string | null;
}

/** A git server that is served under a key of its own. */
export interface GitHostConfig {
  readonly key: string;
  /** Where owners begin; without a trailing slash. */
  readonly baseUrl: string;
  readonly nestedOwners: boolean;
}

/** A value that breaks its rule. The value itself is never told: it may be a secret. */
export interface ConfigProblem {
  readonly variable: string;
  readonly rule: string;
}

/** What is told of a variable. The rule never quotes a value: it may be a secret. */
export interface About {
  readonly rule: string;
  /** As an operator would write it, where it differs by mode; null: unset. */
  readonly fallback: Readonly<Record<Mode, string | null>>;
  readonly description: string;
}

type Fallback = string | null | About["fallback"];

const about = z.registry<About>();
const MIB = 1024 * 1024;
const HOST_URL_RULE = "an https URL without credentials or query; http on loopback alone";
const EXAMPLE_DIRECTORY = "fixtures/examples/library";

const ENVIRONMENT = z.object({
  HOST: variable(
    z.string().regex(/^[A-Za-z0-9._:-]{1,253}$/),
    "a host name or IP address",
    { dev: "127.0.0.1", start: "0.0.0.0" },
    "Where the server listens; only loopback while repositories of this machine are served",
  ),
  PORT: wholeNumber(0, 65_535, 8000, "The port to listen on; 0 picks a free one and prints it"),
  PUBLIC_URL: variable(
    z.string().transform(origin).nullable(),
    "an http or https origin without a path",
    null,
    "The origin that people reach the server at; absolute URLs are made from it",
  ),
  KV_PATH: filePath(
    { dev: ".skillmount/dev.sqlite", start: null },
    "The file of the embedded store; the runtime chooses one where it is unset",
  ),
  KV_URL: variable(
    z.string().transform(httpUrl).nullable(),
    "an http or https URL, given without KV_PATH",
    null,
    "A denokv server to keep everything in, instead of a file",
  ),
  LOCAL_ROOT: filePath(
    null,
    "Serves the repositories of this machine at <LOCAL_ROOT>/<owner>/<repo> under /local",
  ),
  LOCAL_VERIFIED: variable(
    z.enum(["0", "1"]).transform((text) => text === "1"),
    "0 or 1",
    "1",
    "Whether repositories of this machine count as verified; 0 shows what a public address would serve",
  ),
  GIT_HOSTS: variable(
    z.string().nullable().transform(gitHosts),
    "key=https://base or key=https://base;nested, separated by commas; http on loopback alone; a key is as gl, no route of this server, and neither gh nor local",
    null,
    "Git servers to serve under keys of their own; nested where owners may hold a slash",
  ),
  GITHUB_WEB_URL: variable(
    z.string().transform(hostUrl).nullable(),
    HOST_URL_RULE,
    { dev: null, start: "https://github.com" },
    "GitHub or a GitHub Enterprise Server, served under /gh; nothing is where it is unset",
  ),
  GITHUB_API_URL: variable(
    z.string().transform(hostUrl).nullable(),
    HOST_URL_RULE,
    null,
    "Its REST API, where it lies neither at api.github.com nor at <GITHUB_WEB_URL>/api/v3",
  ),
  ...secret(
    "GITHUB_TOKEN",
    1,
    "Raises what its REST API grants; opens no private repository",
  ),
  ...secret(
    "GITHUB_WEBHOOK_SECRET",
    16,
    "Signs the events that GitHub sends to /webhooks/gh; none are taken without it",
  ),
  INDEX_WAIT_MS: wholeNumber(
    0,
    120_000,
    20_000,
    "How long a call waits for a commit that is being indexed, in milliseconds",
  ),
  INDEX_CONCURRENCY: wholeNumber(1, 64, 2, "How many commits a process indexes at once"),
  INDEX_LEASE_SECONDS: wholeNumber(
    5,
    3600,
    30,
    "How long a commit stays claimed after a process died while indexing it",
  ),
  INDEX_MAX_FILES: wholeNumber(
    1,
    100_000,
    DEFAULT_READING_LIMITS.servedFiles,
    "How many files of a commit are served",
  ),
  INDEX_MAX_TREE_ENTRIES: wholeNumber(
    1,
    1_000_000,
    DEFAULT_READING_LIMITS.treeEntries,
    "How many entries the tree of a commit may have; a larger one is not served",
  ),
  INDEX_MAX_FILE_BYTES: wholeNumber(
    1024,
    16 * MIB,
    DEFAULT_READING_LIMITS.indexedFileBytes,
    "Larger files are readable but not searched",
  ),
  INDEX_MAX_TOTAL_BYTES: wholeNumber(
    MIB,
    1024 * MIB,
    DEFAULT_READING_LIMITS.storedBytes,
    "How many bytes of a commit are stored",
  ),
  READ_MAX_FILE_BYTES: wholeNumber(
    1024,
    16 * MIB,
    DEFAULT_READING_LIMITS.readFileBytes,
    "Larger files are named with their size and source, not stored",
  ),
  CACHE_MAX_BYTES: wholeNumber(
    MIB,
    64 * 1024 * MIB,
    128 * MIB,
    "How much memory the caches of a process may hold",
  ),
  REPO_TTL_SECONDS: wholeNumber(0, 86_400, 60, "How long facts about a repository are believed"),
  REF_TTL_SECONDS: wholeNumber(0, 86_400, 60, "How long the commit of a branch or tag is believed"),
  SNAPSHOT_KEEP_DAYS: wholeNumber(
    1,
    3650,
    30,
    "How long a commit that no branch or tag points at any more is kept after it was last read",
  ),
  STORE_MAX_BYTES: variable(
    z.string().regex(/^\d{1,15}$/).transform(Number).pipe(z.number().min(64 * MIB)).nullable(),
    `a whole number of at least ${64 * MIB}`,
    null,
    "How many bytes the store may hold; what was read longest ago goes first. No bound where it is unset",
  ),
  ALLOWED_REPOSITORIES: variable(
    z.string().nullable().transform(allowedRepositories),
    "host/owner/repo or host/owner/*, separated by commas",
    null,
    "The only repositories that are served; all where it is unset",
  ),
  INDEX_NEW_PER_CLIENT: wholeNumber(
    1,
    1_000_000,
    60,
    "How many repositories that were never seen before one client may start in an hour",
  ),
  ...secret(
    "ADMIN_TOKEN",
    32,
    "The secret that opens the operator's interface under /admin; there is none without it",
  ),
  ...secret(
    "METRICS_TOKEN",
    16,
    "The secret that opens /metrics; without it there is none in start, and anyone reads it in dev",
  ),
  LOG_LEVEL: variable(
    z.enum(["debug", "info", "warn", "error"]),
    "debug, info, warn or error",
    "info",
    "The least important log lines that are written",
  ),
});

type Environment = z.output<typeof ENVIRONMENT>;

/** The variables that may come from a file instead. */
const SECRETS = Object.keys(ENVIRONMENT.shape)
  .filter((name) => name.endsWith("_FILE"))
  .map((name) => name.slice(0, -"_FILE".length));

/** Every variable, in the order of the documentation. */
export const SETTINGS: readonly (About & { readonly name: string })[] = Object.entries(ENVIRONMENT.shape)
  .flatMap(([name, schema]) => {
    const known = about.get(schema);
    return known === undefined ? [] : [{ name, ...known }];
  });

/**
 * Reads and checks every variable once.
 *
 * @param read Gives a variable's text; undefined or empty means unset. Unknown variables are ignored.
 * @param directories In `dev`, the repositories to serve; relative ones start where the command was given.
 * @param readFile Gives the text of a file that holds a secret; null when it cannot be read.
 * @returns The frozen configuration, or the first variable that breaks its rule.
 */
export function readConfig(
  read: (variable: string) => string | undefined,
  mode: Mode,
  directories: readonly string[],
  readFile: (path: string) => string | null,
): Result<Config, ConfigProblem> {
  const given: Record<string, string | null> = Object.fromEntries(
    SETTINGS.map(({ name, fallback }) => [name, read(name) || fallback[mode]]),
  );
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`] ?? null;
    if (file === null) continue;
    const text = given[name] === null ? readFile(file) : null;
    if (text === null) return failure(problemWith(`${name}_FILE`));
    given[name] = text.trim();
  }
  const parsed = ENVIRONMENT.safeParse(given);
  if (!parsed.success) return failure(problemWith(String(parsed.error.issues[0]?.path[0])));
  const environment = parsed.data;
  const config: Config = {
    mode,
    host: environment.HOST,
    port: environment.PORT,
    publicUrl: environment.PUBLIC_URL,
    kv: store(environment),
    local: local(environment, mode, directories, read),
    github: github(environment),
    gitHosts: environment.GIT_HOSTS,
    indexing: {
      waitMs: environment.INDEX_WAIT_MS,
      concurrency: environment.INDEX_CONCURRENCY,
      leaseMs: environment.INDEX_LEASE_SECONDS * 1000,
      newPerClient: environment.INDEX_NEW_PER_CLIENT,
    },
    limits: {
      servedFiles: environment.INDEX_MAX_FILES,
      treeEntries: environment.INDEX_MAX_TREE_ENTRIES,
      indexedFileBytes: environment.INDEX_MAX_FILE_BYTES,
      storedBytes: environment.INDEX_MAX_TOTAL_BYTES,
      readFileBytes: environment.READ_MAX_FILE_BYTES,
    },
    cacheBytes: environment.CACHE_MAX_BYTES,
    storage: { keepDays: environment.SNAPSHOT_KEEP_DAYS, maxBytes: environment.STORE_MAX_BYTES },
    allowedRepositories: environment.ALLOWED_REPOSITORIES,
    adminToken: environment.ADMIN_TOKEN,
    metricsToken: environment.METRICS_TOKEN,
    lifetimes: { repository: environment.REPO_TTL_SECONDS, ref: environment.REF_TTL_SECONDS },
    logLevel: environment.LOG_LEVEL,
  };
  const contradiction = contradictionIn(config, read);
  return contradiction === null ? success(frozen(config)) : failure(contradiction);
}

function problemWith(variable: string): ConfigProblem {
  return { variable, rule: SETTINGS.find(({ name }) => name === variable)?.rule ?? "valid" };
}

/** What no value alone can say. */
function contradictionIn(
  config: Config,
  read: (variable: string) => string | undefined,
): ConfigProblem | null {
  if (config.local !== null && !isLoopback(config.host)) {
    return { variable: "HOST", rule: "a loopback address while repositories of this machine are served" };
  }
  if (config.kv.kind === "remote" && read("KV_PATH")) {
    return problemWith("KV_URL");
  }
  if (config.kv.kind === "memory" && config.mode === "start") {
    return { variable: "KV_PATH", rule: "a file: a store in memory is for development alone" };
  }
  return null;
}

function store({ KV_URL, KV_PATH }: Environment): Config["kv"] {
  if (KV_URL !== null) return { kind: "remote", url: KV_URL };
  if (KV_PATH === null) return { kind: "runtime" };
  return KV_PATH === ":memory:" ? { kind: "memory" } : { kind: "file", path: KV_PATH };
}

function local(
  { LOCAL_ROOT, LOCAL_VERIFIED }: Environment,
  mode: Mode,
  directories: readonly string[],
  read: (variable: string) => string | undefined,
): LocalConfig | null {
  if (LOCAL_ROOT === null && mode === "start") return null;
  const operator = {
    verified: LOCAL_VERIFIED,
    home: read("HOME") || null,
    xdgConfigHome: read("XDG_CONFIG_HOME") || null,
  };
  if (LOCAL_ROOT !== null) return { directories: [], root: resolve(LOCAL_ROOT), ...operator };
  const given = directories.map((directory) => resolve(read("INIT_CWD") ?? "", directory));
  return { directories: given.length > 0 ? given : [resolve(EXAMPLE_DIRECTORY)], root: null, ...operator };
}

function github(
  { GITHUB_WEB_URL, GITHUB_API_URL, GITHUB_TOKEN, GITHUB_WEBHOOK_SECRET }: Environment,
): GithubConfig | null {
  if (GITHUB_WEB_URL === null) return null;
  const usual = GITHUB_WEB_URL === "https://github.com"
    ? "https://api.github.com"
    : `${GITHUB_WEB_URL}/api/v3`;
  return {
    webUrl: GITHUB_WEB_URL,
    apiUrl: GITHUB_API_URL ?? usual,
    token: GITHUB_TOKEN,
    webhookSecret: GITHUB_WEBHOOK_SECRET,
  };
}

function variable<Schema extends z.ZodType>(
  schema: Schema,
  rule: string,
  fallback: Fallback,
  description: string,
): Schema {
  const byMode = typeof fallback === "string" || fallback === null
    ? { dev: fallback, start: fallback }
    : fallback;
  about.add(schema, { rule, fallback: byMode, description });
  return schema;
}

function wholeNumber(least: number, most: number, fallback: number, description: string) {
  const schema = z.string().regex(/^\d{1,15}$/).transform(Number).pipe(z.number().min(least).max(most));
  return variable(schema, `a whole number from ${least} to ${most}`, String(fallback), description);
}

function filePath(fallback: Fallback, description: string) {
  const schema = z.string().max(4096).regex(/^[^\0]*$/).nullable();
  return variable(schema, "a path of at most 4096 characters", fallback, description);
}

/** The variable and the one that names a file which holds it. `least`: of characters. */
function secret<Name extends string>(name: Name, least: number, description: string) {
  const value = variable(
    z.string().regex(new RegExp(`^[\\x21-\\x7e]{${least},512}$`)).nullable(),
    `${least} to 512 characters of printable ASCII without spaces`,
    null,
    description,
  );
  const file = variable(
    z.string().max(4096).regex(/^[^\0]*$/).nullable(),
    `the path of a readable file, given without ${name}`,
    null,
    `A file that holds ${name}`,
  );
  return { [name]: value, [`${name}_FILE`]: file } as Record<Name | `${Name}_FILE`, typeof value>;
}

/** Host keys that mean something without being configured. */
const OWN_KEYS: ReadonlySet<string> = new Set(["gh", "local"]);

function gitHosts(text: string | null, context: z.RefinementCtx): readonly GitHostConfig[] {
  const hosts = (text ?? "").split(",").filter((entry) => entry !== "").map(gitHost);
  const valid = hosts.filter((host) => host !== null);
  if (valid.length === hosts.length && new Set(valid.map(({ key }) => key)).size === hosts.length) {
    return valid;
  }
  context.addIssue("not a list of git hosts");
  return z.NEVER;
}

function gitHost(entry: string): GitHostConfig | null {
  const [, key = "", base = "", nested] = /^([a-z][a-z0-9-]{0,31})=([^;]+)(;nested)?$/.exec(entry) ?? [];
  const baseUrl = parseHostUrl(base);
  if (baseUrl === null || OWN_KEYS.has(key) || RESERVED_ROUTES.has(key)) return null;
  return { key, baseUrl, nestedOwners: nested !== undefined };
}

function allowedRepositories(text: string | null, context: z.RefinementCtx): readonly string[] | null {
  if (text === null) return null;
  const allowed = text.split(",").map((entry) => entry.trim().replace(/^\//, ""));
  if (allowed.every((entry) => /^[a-z][a-z0-9-]{0,31}(\/[^/@:\s]+)+$/.test(entry))) return allowed;
  context.addIssue("not a list of repositories");
  return z.NEVER;
}

/** Nothing but an origin and a path, without a trailing slash: no credentials, no query. */
function parseHostUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return null;
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  const base = `${url.origin}${url.pathname}`.replace(/\/$/, "");
  return isSafe && (url.href === base || url.href === `${base}/`) ? base : null;
}

function hostUrl(text: string, context: z.RefinementCtx): string {
  const url = parseHostUrl(text);
  if (url !== null) return url;
  context.addIssue("not the URL of a host");
  return z.NEVER;
}

function httpUrl(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url.href;
  context.addIssue("not an http or https URL");
  return z.NEVER;
}

function origin(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(httpUrl(text, context));
  if (url !== null && url.href === `${url.origin}/`) return url.origin;
  context.addIssue("more than an origin");
  return z.NEVER;
}

function frozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null) frozen(part);
  }
  return Object.freeze(value);
}
