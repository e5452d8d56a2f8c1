import { Hono } from "hono";
import type { AccountAccess } from "../../contracts/library/access.ts";
import type { Library } from "../../contracts/library/library.ts";
import type { PublicCatalog } from "../../contracts/library/public_catalog.ts";
import { accountResource } from "../auth/mod.ts";
import type { Config } from "../config/mod.ts";
import {
  createTellAccountRefusal,
  prefersPage,
  type ReadBody,
  type RequestVariables,
  type SendAnswer,
  type TellAccountRefusal,
  tellCatalogRefusal,
} from "../http/mod.ts";
import { createAccountAccess, createStandingOf } from "../library/mod.ts";
import { accountRoute, catalogRoute } from "../mcp/mod.ts";
import { serverMetadata } from "../oauth/mod.ts";
import { accountDiscoveryRoutes } from "../rest/mod.ts";
import type { Ports } from "./ports.ts";
import { VERSION } from "./version.ts";

export interface AccountSurfaces {
  /** The account's MCP server under its names, what is told of it, and the catalog's. */
  readonly routes: Hono<{ Variables: RequestVariables }>;
  readonly access: AccountAccess;
  readonly tellRefusal: TellAccountRefusal;
}

export interface AccountKit {
  readonly library: Library;
  readonly catalog: PublicCatalog;
  readonly send: SendAnswer;
  readonly readBody: ReadBody;
}

const ENDPOINT = "/api/mcp";
const CATALOG_ENDPOINT = "/api/v1/catalog-mcp";

/** Where clients find the account's MCP server. */
export function accountEndpoint(config: Config, { authorization }: Pick<Ports, "authorization">): string {
  const origin = authorization?.issuer ?? config.accountUrl;
  const publicUrl = authorization?.publicUrl ?? config.publicUrl;
  return origin === null || origin === publicUrl ? `${publicUrl ?? ""}${ENDPOINT}` : `${origin}/`;
}

/** Everything about accounts that is no page, as it is configured. */
export function accountSurfaces(config: Config, ports: Ports, kit: AccountKit): AccountSurfaces {
  const { authorization, clock } = ports;
  const server = authorization?.server;
  const origin = authorization?.issuer ?? config.accountUrl;
  const publicUrl = authorization?.publicUrl ?? config.publicUrl;
  const ownHost = origin === null || origin === publicUrl ? null : new URL(origin).host;
  const access = createAccountAccess({
    standingOf: createStandingOf(ports),
    usage: ports.usage,
    publishTokens: ports.publishTokens,
    clock,
    ...(ports.accountRate !== undefined && { rate: ports.accountRate }),
    audience: server === undefined ? null : accountResource(server.places).audience,
  });
  const tellRefusal = createTellAccountRefusal(server?.places ?? null);
  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.route(
    "/",
    accountDiscoveryRoutes({
      endpoint: accountEndpoint(config, ports),
      ownHost,
      signIn: server === undefined ? null : { ...server.places, serverMetadata: serverMetadata(server) },
      version: VERSION,
    }),
  );
  const websiteUrl = origin ?? publicUrl;
  const account = accountRoute({
    ...ports,
    ...kit,
    access,
    tellRefusal,
    version: VERSION,
    websiteUrl,
  });
  const catalog = catalogRoute({
    ...ports,
    ...kit,
    access,
    tellRefusal: tellCatalogRefusal,
    version: VERSION,
    websiteUrl,
  });
  for (const path of [CATALOG_ENDPOINT, `${CATALOG_ENDPOINT}/`]) routes.all(path, catalog);
  for (const path of [ENDPOINT, `${ENDPOINT}/`]) routes.all(path, account);
  if (ownHost !== null) {
    routes.all("/", (context, next) => {
      const isPage = /^(?:GET|HEAD)$/.test(context.req.method) && prefersPage(context);
      return isPage || new URL(context.req.url).host !== ownHost ? next() : account(context, next);
    });
  }
  return { routes, access, tellRefusal };
}
