/**
 * Puts the use cases together and behind their surfaces. Adapters come in as ports, so that tests run
 * the whole server with others.
 */
import { Hono } from "hono";
import type { Address } from "../../contracts/addresses.ts";
import { CATALOG_PAGES } from "../../contracts/library/public_catalog.ts";
import { failure } from "../../contracts/result.ts";
import { addressResource, createKeyAuthenticator, findOwnKey } from "../auth/mod.ts";
import type { Config } from "../config/mod.ts";
import { readingRules } from "../format/mod.ts";
import { serverMetadata } from "../oauth/mod.ts";
import {
  cors,
  createBodyReader,
  createEntityTags,
  createResponseCache,
  createSendAnswer,
  createTellRefusal,
  isPlainAddress,
  localOnly,
  namedHost,
  requestPath,
  requestScope,
  type RequestVariables,
  serverStatus,
  unexpected,
} from "../http/mod.ts";
import { type Collected, createGarbageCollection, createIndexing } from "../indexing/mod.ts";
import { addressRoute } from "../mcp/mod.ts";
import { createMounts, createTrustRegister, type Mounts, pastedAddress } from "../mounts/mod.ts";
import {
  adminRoutes,
  discoveryRoutes,
  metricsRoutes,
  protectedResourceRoutes,
  restRoutes,
} from "../rest/mod.ts";
import { createModeration, createRepositoryModeration } from "../library/mod.ts";
import { createFrame, pages, skillPath, skillsPages } from "../web/mod.ts";
import { accountEndpoint, accountSurfaces } from "./_account.ts";
import { dashboardOf } from "./_dashboard.ts";
import { installsOf } from "./_installs.ts";
import { editionsOf, exportOf, libraryOf, publicCatalogOf, receiveFormOf } from "./_library.ts";
import { setRoutes, setsOf } from "./_sets.ts";
import { signInRoutes } from "./_sign_in.ts";
import { syncOf } from "./_sync.ts";
import { usageKept } from "./_usage.ts";
import { webhooks } from "./_webhooks.ts";
import { moderatedRegister } from "./moderated_register.ts";
import type { Ports } from "./ports.ts";
import { VERSION } from "./version.ts";

export interface App {
  /** `connection` tells who asks, as `Deno.serve` gives it; left out for what comes over no network. */
  readonly fetch: (
    request: Request,
    connection?: { readonly remoteAddr: Deno.Addr },
  ) => Response | Promise<Response>;
  /** Goes on with unfinished indexing of all repositories; the cron calls it. */
  readonly runDue: () => Promise<number>;
  /** Takes out what nobody needs any more, if it is time; the cron calls it. */
  readonly collectDue: () => Promise<Collected | null>;
  /** Makes what the public catalog lists and finds, if something changed; the cron calls it. */
  readonly makeEditions: () => Promise<boolean>;
  /** Publishes from the repositories that are due; the cron calls it. How many were looked at. */
  readonly syncDue: () => Promise<number>;
  /** Stops indexing and gives its leases back. */
  readonly close: () => Promise<void>;
}

/** Of the memory for caches: finished pages. The store has the rest. */
export const PAGE_CACHE_SHARE = 1 / 8;

