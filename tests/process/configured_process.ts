/** The whole server as it is configured to start, in this process, on a store and a clock that are given. */
import assert from "node:assert/strict";
import type { Clock, Log } from "../../contracts/ambient.ts";
import type { AccountKeys } from "../../contracts/library/keys.ts";
import { createApp } from "../../src/app/mod.ts";
import { type Config, readConfig } from "../../src/config/mod.ts";
import { createIssuerKeys } from "../../src/hosts/sign_in/mod.ts";
import { createMetrics } from "../../src/http/mod.ts";
import type { Accounts, Stats } from "../../src/library/mod.ts";
import { buildAccounts, buildAuthorization, buildHosts, buildSignIn } from "../../src/process/build/mod.ts";
import { createCatalogSearch, createSearchIndex } from "../../src/search/mod.ts";
import { openStore, type Store, type StoreDeps } from "../../src/store/mod.ts";
import {
  type Browser,
  browserOf,
  fieldsOf,
  ISSUER,
  PUBLIC_URL,
} from "../support/sign_in/authorization_server.ts";

const CLIENT = { remoteAddr: { transport: "tcp", hostname: "203.0.113.7", port: 49_152 } } as const;

export interface ConfiguredProcess extends AsyncDisposable {
  readonly config: Config;
  readonly store: Store;
  readonly accountKeys: AccountKeys;
  readonly accounts: Accounts;
  readonly stats: Stats;
  readonly logged: readonly string[];
  /** At the origin of addresses, unless the path is a whole URL. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A request as it is. */
  send(request: Request): Promise<Response>;
  runDue(): Promise<number>;
  syncDue(): Promise<number>;
  makeEditions(): Promise<boolean>;
  metrics(): string;
}

export async function configuredProcess(
  environment: Readonly<Record<string, string>>,
  { kv, clock }: { readonly kv: StoreDeps["kv"]; readonly clock: Clock },
): Promise<ConfiguredProcess> {
  const read = readConfig((name) => environment[name], "start", [], () => null);
  assert(read.ok, read.ok ? "" : read.error.variable);
  const config = read.value;
  const logged: string[] = [];
  const log: Log = (level, event, fields) => void logged.push(JSON.stringify({ level, event, ...fields }));
  const metrics = createMetrics();
  const newId = () => crypto.randomUUID();
  const search = createSearchIndex();
  const { cacheBytes } = config;
  const store = openStore({ kv, clock, newId, log, metrics, openIndex: search.open, cacheBytes });
  const hosts = buildHosts(config, { directories: new Map(), excludesFile: null }, { clock, metrics, log });
  const rules = new Map(hosts.map((host) => [host.key, host.rules]));
  const { authorization } = config;
  const signInOf = authorization === null
    ? null
    : await buildSignIn(config, authorization, { store, clock, newId, log, metrics });
  const { accounts, keys: accountKeys, stats } = buildAccounts(config, store, signInOf?.ownerOf);
  const built = authorization === null || signInOf === null
    ? null
    : buildAuthorization(config, authorization, rules, { store, accounts, clock, log, metrics, signInOf });
  const app = createApp(config, {
    ...store,
    ...(built !== null && { authorization: built.ports }),
    ...(signInOf !== null && { mayWrite: signInOf.mayWrite, numbersOf: signInOf.numbersOf }),
    jobs: {
      fetchKeys: createIssuerKeys(fetch, clock),
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    },
    hosts,
    search,
    catalogSearch: createCatalogSearch(),
    fetch,
    clock,
    newId,
    random: Math.random,
    log,
    metrics,
  });
  const send = async (request: Request) => await app.fetch(request, CLIENT);
  return {
    config,
    store,
    accountKeys,
    accounts,
    stats,
    logged,
    fetch: (path, init) => send(new Request(/^https?:/.test(path) ? path : PUBLIC_URL + path, init)),
    send,
    runDue: app.runDue,
    syncDue: app.syncDue,
    makeEditions: app.makeEditions,
    metrics: metrics.text,
    [Symbol.asyncDispose]: () => app.close(),
  };
}

/** A browser whose person signed in at a host, which `follow` lets them do. */
export async function signedInAt(
  { fetch }: Pick<ConfiguredProcess, "fetch">,
  host: string,
  follow: (url: URL) => Promise<URL>,
): Promise<Browser> {
  const browser = browserOf((path, init) => fetch(ISSUER + path, init));
  const left = await browser.post(`/sign-in/${host}`, await fieldsOf(await browser.get("/sign-in")));
  assert.equal(left.status, 303, await left.text());
  const back = await follow(new URL(left.headers.get("location") ?? ""));
  const done = await browser.get(back.pathname + back.search);
  assert.equal(done.status, 303, await done.text());
  return browser;
}
