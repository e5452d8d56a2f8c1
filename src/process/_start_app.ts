import type { HostKey } from "../../contracts/addresses.ts";
import type { Log } from "../../contracts/ambient.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { type App, createApp, LIBRARY_CACHE_SHARE, PAGE_CACHE_SHARE } from "../app/mod.ts";
import { type CommandResult, failed } from "../cli/mod.ts";
import type { Config, LocalConfig } from "../config/mod.ts";
import { createMetrics, type MetricsRegistry } from "../http/mod.ts";
import { type AllowList, parseAllowList } from "../mounts/mod.ts";
import { createIssuerKeys } from "../hosts/sign_in/mod.ts";
import { createCatalogSearch, createSearchIndex } from "../search/mod.ts";
import { openStore } from "../store/mod.ts";
import {
  buildAccounts,
  buildAuthorization,
  buildHosts,
  buildSignIn,
  type BuiltAccounts,
  clock,
  devSignInLink,
  newId,
  randomBytes,
} from "./build/mod.ts";
import { localSources, sourceNeeds } from "./_local_sources.ts";
import { openServerKv } from "./_open_kv.ts";
import { surviveFailures } from "./_survive_failures.ts";
import { EXIT } from "./exit_code.ts";
import { permitted, type Program, storeNeeds } from "./program.ts";

export interface StartAppOptions {
  readonly log: Log;
  /** Whether log lines name the paths of requests. */
  readonly logsPaths: boolean;
  readonly program: Program;
  /** Whether its URLs lead anywhere. */
  readonly isReachable: boolean;
  /** Whether no other process uses the store. */
  readonly isAlone: boolean;
}

/** The app at work on its store. Disposing closes the store; `app.close()` comes before. */
export interface StartedApp extends Disposable {
  readonly app: App;
  /** The directories that are served, by `owner/name`. */
  readonly directories: ReadonlyMap<string, string>;
  /** Signs the owner of this machine in, once; null where nobody signs in, and outside dev. */
  readonly signInLink: string | null;
}

/** Addresses that a failure names. */
const NAMED = 3;

/** Builds the app as configured, opens its store and starts what runs by the clock; fails with what stands in the way. */
export async function startApp(
  config: Config,
  options: StartAppOptions,
): Promise<Result<StartedApp, CommandResult>> {
  const { log, program } = options;
  const metrics = createMetrics();
  const allowed = await permitted([...storeNeeds(config.kv), ...sourceNeeds(config.local)], program);
  if (!allowed.ok) return allowed;
  const sources = await localSources(config.local);
  if (!sources.ok) return sources;
  const names = [...sources.value.directories.keys()];
  const hosts = buildHosts(config, sources.value, { clock, metrics, log });
  const listed = allowList(config.allowedRepositories, hosts);
  if (!listed.ok) return listed;

  const opened = await openServerKv(config.kv, { clock, log });
  if (!opened.ok) return opened;
  const { kv } = opened.value;
  const search = createSearchIndex();
  const cacheBytes = config.cacheBytes * (1 - PAGE_CACHE_SHARE - LIBRARY_CACHE_SHARE);
  const store = openStore({ kv, clock, newId, log, metrics, openIndex: search.open, cacheBytes });
  const lacking = await store.probe();
  if (lacking !== null) {
    opened.value[Symbol.dispose]();
    return failure(failed(EXIT.unavailable, `Cannot use the store: ${lacking}`));
  }
  const rules = new Map(hosts.map((host) => [host.key, host.rules]));
  const signInOf = config.authorization === null
    ? null
    : await buildSignIn(config, config.authorization, { store, clock, newId, log, metrics });
  const desk = buildAccounts(config, store, signInOf?.ownerOf);
  const { accounts } = desk;
  const authorization = config.authorization === null || signInOf === null
    ? null
    : buildAuthorization(config, config.authorization, rules, {
      store,
      accounts,
      clock,
      log,
      metrics,
      signInOf,
    });
  const isForDev = authorization !== null && (config.local?.private.length ?? 0) > 0;
  const signInLink = isForDev
    ? await devSignInLink(accounts, authorization.signIn, authorization.ports.issuer)
    : null;
  const app = createApp(config, {
    ...store,
    ...(authorization !== null && { authorization: authorization.ports }),
    ...options,
    desk,
    ...(signInOf !== null && { mayWrite: signInOf.mayWrite, numbersOf: signInOf.numbersOf }),
    jobs: { fetchKeys: createIssuerKeys(fetch, clock), randomBytes },
    ...(signInOf !== null && { links: { sealer: signInOf.sealer("install artifacts"), randomBytes } }),
    hosts,
    ...(listed.value !== null && { allowed: listed.value }),
    hints: hintsFor(config.local, names),
    search,
    catalogSearch: createCatalogSearch(),
    fetch,
    clock,
    newId,
    random: Math.random,
    metrics,
    examples: names.map((name) => `/local/${name}`),
    stdioOf: (address) => stdioWords(program.started, sources.value.directories, address),
  });
  measureProcess(metrics);
  surviveFailures(log, clock);
  runByTheClock(app, desk);
  const { directories } = sources.value;
  return success({ app, directories, signInLink, [Symbol.dispose]: () => opened.value[Symbol.dispose]() });
}

