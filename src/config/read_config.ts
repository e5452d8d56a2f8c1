import { resolve } from "node:path";
import { isLoopback } from "../../contracts/loopback.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { gitHostSecrets } from "./_parse_authorization.ts";
import { GITHUB_KEY, LOCAL_KEY } from "./_parse_hosts.ts";
import type {
  AuthorizationConfig,
  Config,
  ConfigProblem,
  GitHostConfig,
  GithubConfig,
  KvConfig,
  LocalConfig,
  Mode,
} from "./config.ts";
import { ENVIRONMENT, type Environment, SECRETS, SETTINGS } from "./settings.ts";

const EXAMPLE_DIRECTORY = "fixtures/examples/library";

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
    accountUrl: accountUrl(environment, mode),
    kv: store(environment),
    local: local(environment, mode, directories, read),
    github: github(environment),
    gitHosts: gitHosts(environment),
    indexing: {
      waitMs: environment.INDEX_WAIT_MS,
      concurrency: environment.INDEX_CONCURRENCY,
      leaseMs: environment.INDEX_LEASE_SECONDS * 1000,
      newPerClient: environment.INDEX_NEW_PER_CLIENT,
    },
    lookups: {
      perClient: environment.LOOKUP_NEW_PER_CLIENT,
      perHost: environment.LOOKUP_NEW_PER_HOST,
    },
    limits: {
      servedFiles: environment.INDEX_MAX_FILES,
      treeEntries: environment.INDEX_MAX_TREE_ENTRIES,
      indexedFileBytes: environment.INDEX_MAX_FILE_BYTES,
      storedBytes: environment.INDEX_MAX_TOTAL_BYTES,
      readFileBytes: environment.READ_MAX_FILE_BYTES,
    },
    cacheBytes: environment.CACHE_MAX_BYTES,
    countsUsage: environment.COUNT_USAGE,
    storage: { keepDays: environment.SNAPSHOT_KEEP_DAYS, maxBytes: environment.STORE_MAX_BYTES },
    authorization: authorization(environment, mode),
    publishing: {
      blockedTypes: environment.BLOCKED_FILE_TYPES,
      isAnalysed: environment.SKILL_ANALYSIS,
      isCatalogOpen: environment.CATALOG_OPEN,
    },
    issuers: environment.OIDC_ISSUERS,
    allowedRepositories: environment.ALLOWED_REPOSITORIES,
    adminToken: environment.ADMIN_TOKEN,
    metricsToken: environment.METRICS_TOKEN,
    lifetimes: { repository: environment.REPO_TTL_SECONDS, ref: environment.REF_TTL_SECONDS },
    logLevel: environment.LOG_LEVEL,
  };
  const contradiction = authorizationProblem(environment, mode) ?? webhookProblem(environment) ??
    contradictionIn(config, read);
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

/** Where people can sign in, its URLs are known, and each app of a host has its secret. */
function authorizationProblem(environment: Environment, mode: Mode): ConfigProblem | null {
  const { AUTH_SECRET, PUBLIC_URL, CIMD_ALLOW, GIT_HOSTS, GIT_HOST_APPS, GIT_HOST_APP_SECRETS } = environment;
  if (environment.LOCAL_PRIVATE !== null && (mode === "start" || environment.PORT === 0)) {
    return problemWith("LOCAL_PRIVATE");
  }
  if (CIMD_ALLOW !== null && mode === "start") return { variable: "CIMD_ALLOW", rule: "unset outside dev" };
  if (AUTH_SECRET !== null && mode === "start") {
    const url = PUBLIC_URL === null ? null : URL.parse(PUBLIC_URL);
    if (url === null || (url.protocol !== "https:" && !isLoopback(url.hostname))) {
      return { variable: "PUBLIC_URL", rule: "an https origin where AUTH_SECRET is set" };
    }
  }
  if ((environment.GITHUB_APP_CLIENT_ID === null) !== (environment.GITHUB_APP_CLIENT_SECRET === null)) {
    return problemWith("GITHUB_APP_CLIENT_ID");
  }
  if ((environment.GITHUB_APP_ID === null) !== (environment.GITHUB_APP_PRIVATE_KEY === null)) {
    return problemWith("GITHUB_APP_ID");
  }
  const secrets = gitHostSecrets(GIT_HOST_APP_SECRETS ?? "");
  const isWhole = GIT_HOST_APPS.every(({ key }) =>
    secrets.has(key) && GIT_HOSTS.some((host) => host.key === key)
  );
  return isWhole ? null : problemWith("GIT_HOST_APPS");
}

/** Every secret is long enough and of a host that is served. */
function webhookProblem({ GIT_HOSTS, GIT_HOST_WEBHOOK_SECRETS: text }: Environment): ConfigProblem | null {
  if (text === null) return null;
  const secrets = gitHostSecrets(text);
  const isWhole = secrets.size === text.split(",").length &&
    [...secrets].every(([key, secret]) => secret.length >= 16 && GIT_HOSTS.some((host) => host.key === key));
  return isWhole ? null : {
    variable: "GIT_HOST_WEBHOOK_SECRETS",
    rule: "key=secret, separated by commas: each a key of GIT_HOSTS, with a secret of 16 characters or more",
  };
}

