import type { PersonAsking } from "../../contracts/auth/viewer.ts";
import type { Context } from "hono";
import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { RequestVariables } from "../http/mod.ts";
import type { OAuthDeps } from "./_deps.ts";

/**
 * What a page with a form may do that leaves this origin: without `form-action`, which would stop a browser
 * at the redirect that ends the form, and without an opener policy, which would cut an app's window off. A
 * form's own page says where it is, or browsers would post `Origin: null`.
 */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
};

interface FormPage {
  readonly title: string;
  readonly path: string;
  readonly children: Child;
  readonly status?: ContentfulStatusCode;
}

/** A page that is about one person, which nobody keeps, frames or finds. */
export function formPage(
  context: Context<{ Variables: RequestVariables }>,
  { frame }: Pick<OAuthDeps, "frame">,
  { title, path, children, status = 200 }: FormPage,
): Response {
  context.set("route", "sign-in");
  const { html } = frame({ title, description: title, path, children, index: false });
  return context.body(html, status, HEADERS);
}

/** Whom a session of this browser proves; null: nobody. */
export async function personAsking(
  context: Context<{ Variables: RequestVariables }>,
): Promise<PersonAsking | null> {
  const asker = await context.get("identify")("bearer or session");
  return asker.kind === "person" ? asker : null;
}
