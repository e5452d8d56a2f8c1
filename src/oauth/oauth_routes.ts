import { Hono } from "hono";
import { cors, failureResponse, type RequestVariables } from "../http/mod.ts";
import type { OAuthDeps } from "./_deps.ts";
import { authorizeHandlers } from "./authorize.tsx";
import { metadataRoutes } from "./metadata.ts";
import { registerHandler } from "./register.ts";
import { signInHandlers } from "./sign_in.tsx";
import { tokenHandlers } from "./token.ts";

/** The authorization server and the pages of signing in (docs/design/authorization.md), at the issuer alone. */
export function oauthRoutes(deps: OAuthDeps): Hono<{ Variables: RequestVariables }> {
  const routes = new Hono<{ Variables: RequestVariables }>();
  const open = cors();
  for (const path of ["register", "token", "revoke"]) routes.use(`/api/oauth/${path}`, open);
  routes.use("/.well-known/oauth-authorization-server", open);
  routes.route("/", metadataRoutes(deps));

  const { token, revoke } = tokenHandlers(deps);
  routes.post("/api/oauth/register", registerHandler(deps));
  routes.post("/api/oauth/token", token);
  routes.post("/api/oauth/revoke", revoke);
  for (const path of ["register", "token", "revoke"]) {
    routes.all(
      `/api/oauth/${path}`,
      () => failureResponse({ code: "method.not_allowed" }, { allow: "POST" }),
    );
  }

  const { ask, decide } = authorizeHandlers(deps);
  routes.get("/api/oauth/authorize", ask);
  routes.post("/api/oauth/authorize", decide);

  const { page, begin, callback, linkPage, useLink, signOut } = signInHandlers(deps);
  routes.get("/sign-in", page);
  routes.get("/sign-in/link/:link", linkPage);
  routes.post("/sign-in/link/:link", useLink);
  routes.post("/sign-in/:host", begin);
  routes.get("/sign-in/:host/callback", callback);
  routes.post("/sign-out", signOut);
  return routes;
}
