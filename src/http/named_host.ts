import { failureResponse } from "./failure_response.ts";
import type { Guard } from "./guard.ts";

/** What ends a host in a URL, or comes before it. */
const NO_PART_OF_A_HOST = /[/?#@\\]/;

/** What the runtime puts into the URL of a request that names no host. */
const MADE_UP_HOST = "localhost";

/**
 * Refuses a request without a Host header, or whose header is no host and port (RFC 9112, section 3.2). The server makes a
 * request's URL of it, so that anything else there becomes a part of the path, or makes it no URL at all:
 * a proxy that lets only some paths through would see another path than is answered here.
 */
export function namedHost(): Guard {
  /** The beginning of the last URL that was one: the path behind it makes no difference. */
  let parsed = "";

  function isUrl(url: string): boolean {
    const origin = url.slice(0, url.indexOf("/", url.indexOf("://") + 3) + 1);
    if (origin !== "" && origin === parsed) return true;
    if (!URL.canParse(url)) return false;
    parsed = origin;
    return true;
  }

  return function namedHost({ headers, url }, connection) {
    const host = headers.get("host");
    const isMissing = host === null ? isMadeUp(url, connection) : host === "";
    if (!isMissing && !NO_PART_OF_A_HOST.test(host ?? "") && isUrl(url)) return null;
    return failureResponse({
      code: "request.invalid",
      reason: isMissing ? "the Host header is missing" : "the Host header is no host and port",
      hint: "Send the host and port of this server's URL",
    });
  };
}

/** Only what comes over a network has a header at all; in HTTP/2 the URL says what the header would. */
function isMadeUp(url: string, connection: unknown): boolean {
  const isFromNetwork = typeof connection === "object" && connection !== null && "remoteAddr" in connection;
  return isFromNetwork && URL.parse(url)?.hostname === MADE_UP_HOST;
}
