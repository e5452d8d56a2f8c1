import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type AuthorizationPorts, createApp } from "../../src/app/mod.ts";
import { createSealer } from "../../src/auth/mod.ts";
import type { Clock, Log } from "../../contracts/ambient.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import { type Mode, readConfig } from "../../src/config/mod.ts";
import { createMetrics } from "../../src/http/mod.ts";
import { createGitRunner, createLocalHost } from "../../src/hosts/local/mod.ts";
import { parseAllowList } from "../../src/mounts/mod.ts";
import { createIssuerKeys } from "../../src/hosts/sign_in/mod.ts";
import { createCatalogSearch, createSearchIndex } from "../../src/search/mod.ts";
import { openStore, type Store } from "../../src/store/mod.ts";

/** The whole server in process, with real parts, over directories made for the test. */
export interface TestServer extends AsyncDisposable {
  /** The directory that holds `<owner>/<repo>`. */
  readonly root: string;
  /** `peer`: the address that the request comes from. */
  readonly fetch: (request: Request, peer?: string) => Promise<Response>;
  /** Every log line, as written. */
  readonly logged: readonly string[];
  /** Writes a file of a repository, `path` as in `files`. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** What the clock does for the public catalog each minute. */
  makeEditions(): Promise<boolean>;
  /** Starts listening on a free port of loopback; the origin. */
  listen(): string;
}

export interface TestServerOptions {
  /** Files by `<owner>/<repo>/<path>`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Directories that exist already, by `<owner>/<repo>`. */
  readonly directories?: ReadonlyMap<string, string>;
  /** Git hosts beside the local one. */
  readonly hosts?: readonly GitHost[];
  /** Repositories of the local host, `owner/name`, that only who signed in may see; and who that is, given the store. */
  readonly closed?: readonly string[];
  readonly shownTo?: (token: string) => boolean;
  readonly authorization?: (store: Store, clock: Clock) => AuthorizationPorts;
  /** What fetches the pictures of owners; the network's when left out. */
  readonly fetch?: typeof fetch;
  /** Whether it makes install links. True when left out. */
  readonly hasSecret?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** `start`: nothing of this machine is served, so that only `hosts` are. */
  readonly mode?: Mode;
  /** Opened and closed by the caller, who may run several servers on it; one in memory when left out. */
  readonly kv?: Deno.Kv;
  /** The machine's when left out. */
  readonly clock?: Clock;
  /** By which words a client starts a server of its own for an address; there are none when left out. */
  readonly stdioOf?: (address: string) => readonly string[] | null;
}

const LINK_SECRET = "a secret of 32 characters or more";

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

export async function testServer(options: TestServerOptions): Promise<TestServer> {
  const { files = {}, directories = new Map(), hosts = [], environment = {}, mode = "dev" } = options;
  const root = await Deno.makeTempDir({ prefix: "skillmount-surface-" });
  const write = async (path: string, content: string | Uint8Array) => {
    const file = `${root}/${path}`;
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeFile(file, typeof content === "string" ? new TextEncoder().encode(content) : content);
  };
  for (const [path, content] of Object.entries(files)) await write(path, content);
  const given = mode === "dev" ? { LOCAL_ROOT: root, ...environment } : environment;
  const config = readConfig((name) => given[name], mode, [], () => null);
  if (!config.ok) throw new TypeError(`Cannot read the configuration: ${config.error.variable}`);

  const logged: string[] = [];
  const log: Log = (level, event, fields) => void logged.push(JSON.stringify({ level, event, ...fields }));
  const clock: Clock = options.clock ?? {
    now: () => Date.now(),
    sleep: (ms, signal) => delay(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
  };
  const newId = () => crypto.randomUUID();
  const kv = options.kv ?? await Deno.openKv(":memory:");
  const search = createSearchIndex();
  const { cacheBytes } = config.value;
  const metrics = createMetrics();
  const store = openStore({ kv, clock, newId, log, metrics, openIndex: search.open, cacheBytes });
  const local = createLocalHost({
    directories,
    root,
    verified: config.value.local?.verified ?? false,
    closed: new Set(options.closed),
    ...(options.shownTo !== undefined && { isShownTo: options.shownTo }),
    git: createGitRunner({ clock }),
    clock,
    maxFileBytes: config.value.limits.readFileBytes,
  });
  const served = mode === "dev" ? [local, ...hosts] : hosts;
  const { allowedRepositories } = config.value;
  const table = new Map(served.map(({ key, rules }) => [key, rules]));
  const allowed = allowedRepositories && parseAllowList(allowedRepositories, table);
  if (allowed?.ok === false) throw new TypeError(allowed.error);
  const app = createApp(config.value, {
    ...store,
    hosts: served,
    ...(allowed !== null && { allowed: allowed.value }),
    search,
    catalogSearch: createCatalogSearch(),
    fetch: options.fetch ?? fetch,
    clock,
    newId,
    random: Math.random,
    log,
    metrics,
    ...(options.hasSecret !== false && {
      links: {
        sealer: createSealer({ secrets: [LINK_SECRET], purpose: "install artifacts", randomBytes }),
        randomBytes,
      },
    }),
    jobs: { fetchKeys: createIssuerKeys(fetch, clock), randomBytes },
    ...(options.stdioOf !== undefined && { stdioOf: options.stdioOf }),
    ...(options.authorization !== undefined && { authorization: options.authorization(store, clock) }),
  });
  let server: Deno.HttpServer<Deno.NetAddr> | null = null;
  return {
    root,
    fetch: async (request, peer) =>
      await app.fetch(
        request,
        peer === undefined ? undefined : { remoteAddr: { transport: "tcp", hostname: peer, port: 49_152 } },
      ),
    logged,
    write,
    makeEditions: app.makeEditions,
    listen() {
      server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
      return `http://127.0.0.1:${server.addr.port}`;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([server?.shutdown(), app.close()]);
      if (options.kv === undefined) kv.close();
      await Deno.remove(root, { recursive: true });
    },
  };
}
