/** One table of every variable: its rule, its default and what it is for. The documentation comes from it too. */
import { z } from "zod";
import { DEFAULT_READING_LIMITS, LARGEST_READ_BYTES } from "../../contracts/limits.ts";
import { allowedRepositories, gitHosts } from "./_parse_hosts.ts";
import { hostUrl, httpUrl, origin } from "./_parse_url.ts";
import { type About, about, filePath, secret, variable, wholeNumber } from "./_setting.ts";
import { SIGN_IN_SETTINGS } from "./_sign_in_settings.ts";

const MIB = 1024 * 1024;
const HOST_URL_RULE = "an https URL without credentials or query; http on loopback alone";

/** Reads every variable, each as text, or null where it is unset and has no default. */
export const ENVIRONMENT = z.object({
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
  LOCAL_PRIVATE: variable(
    z.string().regex(/^[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+(,[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+)*$/).transform((
      text,
    ) => text.split(",")).nullable(),
    "owner/repo of repositories of this machine, separated by commas; in dev alone, with a PORT",
    null,
    "Repositories that only the account dev may see, to try sign-in and private addresses on one machine",
  ),
  GIT_HOSTS: variable(
    z.string().nullable().transform(gitHosts),
    "key=https://base, separated by commas; behind it ;nested where owners may hold a slash, ;ignorecase where the server ignores the case of names; http on loopback alone; a key is as gl, no route of this server, and neither gh nor local",
    null,
    "Git servers to serve under keys of their own",
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
  ...secret(
    "GIT_HOST_WEBHOOK_SECRETS",
    18,
    "Signs the events that Forgejo and Gitea send to /webhooks/<key>, as key=secret, separated by commas, each secret of 16 characters or more; none are taken without it",
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
    LARGEST_READ_BYTES,
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
  LOOKUP_NEW_PER_CLIENT: wholeNumber(
    1,
    1_000_000,
    120,
    "How many repositories and refs that nobody asked for before one client may have looked up in an hour",
  ),
  LOOKUP_NEW_PER_HOST: wholeNumber(
    1,
    10_000_000,
    6000,
    "How many of them all clients together may have looked up at one git host in an hour",
  ),
  ...SIGN_IN_SETTINGS,
  BLOCKED_FILE_TYPES: variable(
    z.string().regex(/^(?:none|[a-z0-9]{1,10}(?:,[a-z0-9]{1,10}){0,99})$/).transform(fileTypes),
    "extensions in lower case without the dot, separated by commas, or none",
    "exe,dll,com,scr,msi,dmg,pkg,deb,rpm,apk,iso,lnk",
    "Files that accounts may not publish; none takes programs under other names too",
  ),
  SKILL_ANALYSIS: variable(
    z.enum(["0", "1"]).transform((text) => text === "1"),
    "0 or 1",
    "1",
    "Whether versions are graded by what is found in their files, and the worst wait for the operator",
  ),
  COUNT_USAGE: variable(
    z.enum(["0", "1"]).transform((text) => text === "1"),
    "0 or 1",
    "1",
    "Whether loads and searches are counted by repository, skill and day, for who may write to the repository",
  ),
  CATALOG_OPEN: variable(
    z.enum(["0", "1"]).transform((text) => text === "1"),
    "0 or 1",
    "1",
    "Whether others than verified accounts publish to everybody",
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

function fileTypes(text: string): ReadonlySet<string> {
  return new Set(text === "none" ? [] : text.split(","));
}

export type Environment = z.output<typeof ENVIRONMENT>;

/** The variables that may come from a file instead. */
export const SECRETS = Object.keys(ENVIRONMENT.shape)
  .filter((name) => name.endsWith("_FILE"))
  .map((name) => name.slice(0, -"_FILE".length));

/** Every variable, in the order of the documentation. */
export const SETTINGS: readonly (About & { readonly name: string })[] = Object.entries(ENVIRONMENT.shape)
  .flatMap(([name, schema]) => {
    const known = about.get(schema);
    return known === undefined ? [] : [{ name, ...known }];
  });
