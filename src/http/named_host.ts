import type { MiddlewareHandler } from "hono";
import { failureResponse } from "./failure_response.ts";

/** What ends a host in a URL, or comes before it. */
const NO_PART_OF_A_HOST = /[/?#@\\]/;

/**
 * Refuses a request whose Host header is no host and port (RFC 9112, section 3.2). The server makes a
 * request's URL of it, so that anything else there becomes a part of the path, or makes it no URL at all:
 * a proxy that lets only some paths through would see another path than is answered here.
 */
export function namedHost(): MiddlewareHandler {
  return async function namedHost(context, next) {
    const { headers, url } = context.req.raw;
    if (NO_PART_OF_A_HOST.test(headers.get("host") ?? "") || !URL.canParse(url)) {
      return failureResponse({
        code: "request.invalid",
        reason: "the Host header is no host and port",
        hint: "Send the host and port of this server's URL",
      });
    }
    await next();
  };
}
