/**
 * The process: reads the configuration, opens the store, builds the adapters, serves, and goes away
 * cleanly. `--dev [dir...]` serves repositories of this machine on loopback; `check` and `admin` are the
 * commands of an author and of an operator.
 */
import { dirname, isAbsolute, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { HostKey } from "./contracts/addresses.ts";
import { type ReadingLimits, STALE_SECONDS } from "./contracts/limits.ts";
import type { Clock, Log } from "./contracts/ambient.ts";
import type { GitHost } from "./contracts/git_host.ts";
import type { StoreFile } from "./contracts/housekeeping.ts";
import { failure, type Result, success } from "./contracts/result.ts";
import { createApp, PAGE_CACHE_SHARE, VERSION } from "./src/app.ts";
import { adminArguments, checkArguments, type CommandResult, runAdmin, runCheck } from "./src/cli/mod.ts";
import { type Config, type LocalConfig, type Mode, readConfig } from "./src/config.ts";
import { parseHostKey, readingRules } from "./src/format/mod.ts";
import { createGitHost } from "./src/hosts/git/mod.ts";
import { createGithubHost } from "./src/hosts/github/mod.ts";
import { measuredHost } from "./src/hosts/measured/mod.ts";
import { createGitRunner, createLocalHost, localAddresses, operatorExcludes } from "./src/hosts/local/mod.ts";
import { createMetrics, logLine } from "./src/http/mod.ts";
import { createGarbageCollection } from "./src/indexing/mod.ts";
import { type AllowList, createTrustRegister, parseAllowList } from "./src/mounts/mod.ts";
import { createSearchIndex } from "./src/search/mod.ts";
import { createStoreFile, openStore } from "./src/store/mod.ts";
import { connectLines } from "./src/web/mod.ts";

/** From sysexits.h, what a supervisor may tell apart; 2 is the check's own. */
const EXIT = { notRead: 2, usage: 64, unavailable: 69, misconfigured: 78 } as const;

/** A platform that stops a process waits five seconds before it kills it. */
const SHUTDOWN_MS = 4500;

const USAGE = [
  "Usage: deno task dev [directory...]   serves repositories of this machine on loopback",
  "       deno task start                serves as the environment says",
  "       deno task check <directory>    says what an agent gets of a directory",
  "       deno task admin <command>      looks after the store of a server; --help names the commands",
].join("\n");

/** Addresses that a failure names. */
const NAMED = 3;

const LEVELS = ["debug", "info", "warn", "error"] as const;

/** Log lines that wait to be written together: a write for each takes a fifth of the time of a request. */
const logged: string[] = [];
const LOG_MS = 100;
for (const end of ["unload", "error", "unhandledrejection"]) addEventListener(end, writeLog);

const [command, ...rest] = Deno.args;
const newId = () => crypto.randomUUID();
const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
};
const search = createSearchIndex();
const metrics = createMetrics();

// An unhandled exception would end the process with 1, which means findings.
if (command === "check") end(await check(rest).catch((error) => fail(EXIT.notRead, messageOf(error))));
if (command === "admin") end(await administer(rest).catch((error) => fail(1, messageOf(error))));
if (Deno.args.some((argument) => argument === "--help" || argument === "-h")) {
  end({ code: 0, out: USAGE, err: "" });
}

const mode = command === "--dev" ? "dev" : "start";
// A mistyped command must not open a server to everyone.
const unknown = mode === "dev" ? rest.find((argument) => argument.startsWith("-")) : command;
if (unknown !== undefined) {
  const takes = mode === "dev"
    ? "deno task dev takes directories, and settings from the environment"
    : "the commands are --dev, check and admin, and deno task start takes settings from the environment";
  fail(EXIT.usage, `Cannot use "${unknown}": ${takes}`);
}
const config = configure(mode, rest);
/** The author of the repositories, who watches. */
const isForPeople = config.mode === "dev" && Deno.stdout.isTerminal();
const log: Log = (level, event, fields) => {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(config.logLevel)) return;
  const time = new Date(clock.now());
  const line = isForPeople
    ? logLine(time.toTimeString().slice(0, 8), level, event, fields)
    : JSON.stringify({ time: time.toISOString(), level, event, ...fields });
  if (logged.push(line) === 1) setTimeout(writeLog, LOG_MS);
};

