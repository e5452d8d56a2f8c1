import { Hono } from "hono";
import { ACCOUNT_TOOLS } from "../../../contracts/mcp/account_tools.ts";
import { failureResponse, requestPath, type RequestVariables } from "../../http/mod.ts";

export interface AccountDiscoveryDeps {
  /** Where the account's server is, by the best of its names; a path where no origin is known. */
  readonly endpoint: string;
  /** The host that accounts have for themselves; null: they share that of the addresses. */
  readonly ownHost: string | null;
  /** Null: nobody signs in here. */
  readonly signIn: AccountSignIn | null;
  readonly version: string;
}

export interface AccountSignIn {
  /** Origins, without a slash. */
  readonly issuer: string;
  readonly publicUrl: string;
  /** How the authorization server describes itself. */
  readonly serverMetadata: unknown;
}

type Found = { readonly body: unknown; readonly isKept: boolean };

const RESOURCE = "/.well-known/oauth-protected-resource";
const SERVER = "/.well-known/oauth-authorization-server";
const ENDPOINT = "/api/mcp";

/**
 * What is told of the account's server to who has no credentials: what it is, and where to sign in for it, under each of its names
 * (RFC 9728 3; docs/design/account-access.md "Challenge"). Another host than the account's own shows no sign of it at its root.
 */
export function accountDiscoveryRoutes(deps: AccountDiscoveryDeps): Hono<{ Variables: RequestVariables }> {
  const { ownHost, signIn } = deps;
  const cards = new Map<string, unknown>([
    ["/.well-known/mcp.json", manifest(deps)],
    ["/.well-known/mcp/server-card.json", serverCard(deps)],
  ]);

  function find(path: string, host: string): Found | null {
    const isHome = ownHost === null || host === ownHost;
    const card = cards.get(path);
    if (card !== undefined) return isHome ? { body: card, isKept: true } : null;
    if (signIn === null) return null;
    const { issuer, publicUrl, serverMetadata } = signIn;
    const isBeside = host === new URL(publicUrl).host;
    if (path === RESOURCE) return isHome ? { body: resource(issuer), isKept: true } : null;
    if (!isHome && !isBeside) return null;
    if (path === `${SERVER}${ENDPOINT}`) return { body: serverMetadata, isKept: false };
    if (path !== `${RESOURCE}${ENDPOINT}`) return null;
    return { body: resource(`${isHome ? issuer : publicUrl}${ENDPOINT}`), isKept: false };
  }

  function resource(name: string) {
    return {
      resource: name,
      authorization_servers: [signIn?.issuer],
      scopes_supported: ["registry:read"],
      bearer_methods_supported: ["header"],
    };
  }

  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.use("/.well-known/*", async function accountDiscovery(context, next) {
    const request = context.req.raw;
    const { host } = new URL(request.url);
    const found = find(requestPath(request), host);
    if (found === null) return await next();
    context.set("route", "oauth.metadata");
    if (request.method !== "GET" && request.method !== "HEAD") {
      return failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" });
    }
    const kept = found.isKept ? "public, max-age=300" : "no-store";
    return Response.json(found.body, { headers: { "cache-control": kept } });
  });
  return routes;
}

const TITLE = "Skill library";
const DESCRIPTION =
  "The agent skills that an account wrote or added: list them, and read each with its files";

/** As clients that look a server up by its domain read it. */
function manifest({ endpoint, signIn, version }: AccountDiscoveryDeps) {
  return {
    version: "1.0",
    protocolVersion: REVISIONS[0],
    serverInfo: { name: "skillmount", title: TITLE, version },
    description: DESCRIPTION,
    transport: { type: "streamable-http", endpoint },
    capabilities: { tools: {}, resources: {} },
    authentication: { required: true, schemes: signIn === null ? ["bearer"] : ["bearer", "oauth2"] },
    tools: ACCOUNT_TOOLS.map(({ name, description }) => ({ name, description })),
  };
}

const REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];

/** The same as a server card (MCP server cards, SEP-2127). */
function serverCard({ endpoint, version }: AccountDiscoveryDeps) {
  const host = URL.parse(endpoint)?.hostname ?? "skillmount.invalid";
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${host.split(".").toReversed().join(".")}/library`,
    version,
    title: TITLE,
    description: DESCRIPTION,
    remotes: [{ type: "streamable-http", url: endpoint, supportedProtocolVersions: REVISIONS }],
  };
}
