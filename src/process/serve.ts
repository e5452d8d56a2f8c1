import type { HostKey } from "../../contracts/addresses.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { type App, createApp, PAGE_CACHE_SHARE } from "../app.ts";
import { type CommandResult, done, failed } from "../cli/mod.ts";
import type { Config, LocalConfig, Mode } from "../config/mod.ts";
import { createMetrics, type MetricsRegistry } from "../http/mod.ts";
import { type AllowList, parseAllowList } from "../mounts/mod.ts";
import { createSearchIndex } from "../search/mod.ts";
import { openStore } from "../store/mod.ts";
import { clock, newId } from "./_ambient.ts";
import { buildHosts } from "./_build_hosts.ts";
import { localSources } from "./_local_sources.ts";
import { listen } from "./_listen.ts";
import { openServerKv } from "./_open_kv.ts";
import { printAddresses } from "./_print_addresses.ts";
import { createServerLog } from "./_server_log.ts";
import { serverSettings } from "./_settings.ts";
import { stopSignal } from "./_stop_signal.ts";
import { surviveFailures } from "./_survive_failures.ts";
import { EXIT } from "./exit_code.ts";

/** A platform that stops a process waits five seconds before it kills it. */
const SHUTDOWN_MS = 4500;

/** Addresses that a failure names. */
const NAMED = 3;

/**
 * Serves until a signal stops it; in `dev` the given directories of this machine, on loopback. Lets
 * requests finish then, hands leases back and closes the store. Ends early with what stands in the way.
 */
export async function serve(mode: Mode, given: readonly string[]): Promise<CommandResult> {
  const settings = serverSettings(mode, given);
  if (!settings.ok) return settings.error;
  const config = settings.value;
  /** The author of the repositories, who watches. */
  const isForPeople = mode === "dev" && Deno.stdout.isTerminal();
  const log = createServerLog({ clock, level: config.logLevel, isForPeople });
  const metrics = createMetrics();
  const sources = await localSources(config.local);
  if (!sources.ok) return sources.error;
  const names = [...sources.value.directories.keys()];
  const hosts = buildHosts(config, sources.value, { clock, metrics, log });
  const allowed = allowList(config.allowedRepositories, hosts);
  if (!allowed.ok) return allowed.error;

  const opened = await openServerKv(config.kv, { clock, log });
  if (!opened.ok) return opened.error;
  using guarded = opened.value;
  const { kv } = guarded;
  const search = createSearchIndex();
  const cacheBytes = config.cacheBytes * (1 - PAGE_CACHE_SHARE);
  const store = openStore({ kv, clock, newId, log, metrics, openIndex: search.open, cacheBytes });
  const lacking = await store.probe();
  if (lacking !== null) return failed(EXIT.unavailable, `Cannot use the store: ${lacking}`);

  const app = createApp(config, {
    ...store,
    hosts,
    ...(allowed.value !== null && { allowed: allowed.value }),
    hints: hintsFor(config.local, names),
    search,
    fetch,
    clock,
    newId,
    random: Math.random,
    log,
    logsPaths: isForPeople,
    metrics,
    examples: names.map((name) => `/local/${name}`),
  });
  measureProcess(metrics);
  surviveFailures(log, clock);
  const { host: hostname, port } = config;
  const server = listen({ hostname, port, handler: app.fetch, clock, log });
  if (!server.ok) {
    const message = `Cannot listen on ${hostname}:${port}: ${server.error}; PORT chooses another`;
    return failed(EXIT.unavailable, message);
  }
  // Before the addresses are told: who reads them may stop the process at once.
  const stopped = stopSignal();
  runByTheClock(app);
  printAddresses(config, server.value.addr, names);

  await stopped;
  log("info", "stopping");
  // Closing indexing ends the waits of requests for it, so that they finish too.
  const finished = Promise.all([server.value.shutdown(), app.close()]).then(() => done(""));
  const late = clock.sleep(SHUTDOWN_MS)
    .then(() => failed(1, "Cannot stop in time: requests are still running"));
  return await Promise.race([finished, late]);
}

/** Every process fires it, and leases see to it that work is done once. A failed run waits for the next. */
function runByTheClock({ runDue, collectDue }: App): void {
  Deno.cron("finish indexing", "* * * * *", { backoffSchedule: [] }, async () => {
    await runDue();
  });
  Deno.cron("collect garbage", "*/5 * * * *", { backoffSchedule: [] }, async () => {
    await collectDue();
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