const named = localAddresses(config.local?.directories ?? []);
if (!named.ok) fail(EXIT.misconfigured, named.error);
const directories = named.value;
for (const directory of directories.values()) {
  if (!await isDirectory(directory)) {
    fail(EXIT.misconfigured, `Cannot serve "${directory}": it is no directory`);
  }
}
const { root } = config.local ?? { root: null };
if (root !== null && !await mayServe(root)) {
  fail(EXIT.misconfigured, `Cannot use LOCAL_ROOT: run with --allow-read=${root} --allow-run=git`);
}
const kv = await openKv(config.kv);
const cacheBytes = config.cacheBytes * (1 - PAGE_CACHE_SHARE);
const store = openStore({ kv, clock, newId, log, metrics, openIndex: search.open, cacheBytes });
const lacking = await store.probe();
if (lacking !== null) fail(EXIT.unavailable, `Cannot use the store: ${lacking}`);
const hosts = hostsOf(config, directories, await excludesFile(config.local))
  .map((host) => measuredHost(host, metrics, clock));
const allowed = allowList(config.allowedRepositories, hosts);
const app = createApp(config, {
  ...store,
  hosts,
  ...(allowed !== null && { allowed }),
  hints: hintsFor([...directories.keys()]),
  search,
  fetch,
  clock,
  newId,
  random: Math.random,
  log,
  logsPaths: isForPeople,
  metrics,
  examples: [...directories.keys()].map((name) => `/local/${name}`),
});
countProcess();

// Every process fires it, and leases see to it that work is done once. A failed run waits for the next.
Deno.cron("finish indexing", "* * * * *", { backoffSchedule: [] }, async () => {
  await app.runDue();
});

Deno.cron("collect garbage", "*/5 * * * *", { backoffSchedule: [] }, async () => {
  await app.collectDue();
});

const server = listen();
// Before the addresses are told: who reads them may stop the process at once.
for (const signal of stopSignals()) Deno.addSignalListener(signal, stop);
printAddresses();

/** Serves one directory to itself, as a public address would be served, and says what it holds. */
async function check(args: readonly string[]): Promise<CommandResult> {
  const parsed = checkArguments(args);
  if (!parsed.ok) return parsed.error;
  const { limits, cacheBytes, local } = configure("dev", [parsed.value.directory]);
  const excludes = await excludesFile(local);
  const [directory = ""] = local?.directories ?? [];
  const named = localAddresses([directory]);
  const [name = "checked/directory"] = named.ok ? named.value.keys() : [];
  using kv = await Deno.openKv(":memory:");
  const log: Log = (level, event, fields) => {
    if (level === "error") console.error(JSON.stringify({ event, ...fields }));
  };
  const store = openStore({ kv, clock, newId, log, openIndex: search.open, cacheBytes });
  const host = localHost({ root: null, verified: false }, limits, new Map([[name, directory]]), excludes);
  return await runCheck({ ...store, host, search, clock, newId, random: Math.random, log }, {
    ...parsed.value,
    address: `/local/${name}`,
    limits,
    prefix: fromHere(directory),
    colour: Deno.stdout.isTerminal() && !Deno.noColor,
    progress: Deno.stderr.isTerminal() ? (text) => Deno.stderr.writeSync(encode(`\r\x1b[K${text}`)) : null,
  });
}

/** An operator's command, on the store of the server that is configured the same. */
async function administer(args: readonly string[]): Promise<CommandResult> {
  const asked = adminArguments(args);
  if (!asked.ok) return asked.error;
  const config = configure("start", []);
  const hosts = new Map(hostsOf(config, new Map(), null).map((host) => [host.key, host]));
  const log: Log = (level, event, fields) => {
    if (level === "error") console.error(JSON.stringify({ event, ...fields }));
  };
  using kv = await openKv(config.kv);
  const store = openStore({ kv, clock, newId, log, openIndex: search.open, cacheBytes: config.cacheBytes });
  const rules = readingRules(config.limits).version;
  return await runAdmin({
    ...store,
    hosts,
    register: createTrustRegister({ ...store, hosts }),
    // Other processes may have read what this one knows nothing of.
    garbage: createGarbageCollection({
      ...store,
      ...config.storage,
      clock,
      newId,
      log,
      rules,
      isAlone: false,
    }),
    file: storeFile(config.kv),
  }, asked.value);
}

