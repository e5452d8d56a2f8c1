/** An authorize request (RFC 6749 4.1.1, RFC 7636 4.3, RFC 8707 2), read before anybody is asked. */
import type { RedirectUri } from "../../../contracts/auth/clients.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { FindClient, KnownClient } from "../clients/find_client.ts";
import { isRegistered, type LocalhostRule, parseRedirectUri } from "../clients/redirect_uri.ts";
import { accountResource, parseResource, type ProtectedResource, type ResourcePlaces } from "../resource.ts";

/** Who asks for what, and where the answer goes. */
export interface AuthorizeRequest {
  readonly client: KnownClient;
  readonly redirectUri: RedirectUri;
  /** As it was sent; null: none was. */
  readonly state: string | null;
  readonly challenge: string;
  readonly resource: ProtectedResource;
}

/**
 * `page`: told to the person, because there is nobody else who may be told. `client`: an error of the client's
 * that it may be told, if the person knows it.
 */
export type AuthorizeProblem =
  | { readonly kind: "page"; readonly description: string }
  | {
    readonly kind: "client";
    readonly client: KnownClient;
    readonly redirectUri: RedirectUri;
    readonly state: string | null;
    readonly error: "invalid_request" | "unsupported_response_type" | "invalid_target";
    readonly description: string;
  };

export interface AuthorizeDeps {
  readonly findClient: FindClient;
  readonly localhost: LocalhostRule;
  readonly places: ResourcePlaces;
}

const LONGEST_STATE = 4096;
const USED = ["response_type", "state", "code_challenge", "code_challenge_method", "scope"];
const REFUSED = ["request", "request_uri"];

export async function readAuthorizeRequest(
  query: URLSearchParams,
  { findClient, localhost, places }: AuthorizeDeps,
): Promise<Result<AuthorizeRequest, AuthorizeProblem>> {
  for (const name of ["client_id", "redirect_uri"]) {
    if (query.getAll(name).length !== 1) return page(`The app sent no "${name}", or more than one`);
  }
  const client = await findClient(query.get("client_id") ?? "");
  if (!client.ok) return page(client.error);
  const redirectUri = parseRedirectUri(query.get("redirect_uri") ?? "");
  if (!redirectUri.ok || !isRegistered(redirectUri.value, client.value.redirectUris, localhost)) {
    return page("The app asks for the answer to go where it is not registered for (redirect_uri)");
  }
  const [state = null, ...more] = query.getAll("state");
  const to = {
    kind: "client",
    client: client.value,
    redirectUri: redirectUri.value,
    state: more.length > 0 ? null : state,
  } as const;
  const invalid = (description: string) => failure({ ...to, error: "invalid_request", description } as const);

  const doubled = USED.find((name) => query.getAll(name).length > 1);
  if (doubled !== undefined) return invalid(`The parameter "${doubled}" was sent more than once`);
  const refused = REFUSED.find((name) => query.has(name));
  if (refused !== undefined) return invalid(`The parameter "${refused}" is not supported`);
  if ((state?.length ?? 0) > LONGEST_STATE) {
    return invalid(`The state is longer than ${LONGEST_STATE} characters`);
  }
  const responseType = query.get("response_type");
  if (responseType === null) return invalid("The response_type is missing; it is code");
  if (responseType !== "code") {
    const description = "The response_type must be code";
    return failure({ ...to, error: "unsupported_response_type", description });
  }
  const mode = query.get("response_mode") ?? "query";
  if (mode !== "query") return invalid("The response_mode must be query");
  const challenge = query.get("code_challenge") ?? "";
  if (challenge === "") return invalid("The code_challenge is missing (PKCE, RFC 7636)");
  if (query.get("code_challenge_method") !== "S256") return invalid("The code_challenge_method must be S256");
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) return invalid("The code_challenge is no S256 challenge");
  const resource = resourceOf(query.getAll("resource"), places);
  if (resource === null) {
    const description = "The resource must be one URL of this server, without query and fragment";
    return failure({ ...to, error: "invalid_target", description });
  }
  return success({ client: client.value, redirectUri: redirectUri.value, state, challenge, resource });
}

/** Named several times it must be the same; named never it is the account. */
function resourceOf(texts: readonly string[], places: ResourcePlaces): ProtectedResource | null {
  const [first = null, ...others] = texts.map((text) => parseResource(text, places));
  if (texts.length === 0) return accountResource(places);
  return first !== null && others.every((other) => other?.audience === first.audience) ? first : null;
}

function page(description: string): Result<never, AuthorizeProblem> {
  return failure({ kind: "page", description });
}

/** Where the browser goes with an answer: `state` as it was sent, and who answers (RFC 9207), once. */
export function answerUrl(
  redirectUri: RedirectUri,
  answer: Readonly<Record<string, string>>,
  state: string | null,
  issuer: string,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set("state", state);
  url.searchParams.set("iss", issuer);
  return url.href;
}
