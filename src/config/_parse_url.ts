import { z } from "zod";
import { isLoopback } from "../../contracts/loopback.ts";

/** Nothing but an origin and a path, without a trailing slash: no credentials, no query. */
export function parseHostUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return null;
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  const base = `${url.origin}${url.pathname}`.replace(/\/$/, "");
  return isSafe && (url.href === base || url.href === `${base}/`) ? base : null;
}

export function hostUrl(text: string, context: z.RefinementCtx): string {
  const url = parseHostUrl(text);
  if (url !== null) return url;
  context.addIssue("not the URL of a host");
  return z.NEVER;
}

export function httpUrl(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url.href;
  context.addIssue("not an http or https URL");
  return z.NEVER;
}

export function origin(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(httpUrl(text, context));
  if (url !== null && url.href === `${url.origin}/`) return url.origin;
  context.addIssue("more than an origin");
  return z.NEVER;
}