function storeFile(kv: Config["kv"]): Result<StoreFile, string> {
  switch (kv.kind) {
    case "file":
      return success(createStoreFile(kv.path));
    case "remote":
      return failure(
        "it is a denokv server's; run this where that server is, with KV_PATH set to the file of its --sqlite-path",
      );
    case "runtime":
    case "memory":
      return failure("only the runtime knows its file; set KV_PATH, for the server too");
  }
}

function configure(mode: Mode, directories: readonly string[]): Config {
  // An author's machine may mean anything by HOST or PORT; what bounds a reading is the same everywhere.
  const known = command === "check" ? /^(INDEX_MAX_|READ_MAX_|(INIT_CWD|HOME|XDG_CONFIG_HOME)$)/ : /^/;
  const read = readConfig(
    (name) => known.test(name) ? Deno.env.get(name) : undefined,
    mode,
    directories,
    readSecret,
  );
  if (read.ok) return read.value;
  const code = command === "check" ? EXIT.notRead : EXIT.misconfigured;
  return fail(code, `Cannot use ${read.error.variable}: it must be ${read.error.rule}`);
}

/** Leads from where a command was given to a directory below, as the start of a path. */
function fromHere(directory: string): string {
  const path = relative(Deno.env.get("INIT_CWD") ?? ".", directory);
  return path === "" || path.startsWith("..") || isAbsolute(path) ? "" : `${path.replaceAll("\\", "/")}/`;
}

function readSecret(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}

async function openKv(kv: Config["kv"]): Promise<Deno.Kv> {
  try {
    switch (kv.kind) {
      case "runtime":
        return await Deno.openKv();
      case "memory":
        return await Deno.openKv(":memory:");
      case "remote":
        return await Deno.openKv(kv.url);
      case "file":
        await Deno.mkdir(dirname(kv.path), { recursive: true });
        return await Deno.openKv(kv.path);
    }
  } catch (error) {
    if (kv.kind === "file" && error instanceof Deno.errors.NotCapable) {
      const directory = dirname(kv.path);
      const flags = `--allow-read=${directory} --allow-write=${directory}`;
      return fail(EXIT.misconfigured, `Cannot use KV_PATH: deno run needs ${flags} for it, before main.ts`);
    }
    return fail(EXIT.unavailable, `Cannot open the store: ${messageOf(error)}`);
  }
}

async function mayServe(path: string): Promise<boolean> {
  const asked = [{ name: "read", path }, { name: "run", command: "git" }] as const;
  const answers = await Promise.all(asked.map((permission) => Deno.permissions.query(permission)));
  return answers.every(({ state }) => state === "granted");
}

/** The operator's own list of files that are not to be served; null without one. */
async function excludesFile(local: Config["local"]): Promise<string | null> {
  const found = local === null ? null : await operatorExcludes(local);
  if (found === null || found.ok) return found?.value ?? null;
  return fail(command === "check" ? EXIT.notRead : EXIT.misconfigured, found.error);
}

async function isDirectory(path: string): Promise<boolean> {
  return await Deno.stat(path).then((found) => found.isDirectory, () => false);
}

function hostsOf(
  config: Config,
  directories: ReadonlyMap<string, string>,
  excludesFile: string | null,
): GitHost[] {
  const { local, github, gitHosts, lifetimes, limits: { readFileBytes } } = config;
  const remote = (key: string) => ({
    key: hostKey(key),
    lifetimes: { ...lifetimes, stale: STALE_SECONDS },
    readFileBytes,
    fetch,
    clock,
    onRequest: (kind: string) => metrics.count("skillmount_host_requests_total", { host: key, kind }),
  });
  return [
    ...(local === null ? [] : [localHost(local, config.limits, directories, excludesFile)]),
    ...(github === null ? [] : [createGithubHost({ ...github, ...remote("gh") })]),
    ...gitHosts.map(({ key, ...place }) => createGitHost({ ...place, ...remote(key) })),
  ];
}

