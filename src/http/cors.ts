import type { MiddlewareHandler } from "hono";

const ALLOWED_HEADERS =
  "content-type, accept, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, x-request-id, if-match, if-none-match, if-range, range";
const EXPOSED_HEADERS =
  "x-request-id, retry-after, etag, link, www-authenticate, mcp-protocol-version, content-range, content-disposition, repr-digest, ratelimit-limit, ratelimit-remaining, ratelimit-reset, ratelimit-policy, ratelimit";

/**
 * Lets pages of any origin read the answers, without credentials (docs/design/rest.md "REST API").
 *
 * Hono's own middleware sets its headers before the answer exists, so that every response is built twice.
 */
export function cors(): MiddlewareHandler {
  return async function cors(context, next) {
    if (context.req.method === "OPTIONS") return preflight();
    await next();
    context.res.headers.set("access-control-allow-origin", "*");
    context.res.headers.set("access-control-expose-headers", EXPOSED_HEADERS);
  };
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": ALLOWED_HEADERS,
      "access-control-max-age": "86400",
    },
  });
}
