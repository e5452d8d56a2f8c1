/**
 * The process: reads the configuration, opens the store, builds the adapters, serves, and goes away
 * cleanly. `--dev [dir...]` serves repositories of this machine on loopback.
 */
import { dirname } from "node:path";
import { setImmediate } from "node:timers";
import { setTimeout as delay } from "node:timers/promises";
import type { Clock, GitHost, Log } from "./contracts/ports.ts";
import { createApp, PAGE_CACHE_SHARE, VERSION } from "./src/app.ts";
import { type Config, readConfig } from "./src/config.ts";
import { createGitRunner, createLocalHost, localAddresses } from "./src/hosts/local/mod.ts";
import { connectLines } from "./src/mcp/mod.ts";
import { createSearchIndex } from "./src/search/mod.ts";
import { openStore } from "./src/store/mod.ts";

/** sysexits.h: what a supervisor may tell apart. */
const EXIT = { unavailable: 69, misconfigured: 78 } as const;

/** A platform that stops a process waits five seconds before it kills it. */
const SHUTDOWN_MS = 4500;

const LEVELS = ["debug", "info", "warn", "error"] as const;

/** Log lines are written together once the event loop has turned: a write for each is a tenth of a request. */
const logged: string[] = [];

const isDev = Deno.args[0] === "--dev";
const read = readConfig(
  (name) => Deno.env.get(name),
  isDev ? "dev" : "start",
  Deno.args.slice(isDev ? 1 : 0),
);
if (!read.ok) fail(EXIT.misconfigured, `Cannot use ${read.error.variable}: it must be ${read.error.rule}`);
const config = read.value;

const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
};
const log: Log = (level, event, fields) => {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(config.logLevel)) return;
  const time = new Date(clock.now()).toISOString();
  if (logged.push(JSON.stringify({ time, level, event, ...fields })) === 1) setImmediate(writeLog);
};
const newId = () => crypto.randomUUID();

const named = localAddresses(config.local?.directories ?? []);
if (!named.ok) fail(EXIT.misconfigured, named.error);
const directories = named.value;
const { root } = config.local ?? { root: null };
if (root !== null && !await mayRead(root)) {
  fail(EXIT.misconfigured, `Cannot use LOCAL_ROOT: run with --allow-read=${root} --allow-run=git`);
}
const kv = await openKv(config.kv);
const search = createSearchIndex();
const cacheBytes = config.cacheBytes * (1 - PAGE_CACHE_SHARE);
const store = openStore({ kv, clock, newId, log, openIndex: search.open, cacheBytes });
if (!await store.ping()) fail(EXIT.unavailable, "Cannot use the store: it does not answer");
const app = createApp(config, {
  ...store,
  hosts: localHosts(config),
  search,
  clock,
  newId,
  random: Math.random,
  log,
});

// Every process fires it, and leases see to it that work is done once. A failed run waits for the next.
Deno.cron("finish indexing", "* * * * *", { backoffSchedule: [] }, async () => {
  await app.runDue();
});

const server = listen();
printAddresses();
for (const signal of stopSignals()) Deno.addSignalListener(signal, stop);

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
    return fail(EXIT.unavailable, `Cannot open the store: ${messageOf(error)}`);
  }
}

async function mayRead(path: string): Promise<boolean> {
  return (await Deno.permissions.query({ name: "read", path })).state === "granted";
}

function localHosts({ local, limits }: Config): GitHost[] {
  if (local === null) return [];
  const git = createGitRunner({ clock });
  return [
    createLocalHost({
      directories,
      root: local.root,
      verified: local.verified,
      git,
      clock,
      maxFiles: limits.treeEntries,
      maxFileBytes: limits.readFileBytes,
    }),
  ];
}

function listen(): Deno.HttpServer<Deno.NetAddr> {
  const { host: hostname, port } = config;
  try {
    return Deno.serve({ hostname, port, onListen: () => {} }, app.fetch);
  } catch (error) {
    return fail(EXIT.unavailable, `Cannot listen on ${hostname}:${port}: ${messageOf(error)}`);
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
  writeLog();
  // The cron would keep the process alive.
  Deno.exit(0);
}

function stopSignals(): Deno.Signal[] {
  return Deno.build.os === "windows" ? ["SIGINT", "SIGBREAK"] : ["SIGINT", "SIGTERM"];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function fail(code: number, message: string): never {
  writeLog();
  console.error(message);
  Deno.exit(code);
}
