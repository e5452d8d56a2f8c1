import type { Context } from "hono";
import { hasCurrent, notModified, type RequestVariables, type ResponseCache } from "../../http/mod.ts";
import { PAGE_HEADERS, pageResponse } from "./page_response.ts";

export interface SitePageDeps {
  readonly responses: ResponseCache;
  /** The entity tag of the page that a key names. */
  readonly tagOf: (key: string) => string;
}

/**
 * Answers with a page about the site itself: the same for everybody, made once for all that shapes it, and
 * not sent again to who has it.
 *
 * @param shapedBy All that `make` makes it of, besides the server's own version.
 */
export function sitePage(
  { responses, tagOf }: SitePageDeps,
  context: Context<{ Variables: RequestVariables }>,
  shapedBy: readonly unknown[],
  cache: string,
  make: () => string,
): Response {
  const key = JSON.stringify(["site", ...shapedBy]);
  const headers = { "cache-control": cache, etag: tagOf(key) };
  if (hasCurrent(context.req.raw, headers.etag)) {
    context.set("route", "page");
    return notModified({ ...PAGE_HEADERS, ...headers });
  }
  const known = responses.get(key);
  const html = known ?? make();
  if (known === undefined) responses.set(key, html);
  return pageResponse(context, html, 200, headers);
}