/** Null for all but a whole directory that is served. */
export function stdioWords(
  started: readonly string[],
  directories: ReadonlyMap<string, string>,
  address: string,
): readonly string[] | null {
  const directory = directories.get(address.slice("/local/".length));
  return directory === undefined ? null : [...started, "stdio", directory];
}

/** Every process fires it, and leases see to it that work is done once. A failed run waits for the next. */
function runByTheClock(
  { runDue, collectDue, makeEditions, syncDue }: App,
  { accounts, stats }: Pick<BuiltAccounts, "accounts" | "stats">,
): void {
  Deno.cron("finish indexing", "* * * * *", { backoffSchedule: [] }, async () => {
    await runDue();
  });
  Deno.cron("collect garbage", "*/5 * * * *", { backoffSchedule: [] }, async () => {
    await collectDue();
  });
  Deno.cron("make editions", "* * * * *", { backoffSchedule: [] }, async () => {
    await makeEditions();
  });
  Deno.cron("sync repositories", "* * * * *", { backoffSchedule: [] }, async () => {
    await syncDue();
  });
  Deno.cron("count installs", "* * * * *", { backoffSchedule: [] }, async () => {
    await stats.runDue();
  });
  Deno.cron("end accounts", "*/10 * * * *", { backoffSchedule: [] }, async () => {
    await accounts.runDue();
  });
}

/** Null: everything is served. */
function allowList(
  entries: Config["allowedRepositories"],
  hosts: readonly GitHost[],
): Result<AllowList | null, CommandResult> {
  if (entries === null) return success(null);
  const parsed = parseAllowList(entries, new Map(hosts.map(({ key, rules }) => [key, rules])));
  if (parsed.ok) return parsed;
  return failure(failed(EXIT.misconfigured, `Cannot use ALLOWED_REPOSITORIES: ${parsed.error}`));
}

/** A newcomer's first address is often a guess. */
function hintsFor(local: LocalConfig | null, names: readonly string[]): ReadonlyMap<HostKey, string> {
  if (local === null || names.length === 0) return new Map();
  const shown = names.slice(0, NAMED).map((name) => `/local/${name}`);
  return new Map([[local.key, `Try ${shown.join(" or ")}`]]);
}

/** What the operating system and the engine say of this process. */
function measureProcess(metrics: MetricsRegistry): void {
  const started = clock.now() / 1000;
  metrics.gauge("process_resident_memory_bytes", {}, () => Deno.memoryUsage().rss);
  metrics.gauge("process_heap_bytes", {}, () => Deno.memoryUsage().heapUsed);
  metrics.gauge("process_start_time_seconds", {}, () => started);
}
