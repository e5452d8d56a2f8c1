import { isLoopback } from "../../contracts/loopback.ts";
import { failureResponse } from "./failure_response.ts";
import type { Guard } from "./guard.ts";

/**
 * Refuses what a web page from elsewhere could send to a server on this machine. A page whose name is
 * re-pointed at 127.0.0.1 (DNS rebinding) still sends its own name as Host, and a page that calls
 * across origins sends its own Origin. Programs send no Origin; pages of this machine may use any port.
 * The origin `null` is refused: any page can make one with a sandboxed frame.
 */
export function localOnly(): Guard {
  return function localOnly({ headers, url }) {
    if (!isLocalHost(headers.get("host") ?? new URL(url).host)) return refused("Host");
    const origin = headers.get("origin");
    return origin !== null && !isLocalOrigin(origin) ? refused("Origin") : null;
  };
}

function isLocalHost(host: string): boolean {
  return isLoopback(host.replace(/:\d{1,5}$/, ""));
}

function isLocalOrigin(origin: string): boolean {
  return /^https?:\/\//.test(origin) && isLocalHost(origin.slice(origin.indexOf("//") + 2));
}

function refused(header: string): Response {
  return failureResponse({
    code: "request.forbidden_origin",
    reason: `the ${header} is not a loopback address`,
  });
}