/** A newcomer's first address is often a guess. */
function hintsFor(names: readonly string[]): ReadonlyMap<HostKey, string> {
  if (names.length === 0) return new Map();
  const shown = names.slice(0, NAMED).map((name) => `/local/${name}`);
  return new Map([[hostKey("local"), `Try ${shown.join(" or ")}`]]);
}

/** Null: everything is served. */
function allowList(entries: Config["allowedRepositories"], hosts: readonly GitHost[]): AllowList | null {
  if (entries === null) return null;
  const parsed = parseAllowList(entries, new Map(hosts.map(({ key, rules }) => [key, rules])));
  return parsed.ok
    ? parsed.value
    : fail(EXIT.misconfigured, `Cannot use ALLOWED_REPOSITORIES: ${parsed.error}`);
}

function localHost(
  { root, verified }: Pick<LocalConfig, "root" | "verified">,
  { treeEntries: maxFiles, readFileBytes: maxFileBytes }: ReadingLimits,
  directories: ReadonlyMap<string, string>,
  excludesFile: string | null,
): GitHost {
  const git = createGitRunner({ clock, ...(excludesFile !== null && { excludesFile }) });
  return createLocalHost({ directories, root, verified, git, clock, maxFiles, maxFileBytes });
}

function hostKey(text: string): HostKey {
  const parsed = parseHostKey(text);
  return parsed.ok ? parsed.value : fail(EXIT.misconfigured, `Cannot use GIT_HOSTS: ${parsed.error}`);
}

/** What the operating system and the engine say of this process. */
function countProcess(): void {
  const started = clock.now() / 1000;
  metrics.gauge("process_resident_memory_bytes", {}, () => Deno.memoryUsage().rss);
  metrics.gauge("process_heap_bytes", {}, () => Deno.memoryUsage().heapUsed);
  metrics.gauge("process_start_time_seconds", {}, () => started);
}

function listen(): Deno.HttpServer<Deno.NetAddr> {
  const { host: hostname, port } = config;
  try {
    return Deno.serve({ hostname, port, onListen: () => {} }, app.fetch);
  } catch (error) {
    const reason = messageOf(error);
    return fail(EXIT.unavailable, `Cannot listen on ${hostname}:${port}: ${reason}; PORT chooses another`);
  }
}

function printAddresses(): void {
  const { hostname, port } = server.addr;
  const origin = config.publicUrl ?? `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  const lines = [`skillmount ${VERSION} at ${origin}`];
  for (const name of directories.keys()) {
    const url = `${origin}/local/${name}`;
    const { claudeCode, vsCode } = connectLines(url);
    lines.push("", url, `  Claude Code  ${claudeCode}`, `  VS Code      ${vsCode}`);
  }
  if (root !== null) lines.push("", `${origin}/local/<owner>/<repo> for ${root}/<owner>/<repo>`);
  console.log(lines.join("\n"));
}

function writeLog(): void {
  if (logged.length > 0) console.log(logged.splice(0).join("\n"));
}

/** Stops accepting, lets requests finish, hands leases back and closes the store; a second signal ends at once. */
async function stop(): Promise<void> {
  for (const signal of stopSignals()) Deno.removeSignalListener(signal, stop);
  log("info", "stopping");
  const late = setTimeout(() => fail(1, "Cannot stop in time: requests are still running"), SHUTDOWN_MS);
  // Closing indexing ends the waits of requests for it, so that they finish too.
  await Promise.all([server.shutdown(), app.close()]);
  kv.close();
  clearTimeout(late);
  // The cron would keep the process alive.
  Deno.exit(0);
}

function stopSignals(): Deno.Signal[] {
  return Deno.build.os === "windows" ? ["SIGINT", "SIGBREAK"] : ["SIGINT", "SIGTERM"];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function end({ code, out, err }: CommandResult): never {
  if (out !== "") console.log(out);
  if (err !== "") console.error(err);
  Deno.exit(code);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function fail(code: number, message: string): never {
  console.error(message);
  Deno.exit(code);
}
