import * as oauth from "oauth4webapi";
import type { Clock } from "../../contracts/ambient.ts";
import { withTimeout } from "../flow/mod.ts";
import { findAuthorizationServer, findIssuer, httpOptions } from "./_authorization_server.ts";
import { awaitAnswer } from "./_loopback_answer.ts";
import { parseServerUrl, type ServerUrl } from "./server_url.ts";

/** What a sign-in leaves behind, to go on without the person. */
export interface SignedIn {
  readonly issuer: string;
  readonly clientId: string;
  /** What the tokens are for. */
  readonly resource: string;
  readonly access: string;
  /** Null: the person is asked again when the access token dies. */
  readonly refresh: string | null;
}

export interface SignInDeps {
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  /** Shows a page to the person who sits here. */
  readonly show: (url: URL) => void;
}

const CLIENT = {
  client_name: "skillmount",
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
} as const;

const PUBLIC = oauth.None();

/** How long a person has. */
const PERSON_MS = 600_000;

/**
 * Signs the person who sits here in at a server: discovery (RFC 9728, RFC 8414), registration (RFC 7591), the
 * browser, and the code for tokens, with PKCE and for this server alone (RFC 8707). A client is registered each
 * time: one that the server has forgotten would fail in the browser, where this program cannot see it.
 */
export async function signIn(
  url: ServerUrl,
  challenge: string | null,
  { clock, fetch, show }: SignInDeps,
): Promise<SignedIn> {
  const http = httpOptions(fetch);
  const { server, resource, scope } = await findAuthorizationServer(http, url, challenge);
  const issuer = new URL(server.issuer);
  const state = oauth.generateRandomState();
  await using answer = awaitAnswer(state);
  const registration = await oauth.dynamicClientRegistrationRequest(server, {
    ...CLIENT,
    grant_types: [...CLIENT.grant_types],
    response_types: [...CLIENT.response_types],
    redirect_uris: [answer.redirectUri],
    ...(scope !== null && { scope }),
  }, http(issuer));
  const client = await oauth.processDynamicClientRegistrationResponse(registration);

  const verifier = oauth.generateRandomCodeVerifier();
  const page = parseServerUrl(server.authorization_endpoint ?? "");
  if (!page.ok) throw new TypeError("it has no page to sign in at");
  const asked = {
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: answer.redirectUri,
    state,
    resource,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(scope !== null && { scope }),
  };
  for (const [name, value] of Object.entries(asked)) page.value.searchParams.set(name, value);
  show(page.value);

  const came = await withTimeout(clock, PERSON_MS, answer.answered, () => null);
  if (came === null) throw new TypeError("nobody signed in within ten minutes");
  const parameters = oauth.validateAuthResponse(server, client, came, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    PUBLIC,
    parameters,
    answer.redirectUri,
    verifier,
    { ...http(issuer), additionalParameters: { resource } },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
  return {
    issuer: server.issuer,
    clientId: client.client_id,
    resource,
    access: tokens.access_token,
    refresh: tokens.refresh_token ?? null,
  };
}

/** The same with new tokens; null where the server wants the person again. Throws where it cannot be asked. */
export async function refreshed(
  kept: SignedIn,
  { fetch }: Pick<SignInDeps, "fetch">,
): Promise<SignedIn | null> {
  const issuer = parseServerUrl(kept.issuer);
  if (!issuer.ok || kept.refresh === null) return null;
  const http = httpOptions(fetch);
  const server = await findIssuer(http, issuer.value);
  const client = { client_id: kept.clientId };
  const response = await oauth.refreshTokenGrantRequest(server, client, PUBLIC, kept.refresh, {
    ...http(issuer.value),
    additionalParameters: { resource: kept.resource },
  });
  try {
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    return { ...kept, access: tokens.access_token, refresh: tokens.refresh_token ?? kept.refresh };
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return null;
    throw error;
  }
}
