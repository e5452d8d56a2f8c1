import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../../contracts/loopback.ts";
import { failureResponse } from "./failure_response.ts";

/**
 * Refuses what a web page from elsewhere could send to a server on this machine. A page whose name is
 * re-pointed at 127.0.0.1 (DNS rebinding) still sends its own name as Host, and a page that calls
 * across origins sends its own Origin. Programs send no Origin; pages of this machine may use any port.
 * The origin `null` is refused: any page can make one with a sandboxed frame.
 */
export function localOnly(): MiddlewareHandler {
  return async function localOnly(context, next) {
    const host = context.req.header("host");
    const origin = context.req.header("origin");
    if (!isLocal(host === undefined ? context.req.url : `http://${host}`)) {
      return failureResponse({
        code: "request.forbidden_origin",
        reason: "the Host is not a loopback address",
      });
    }
    if (origin !== undefined && !isLocal(origin)) {
      return failureResponse({
        code: "request.forbidden_origin",
        reason: "the Origin is not a loopback address",
      });
    }
    await next();
  };
}

function isLocal(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && isLoopback(parsed.hostname);
}
