/**
 * Puts the use cases together and behind their surfaces. Adapters come in as ports, so that tests run
 * the whole server with others.
 */
import { Hono } from "hono";
import type {
  Clock,
  ContentStore,
  GitHost,
  Housekeeping,
  Invalidations,
  Log,
  NameStore,
  NewId,
  ReadLog,
  ResolutionStore,
  SearchIndex,
  SnapshotReader,
  SnapshotStore,
  TrustLists,
  ViewerCheck,
} from "../contracts/ports.ts";
import type { Config } from "./config.ts";
import { readingRules } from "./format/mod.ts";
import {
  crossOrigin,
  localOnly,
  requestScope,
  type RequestVariables,
  serverStatus,
  unexpected,
} from "./http/mod.ts";
import { type Collected, createGarbageCollection, createIndexing } from "./indexing/mod.ts";
import { addressRoute, createPageMemory } from "./mcp/mod.ts";
import { createMounts, createTrustRegister } from "./mounts/mod.ts";
import { adminRoutes, webhookRoutes } from "./rest/mod.ts";

export interface Ports {
  readonly hosts: readonly GitHost[];
  readonly snapshots: SnapshotStore;
  readonly contents: ContentStore;
  readonly reader: SnapshotReader;
  readonly resolutions: ResolutionStore;
  readonly names: NameStore;
  readonly invalidations: Invalidations;
  readonly trust: TrustLists;
  readonly reads: ReadLog;
  readonly housekeeping: Housekeeping;
  readonly search: SearchIndex;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Whether the store answers. */
  readonly ping: () => Promise<boolean>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
}

export interface App {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Goes on with unfinished indexing of all repositories; the cron calls it. */
  readonly runDue: () => Promise<number>;
  /** Takes out what nobody needs any more, if it is time; the cron calls it. */
  readonly collectDue: () => Promise<Collected | null>;
  /** Stops indexing and gives its leases back. */
  readonly close: () => Promise<void>;
}

export const VERSION = "0.1.0";

/** Of the memory for caches: finished pages. The store has the rest. */
export const PAGE_CACHE_SHARE = 1 / 8;

/** The server for `config`, on these ports. Nothing runs until it is asked. */
export function createApp(config: Config, ports: Ports): App {
  const { clock, newId, log, reader } = ports;
  const rules = readingRules(config.limits);
  const hosts = new Map(ports.hosts.map((host) => [host.key, host]));
  const hostTable = new Map(ports.hosts.map((host) => [host.key, host.rules]));
  const indexing = createIndexing({ ...ports, hosts, rules, ...config.indexing });
  const garbage = createGarbageCollection({
    ...ports,
    ...config.storage,
    rules: rules.version,
    isAlone: config.mode === "dev",
  });
  const mounts = createMounts({ ...ports, hosts, rules, mayView: isPublic });

  const app = new Hono<{ Variables: RequestVariables }>();
  app.use(requestScope({ clock, newId, log }));
  if (config.local !== null) app.use(localOnly());
  if (config.adminToken !== null) {
    const register = createTrustRegister({ ...ports, hosts });
    // Ahead of the cross-origin rules: no web page has any business there.
    app.route("/admin", adminRoutes({ register, token: config.adminToken }));
  }
  const github = ports.hosts.find(({ key }) => key === "gh");
  const secret = config.github?.webhookSecret ?? null;
  if (github !== undefined && secret !== null) {
    const { invalidations } = ports;
    app.route("/webhooks", webhookRoutes({ host: github.key, secret, invalidations }));
  }
  app.use(crossOrigin());
  app.route("/", serverStatus({ ping: ports.ping, version: VERSION, rules: rules.version }));
  app.all(
    "*",
    addressRoute({
      open: mounts.open,
      sources: { indexing, reader, clock, hosts: hostTable },
      pages: createPageMemory(config.cacheBytes * PAGE_CACHE_SHARE),
      indexWaitMs: config.indexing.waitMs,
      version: VERSION,
      log,
      publicOrigin: (own) => config.publicUrl ?? (config.local === null ? null : own),
    }),
  );
  app.onError(unexpected({ log }));
  return {
    fetch: (request) => app.fetch(request),
    runDue: () => indexing.runDue(),
    collectDue: () => garbage.runDue(),
    close: async () => {
      await indexing.close();
      await ports.reads.flush();
    },
  };
}

/** Until there are accounts, everyone sees what is public. */
const isPublic: ViewerCheck = (_viewer, repository) => Promise.resolve(repository.visibility === "public");
