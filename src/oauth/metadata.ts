import type { Context } from "hono";
import type { RequestVariables } from "../http/mod.ts";
import type { OAuthDeps } from "./_deps.ts";

/**
 * How the authorization server describes itself (RFC 8414, RFC 9207, RFC 7636, Client ID Metadata Documents).
 * What a client may ask for is said; what only keys can do is not.
 */
export function serverMetadata({ places, takesDocuments }: Pick<OAuthDeps, "places" | "takesDocuments">) {
  const { issuer } = places;
  const authentication = ["none", "client_secret_basic", "client_secret_post"];
  return {
    issuer,
    authorization_endpoint: `${issuer}/api/oauth/authorize`,
    token_endpoint: `${issuer}/api/oauth/token`,
    registration_endpoint: `${issuer}/api/oauth/register`,
    revocation_endpoint: `${issuer}/api/oauth/revoke`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: takesDocuments,
    scopes_supported: ["registry:read", "repo:read", "offline_access"],
  };
}

export const METADATA_PATH = "/.well-known/oauth-authorization-server";

/** The document at the root of the issuer's host. */
export function metadataHandler(deps: Pick<OAuthDeps, "places" | "takesDocuments">) {
  const document = JSON.stringify(serverMetadata(deps));
  return function metadata(context: Context<{ Variables: RequestVariables }>): Response {
    context.set("route", "oauth.metadata");
    return context.body(document, 200, {
      "content-type": "application/json",
      "cache-control": "public, max-age=300",
    });
  };
}
