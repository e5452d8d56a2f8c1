import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { RESERVED_ROUTES } from "../../contracts/addresses.ts";

/**
 * Whether a path may be an address at all. A single segment is not, and neither is what programs look
 * for on every server: `/.well-known/...` at the root and below an address, for which a repository
 * never stands in.
 */
export function isAddressPath(path: string): boolean {
  const end = path.indexOf("/", 1);
  return end > 0 && !RESERVED_ROUTES.has(path.slice(1, end)) && !/\/\.well-known(?:\/|$)/.test(path);
}

/** An address as it was sent, but for a last `/`, which people and programs add to what looks like a directory. */
export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Whether it is one as it stands: what is escaped may be the path of another route. */
export function isPlainAddress(path: string): boolean {
  return !path.includes("%") && isAddressPath(path);
}

/**
 * Whether who asks is to be answered with a page: a browser, and whoever takes anything, as those do
 * that preview links (docs/design/rest.md "Pages").
 */
export function prefersPage(context: Context): boolean {
  const wanted = accepts(context, {
    header: "Accept",
    supports: ["text/html", "application/json", "text/event-stream"],
    default: "text/html",
  });
  return wanted === "text/html";
}