/** In dev the same process is found under two names, so that public addresses show no sign of a sign-in. */
function accountUrl({ PUBLIC_URL, ACCOUNT_HOST, PORT }: Environment, mode: Mode): string | null {
  const isPlain = PUBLIC_URL === null ? mode === "dev" : PUBLIC_URL.startsWith("http:");
  if (ACCOUNT_HOST !== null) return `${isPlain ? "http" : "https"}://${ACCOUNT_HOST}`;
  return mode === "dev" && PUBLIC_URL === null && PORT !== 0 ? `http://localhost:${PORT}` : null;
}

function authorization(environment: Environment, mode: Mode): AuthorizationConfig | null {
  const { AUTH_SECRET, PUBLIC_URL, PORT, CIMD_ALLOW } = environment;
  // On loopback the port of the server is part of its URL, and one that is picked later is not known yet.
  if (mode === "start" ? AUTH_SECRET === null || PUBLIC_URL === null : PORT === 0) return null;
  const publicUrl = PUBLIC_URL ?? `http://127.0.0.1:${PORT}`;
  const secrets = gitHostSecrets(environment.GIT_HOST_APP_SECRETS ?? "");
  const { GITHUB_APP_CLIENT_ID: clientId, GITHUB_APP_CLIENT_SECRET: secret } = environment;
  return {
    secrets: AUTH_SECRET,
    issuer: accountUrl(environment, mode) ?? publicUrl,
    publicUrl,
    signInAllowed: environment.SIGN_IN_ALLOWED,
    localhost: environment.OAUTH_LOCALHOST,
    accessSeconds: environment.OAUTH_ACCESS_SECONDS,
    graceSeconds: environment.OAUTH_REFRESH_GRACE_SECONDS,
    permissionSeconds: environment.PERMISSION_TTL_SECONDS,
    // A process in dev keeps to this machine, so that documents elsewhere are out of its reach.
    documents: mode === "start" ? new Set() : CIMD_ALLOW === null ? null : new Set(CIMD_ALLOW.split(",")),
    apps: [
      ...(clientId === null || secret === null ? [] : [{ key: GITHUB_KEY, clientId, secret }]),
      ...environment.GIT_HOST_APPS.map((app) => ({ ...app, secret: secrets.get(app.key) ?? "" })),
    ],
  };
}

function store({ KV_URL, KV_PATH }: Environment): KvConfig {
  if (KV_URL !== null) return { kind: "remote", url: KV_URL };
  if (KV_PATH === null) return { kind: "runtime" };
  return KV_PATH === ":memory:" ? { kind: "memory" } : { kind: "file", path: KV_PATH };
}

function local(
  { LOCAL_ROOT, LOCAL_VERIFIED, LOCAL_PRIVATE }: Environment,
  mode: Mode,
  directories: readonly string[],
  read: (variable: string) => string | undefined,
): LocalConfig | null {
  if (LOCAL_ROOT === null && mode === "start") return null;
  const calledFrom = read("INIT_CWD") || null;
  const operator = {
    key: LOCAL_KEY,
    verified: LOCAL_VERIFIED,
    private: LOCAL_PRIVATE ?? [],
    calledFrom,
    home: read("HOME") || null,
    xdgConfigHome: read("XDG_CONFIG_HOME") || null,
  };
  if (LOCAL_ROOT !== null) return { directories: [], root: resolve(LOCAL_ROOT), ...operator };
  const given = directories.map((directory) => resolve(calledFrom ?? "", directory));
  return { directories: given.length > 0 ? given : [resolve(EXAMPLE_DIRECTORY)], root: null, ...operator };
}

function github(environment: Environment): GithubConfig | null {
  const { GITHUB_WEB_URL, GITHUB_API_URL, GITHUB_TOKEN, GITHUB_WEBHOOK_SECRET } = environment;
  const { GITHUB_APP_ID: id, GITHUB_APP_PRIVATE_KEY: privateKey } = environment;
  if (GITHUB_WEB_URL === null) return null;
  const usual = GITHUB_WEB_URL === "https://github.com"
    ? "https://api.github.com"
    : `${GITHUB_WEB_URL}/api/v3`;
  return {
    key: GITHUB_KEY,
    webUrl: GITHUB_WEB_URL,
    apiUrl: GITHUB_API_URL ?? usual,
    token: GITHUB_TOKEN,
    webhookSecret: GITHUB_WEBHOOK_SECRET,
    appWebhookSecret: environment.GITHUB_APP_WEBHOOK_SECRET,
    app: id === null || privateKey === null ? null : { id, privateKey },
  };
}

function gitHosts({ GIT_HOSTS, GIT_HOST_WEBHOOK_SECRETS }: Environment): readonly GitHostConfig[] {
  const secrets = gitHostSecrets(GIT_HOST_WEBHOOK_SECRETS ?? "");
  return GIT_HOSTS.map((place) => ({ ...place, webhookSecret: secrets.get(place.key) ?? null }));
}

function frozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null) frozen(part);
  }
  return Object.freeze(value);
}
