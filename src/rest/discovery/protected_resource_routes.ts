import { Hono } from "hono";
import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { Sets } from "../../../contracts/library/sets.ts";
import type { Result } from "../../../contracts/result.ts";
import { failureResponse, requestPath, type RequestVariables } from "../../http/mod.ts";

export interface ProtectedResourceDeps {
  /** As everyone: what the address is, whoever asks for its document. */
  readonly open: (address: string, asker: Asker) => Promise<Result<Mount, Failure>>;
  readonly sets: Pick<Sets, "open">;
  /** Origin of the addresses, without a slash. */
  readonly publicUrl: string;
  /** Of the authorization server, without a slash. */
  readonly issuer: string;
  /** How that server describes itself; left out, no address has a copy. */
  readonly serverMetadata?: unknown;
}

const RESOURCE = "/.well-known/oauth-protected-resource";
const SERVER = "/.well-known/oauth-authorization-server";

/**
 * What an address or a set that is not public needs of who opens it (RFC 9728): the same for what is not there, so that the document
 * tells nothing. An address that everyone may read has none, because clients that look here before they connect would ask for
 * a sign-in; `?challenged` has it for who was told there that their token is no good.
 */
export function protectedResourceRoutes(
  { open, sets, publicUrl, issuer, serverMetadata }: ProtectedResourceDeps,
): Hono<{ Variables: RequestVariables }> {
  /** Null: it has one. */
  async function refusal(address: string, request: Request, asker: Asker): Promise<Response | null> {
    const nobody = { kind: "nobody", ...(asker.client !== undefined && { client: asker.client }) } as const;
    const opened = await open(address, nobody);
    if (!opened.ok && opened.error.code === "mount.repo_not_found") return null;
    const isMissing = opened.ok || opened.error.code === "mount.ref_not_found" ||
      opened.error.code === "mount.not_allowed" || opened.error.code === "mount.unsupported";
    if (!isMissing) return failureResponse(opened.error);
    return new URL(request.url).search === "?challenged" ? null : failureResponse({
      code: "route.not_found",
      hint: "Everyone may read this address: connect to it without credentials",
    });
  }

  /** The same for a set. */
  async function refusalOfSet(owner: string, name: string): Promise<Response | null> {
    const opened = await sets.open({ owner, name, asker: { kind: "nobody" }, waitMs: 0 });
    return opened.ok
      ? failureResponse({
        code: "route.not_found",
        hint: "Everyone may read this set: connect to it without credentials",
      })
      : null;
  }

  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.use(async function protectedResource(context, next) {
    const request = context.req.raw;
    const path = requestPath(request);
    const document = [RESOURCE, SERVER].find((one) => path.startsWith(`${one}/`));
    const address = document === undefined ? "" : path.slice(document.length);
    // A single segment is no address.
    if (document === undefined || address.indexOf("/", 1) < 0) return await next();
    if (document === SERVER && serverMetadata === undefined) return await next();
    context.set("route", "oauth.metadata");
    if (request.method !== "GET" && request.method !== "HEAD") {
      return failureResponse({ code: "method.not_allowed" }, { allow: "GET, HEAD" });
    }
    const [, owner, set] = /^\/sets\/([^/]+)\/([^/]+)$/.exec(address) ?? [];
    const refused = owner !== undefined && set !== undefined
      ? await refusalOfSet(owner, set)
      : await refusal(address, request, await context.get("identify")("bearer"));
    if (refused !== null) return refused;
    const body = document === SERVER ? serverMetadata : {
      resource: publicUrl + address,
      authorization_servers: [issuer],
      scopes_supported: [set === undefined ? "repo:read" : "registry:read"],
      bearer_methods_supported: ["header"],
    };
    return Response.json(body, { headers: { "cache-control": "no-store" } });
  });
  return routes;
}
