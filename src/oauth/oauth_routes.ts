import { type Handler, Hono } from "hono";
import { cors, failureResponse, type RequestVariables } from "../http/mod.ts";
import type { OAuthDeps } from "./_deps.ts";
import { accountHandlers } from "./account.tsx";
import { authorizeHandlers } from "./authorize.tsx";
import { METADATA_PATH, metadataHandler } from "./metadata.ts";
import { registerHandler } from "./register.ts";
import { signInHandlers } from "./sign_in.tsx";
import { tokenHandlers } from "./token.ts";

type Routed = Handler<{ Variables: RequestVariables }>;

/** The authorization server and the pages of signing in (docs/design/authorization.md), at the issuer's host alone. */
export function oauthRoutes(deps: OAuthDeps): Hono<{ Variables: RequestVariables }> {
  const routes = new Hono<{ Variables: RequestVariables }>();
  const { issuer, publicUrl } = deps.places;
  const host = issuer === publicUrl ? null : new URL(issuer).host;
  /** At another host than the issuer's there is no sign of it. */
  const here = (handler: Routed): Routed => (context, next) => {
    const asked = context.req.raw.headers.get("host") ?? new URL(context.req.url).host;
    return host === null || asked === host ? handler(context, next) : next();
  };
  const metadata = metadataHandler(deps);
  routes.use(METADATA_PATH, here(cors()));
  routes.get(METADATA_PATH, here(metadata));

  const { token, revoke } = tokenHandlers(deps);
  const endpoints = { register: registerHandler(deps), token, revoke };
  for (const [name, handler] of Object.entries(endpoints)) {
    const path = `/api/oauth/${name}`;
    routes.use(path, here(cors()));
    routes.post(path, here(handler));
    routes.all(path, here(() => failureResponse({ code: "method.not_allowed" }, { allow: "POST" })));
  }

  const { ask, decide } = authorizeHandlers(deps);
  routes.get("/api/oauth/authorize", here(ask));
  routes.post("/api/oauth/authorize", here(decide));

  const account = accountHandlers(deps);
  routes.get("/account", here(account.page));
  routes.post("/account/grants/revoke", here(account.revokeGrant));
  routes.post("/account/keys", here(account.makeKey));
  routes.post("/account/keys/revoke", here(account.revokeKey));
  routes.post("/account/sessions/end", here(account.endSession));
  routes.post("/account/disconnect", here(account.disconnect));
  routes.post("/account/sign-out-everywhere", here(account.signOutEverywhere));

  const { page, begin, callback, linkPage, useLink, signOut } = signInHandlers(deps);
  routes.get("/sign-in", here(page));
  routes.get("/sign-in/link/:link", here(linkPage));
  routes.post("/sign-in/link/:link", here(useLink));
  routes.post("/sign-in/:host", here(begin));
  routes.get("/sign-in/:host/callback", here(callback));
  routes.post("/sign-out", here(signOut));
  return routes;
}