/** The server for `config`, on these ports. Nothing runs until it is asked. */
export function createApp(config: Config, ports: Ports): App {
  const { clock, log, metrics, reader } = ports;
  const rules = readingRules(config.limits);
  const hosts = new Map(ports.hosts.map((host) => [host.key, host]));
  const hostTable = new Map(ports.hosts.map((host) => [host.key, host.rules]));
  const { newPerClient, ...places } = config.indexing;
  const indexing = createIndexing({
    ...ports,
    hosts,
    rules,
    ...places,
    // Only who sits at this machine is served its repositories.
    ...(config.local === null && { newPerClient }),
  });
  const garbage = createGarbageCollection({
    ...ports,
    ...config.storage,
    rules: rules.version,
    isAlone: ports.isAlone ?? config.mode === "dev",
  });
  const { authorization } = ports;
  const publicUrl = authorization?.publicUrl ?? "";
  const audienceOf = authorization === undefined
    ? undefined
    : (address: Address) =>
      addressResource(address, { issuer: authorization.issuer, publicUrl, hosts: hostTable }).audience;
  const mounts = createMounts({
    ...ports,
    hosts,
    rules,
    ...(authorization !== undefined && { permissions: authorization.permissions }),
    ...(audienceOf !== undefined && { audienceOf }),
    ...(config.local === null && { lookups: config.lookups }),
  });

  const readBody = createBodyReader(clock);
  const app = new Hono<{ Variables: RequestVariables }>();
  app.use(requestScope({
    ...ports,
    authenticate: authorization?.authenticate ??
      createKeyAuthenticator((bearer) => findOwnKey(bearer, ports)),
    issuer: authorization?.issuer ?? "",
    guards: config.local === null ? [namedHost()] : [namedHost(), localOnly()],
  }));
  const usage = usageKept(config, ports, mounts.open);
  const register = moderatedRegister(
    createTrustRegister({ ...ports, hosts }),
    createRepositoryModeration({ ...ports, moderation: createModeration(ports) }),
  );
  if (config.adminToken !== null) {
    // Ahead of the cross-origin rules: no web page has any business there.
    app.route("/admin", adminRoutes({ register, token: config.adminToken, readBody, ...usage.operators }));
  }
  if (config.metricsToken !== null || config.mode === "dev") {
    metrics.gauge("skillmount_build_info", { version: VERSION, rules: rules.version }, () => 1);
    app.route("/", metricsRoutes({ text: metrics.text, token: config.metricsToken }));
  }
  const library = libraryOf(config, ports);
  const sources = { indexing, reader, clock, hosts: hostTable };
  const { sync, connections, jobs } = syncOf(config, ports, library, {
    ...ports,
    hosts,
    mounts,
    sources,
    ...(audienceOf !== undefined && { audienceOf }),
  });
  app.route("/webhooks", webhooks(config, ports, { readBody, pushed: sync.pushed }));
  const server = authorization?.server;
  const editions = editionsOf(config, ports);
  const catalog = publicCatalogOf(config, ports);
  const exportAccount = exportOf(ports, library);
  const receiveForm = receiveFormOf(ports);
  const send = createSendAnswer({ clock, metrics });
  const account = accountSurfaces(config, ports, { library, catalog, send, readBody });
  const sets = setsOf(ports, {
    library,
    catalog,
    access: account.access,
    mounts,
    sources,
    hostTable,
    places: server?.places ?? null,
  });
  if (server !== undefined) {
    // Ahead of the cross-origin rules: sign-in and consent are for this origin's pages alone.
    app.route("/", signInRoutes(ports, server, { mounts, sets, hostTable, readBody }));
  }
  const { desk } = ports;
  if (server !== undefined && desk !== undefined) {
    const kit = {
      library,
      connections,
      sets,
      exportAccount,
      send,
      readBody,
      receiveForm,
      mcpUrl: accountEndpoint(config, ports),
    };
    app.route("/", dashboardOf(config, { ...ports, desk }, server, kit));
  }
  app.use(cors());
  const { waitMs: indexWaitMs } = config.indexing;
  const challenges = authorization?.challenges ?? false;
  const tellRefusal = createTellRefusal({ publicUrl, challenges }, metrics);
  /** The same, whose failures are told by who asks. */
  const telling = (open: Mounts["open"]): Mounts["open"] => async (address, asker) => {
    const mount = await open(address, asker);
    return mount.ok ? mount : failure(tellRefusal(mount.error, asker, address));
  };
  const served = {
    ...usage.served,
    open: telling(mounts.open),
    challenges,
    sources,
    send,
    responses: createResponseCache(config.cacheBytes * PAGE_CACHE_SHARE, metrics),
    tagOf: createEntityTags(VERSION, metrics),
    version: VERSION,
    publicOrigin: (own: string) =>
      config.publicUrl ?? (config.local === null || ports.isReachable === false ? null : own),
  };
  const installs = installsOf(ports, { ...served, catalog, library });
  app.route("/", account.routes);
  const address = addressRoute({ ...served, indexWaitMs, readBody, log });
  // Nearly all requests are this one, and nothing below takes it: each route that it passes costs it time.
  app.post(
    "*",
    (context, next) => isPlainAddress(requestPath(context.req.raw)) ? address(context, next) : next(),
  );
  app.route("/", serverStatus({ ping: ports.ping, version: VERSION, rules: rules.version }));
  app.route(
    "/",
    restRoutes({
      ...served,
      refresh: telling(mounts.refresh),
      fetch: ports.fetch,
      clock,
      frame: createFrame(VERSION, config.publicUrl),
      installLinks: { links: installs.links, publicOrigin: served.publicOrigin },
      catalog: { catalog, access: account.access, send: served.send, clock, version: VERSION },
      library: {
        ...ports,
        ...account,
        library,
        connections,
        jobs,
        sets,
        publicOrigin: served.publicOrigin,
        exportAccount,
        blockedTypes: config.publishing.blockedTypes,
        receiveForm,
        readBody,
        send: served.send,
        version: VERSION,
      },
    }),
  );
  if (authorization !== undefined && challenges) {
    const { server } = authorization;
    const metadata = server === undefined ? {} : { serverMetadata: serverMetadata(server) };
    app.route("/", protectedResourceRoutes({ ...authorization, ...metadata, sets, open: mounts.open }));
  }
  app.route(
    "/",
    setRoutes({
      ...served,
      ...account,
      sets,
      indexWaitMs,
      readBody,
      log,
    }),
  );
  // Ahead of what takes the same paths for addresses.
  app.route("/", installs.routes);
  app.route("/", skillsPages({ ...served, catalog }));
  app.route("/", discoveryRoutes({ ...served, indexWaitMs }));
  app.route(
    "/",
    pages({
      ...served,
      indexWaitMs,
      trustOf: ports.trust.of,
      trusted: register.list,
      featuredSkills: async () =>
        (await catalog.featured(CATALOG_PAGES.featured)).map(({ owner, name }) => skillPath(owner, name)),
      examples: ports.examples ?? [],
      stdioOf: ports.stdioOf ?? (() => null),
      issuer: server?.places.issuer ?? null,
      findAddress: (text, origin) =>
        pastedAddress(text, origin, { hosts: hostTable, webUrls: webUrls(config) }),
    }),
  );
  app.all("*", address);
  app.onError(unexpected({ log }));
  return {
    fetch: (request, connection) => app.fetch(request, connection),
    runDue: async () => {
      await ports.repositoryUsage.flush();
      return await indexing.runDue();
    },
    collectDue: () => garbage.runDue(),
    makeEditions: () => editions.runDue(),
    syncDue: () => sync.runDue(),
    close: async () => {
      await sync.close();
      await indexing.close();
      await editions.close();
      await ports.reads.flush();
      await ports.repositoryUsage.flush();
      await ports.activations.flush();
    },
  };
}

/** Where people find the repositories of each host. */
export function webUrls({ github, gitHosts }: Config): ReadonlyMap<string, string> {
  return new Map([
    ...(github === null ? [] : [[github.key, github.webUrl] as const]),
    ...gitHosts.map(({ key, baseUrl }) => [key, baseUrl] as const),
  ]);
}
