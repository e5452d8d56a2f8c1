import type { Context } from "hono";
import type { RequestVariables } from "../../http/mod.ts";

/**
 * What a page may do. Nothing of it is inline, so that what a repository might smuggle in does nothing;
 * scripts ask this origin alone, and no other page may frame it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The same path answers programs otherwise (docs/design/rest.md "REST API"). That it may be compressed is
 * said here: who says it later makes the answer anew, as a stream of no known length.
 */
export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "vary": "accept, accept-encoding",
} as const;

/** A page as an answer. */
export function pageResponse(
  context: Context<{ Variables: RequestVariables }>,
  html: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  context.set("route", "page");
  return new Response(html, { status, headers: { ...PAGE_HEADERS, ...headers } });
}

/** Whether pages are what the client names, not merely what it would take. */
export function namesHtml(context: Context): boolean {
  return /text\/html/i.test(context.req.header("accept") ?? "");
}
