/** The authorization server's endpoints, the page that asks a person, and the pages of signing in. */
export type { OAuthDeps } from "./_deps.ts";
export { createSessionForms } from "./_csrf.ts";
export { oauthRoutes } from "./oauth_routes.ts";
export { serverMetadata } from "./metadata.ts";
