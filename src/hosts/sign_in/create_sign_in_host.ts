/**
 * Sign-in at GitHub (user authorization of a GitHub App), Forgejo and Gitea (an OAuth2 application), by
 * OAuth 2.0 with PKCE. The token is used to ask who somebody is and what they may see; it opens nothing here.
 */
import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { HostPerson, HostTokens, SignInFailure, SignInHost } from "../../../contracts/auth/sign_in.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createSmallFetch, type SmallFetch } from "./_small_fetch.ts";

/** What kinds of hosts differ in. */
export type SignInKind = "github" | "forgejo";

export interface SignInHostOptions {
  readonly key: HostKey;
  readonly kind: SignInKind;
  /** Where people see the host, and its API. Without a trailing slash. */
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What asks for what everybody may know; null: nothing does. */
  readonly token?: string | null;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

interface Kind {
  /** Parameters of the authorize request besides those of OAuth. */
  readonly ask: Readonly<Record<string, string>>;
  /** Tells by its status whether the person is in an organisation: 200 or 204, else 404, 403 or a redirect. */
  membership(login: string, organisation: string): string;
  /** Tells what the person is in an organisation, in the shape of `ORGANISATION_ROLE`. */
  role(login: string, organisation: string): string;
}

const KINDS: Readonly<Record<SignInKind, Kind>> = {
  github: {
    // Whoever has several accounts there says which one it is.
    ask: { prompt: "select_account" },
    membership: (_login, organisation) => `/user/memberships/orgs/${encodeURIComponent(organisation)}`,
    role: (_login, organisation) => `/user/memberships/orgs/${encodeURIComponent(organisation)}`,
  },
  forgejo: {
    ask: { scope: "read:user read:repository read:organization" },
    membership: (login, organisation) =>
      `/orgs/${encodeURIComponent(organisation)}/members/${encodeURIComponent(login)}`,
    role: (login, organisation) =>
      `/users/${encodeURIComponent(login)}/orgs/${encodeURIComponent(organisation)}/permissions`,
  },
};

const USER = z.object({
  id: z.int().positive(),
  login: z.string().min(1).max(200).regex(/^[A-Za-z0-9._-]+$/),
});

const MEMBERSHIP = z.object({ state: z.string() });

/** People and organisations are named from one set. */
const NAMED = z.object({ id: z.int().positive() });

/** What somebody may do with a repository, in the words of GitHub, which Forgejo and Gitea speak too. */
const PERMISSIONS = z.object({
  id: z.int().positive(),
  permissions: z.object({ push: z.boolean() }),
});

const NUMBERS = z.object({ id: z.int().positive(), owner: NAMED });

const ORGANISATION_ROLE = z.union([
  z.object({ state: z.literal("active"), role: z.literal("admin") }),
  z.object({ is_owner: z.literal(true) }),
]);

const SECOND = 1000;

export function createSignInHost(options: SignInHostOptions): SignInHost {
  const { key, kind, webUrl, apiUrl, clientId, clientSecret, clock } = options;
  const smallFetch = createSmallFetch(options.fetch, clock);
  const server: oauth.AuthorizationServer = {
    issuer: webUrl,
    authorization_endpoint: `${webUrl}/login/oauth/authorize`,
    token_endpoint: `${webUrl}/login/oauth/access_token`,
  };
  const client: oauth.Client = { client_id: clientId };
  const authentication = oauth.ClientSecretPost(clientSecret);
  const http = httpOptions(smallFetch, webUrl);

  return {
    key,

    async begin({ state, verifier, redirectUri }) {
      const url = new URL(`${webUrl}/login/oauth/authorize`);
      url.search = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...KINDS[kind].ask,
      }).toString();
      return url;
    },

    async finish(callback, { state, verifier, redirectUri }) {
      const tokens = await exchanged(async () => {
        const checked = oauth.validateAuthResponse(server, client, callback, state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          checked,
          redirectUri,
          verifier,
          http,
        );
        return await oauth.processAuthorizationCodeResponse(server, client, response);
      });
      if (!tokens.ok) return tokens;
      const person = await personOf(tokens.value);
      return person.ok ? success({ person: person.value, tokens: tokens.value }) : person;
    },

    renew(refreshToken) {
      return exchanged(async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          authentication,
          refreshToken,
          http,
        );
        return await oauth.processRefreshTokenResponse(server, client, response);
      });
    },

    async ownerOf(name, asker) {
      const found = await ask(`/users/${encodeURIComponent(name)}`, asker?.token ?? options.token ?? null);
      if (found?.status === 404) return success("nobody");
      const named = found?.status === 200 ? NAMED.safeParse(await found.json().catch(() => null)) : null;
      if (!named?.success) return failure("unavailable");
      if (asker === null) return success("others");
      if (String(named.data.id) === asker.id) return success("theirs");
      const answer = await ask(KINDS[kind].role(asker.login, name), asker.token);
      if (isAway(answer)) return failure("unavailable");
      const role = ORGANISATION_ROLE.safeParse(await answer.json().catch(() => null));
      return success(answer.status === 200 && role.success ? "theirs" : "others");
    },

    async numbersOf(repository, credential) {
      const answer = await ask(repositoryPath(repository), credential?.token ?? options.token ?? null);
      if (answer?.status === 404) return success(null);
      const found = answer?.status === 200 ? NUMBERS.safeParse(await answer.json().catch(() => null)) : null;
      if (!found?.success) return failure("unavailable");
      return success({ repositoryId: String(found.data.id), ownerId: String(found.data.owner.id) });
    },

    async mayWrite({ id, ...repository }, { token }) {
      const answer = await ask(repositoryPath(repository), token);
      if (answer?.status === 404) return success(false);
      // A host says with 403, too, that it was asked too much.
      const found = answer?.status === 200
        ? PERMISSIONS.safeParse(await answer.json().catch(() => null))
        : null;
      if (!found?.success) return failure("unavailable");
      // Another repository may have the name by now. A host that is known by names alone gives the name as the id.
      const isSame = !/^\d+$/.test(id) || String(found.data.id) === id;
      return success(isSame && found.data.permissions.push);
    },

    async isMember(tokens, organisation) {
      const person = await personOf(tokens);
      if (!person.ok) return person;
      const answer = await ask(KINDS[kind].membership(person.value.login, organisation), tokens.access);
      if (isAway(answer)) return failure("unavailable");
      if (answer.status === 204) return success(true);
      if (answer.status !== 200) return success(false);
      const membership = MEMBERSHIP.safeParse(await answer.json().catch(() => null));
      return success(membership.success && membership.data.state === "active");
    },
  };

  /** What a token request gives. */
  async function exchanged(
    request: () => Promise<oauth.TokenEndpointResponse>,
  ): Promise<Result<HostTokens, SignInFailure>> {
    try {
      const { access_token: access, refresh_token: refresh = null, expires_in: seconds } = await request();
      const expiresAt = seconds === undefined ? null : clock.now() + seconds * SECOND;
      return success({ access, refresh, expiresAt });
    } catch (error) {
      return failure(isTrouble(error) ? "unavailable" : "refused");
    }
  }

  async function personOf(tokens: HostTokens): Promise<Result<HostPerson, SignInFailure>> {
    const answer = await ask("/user", tokens.access);
    if (isAway(answer)) return failure("unavailable");
    if (answer.status !== 200) return failure("refused");
    const user = USER.safeParse(await answer.json().catch(() => null));
    if (!user.success) return failure("unavailable");
    return success({ host: key, id: String(user.data.id), login: user.data.login });
  }

  /** Null: no answer. */
  async function ask(path: string, token: string | null): Promise<Response | null> {
    const headers = {
      "accept": "application/json",
      ...(token !== null && { "authorization": `Bearer ${token}` }),
      "user-agent": "skillmount",
    };
    return await smallFetch(apiUrl + path, { headers }).catch(() => null);
  }
}

function repositoryPath({ owner, name }: { readonly owner: string; readonly name: string }): string {
  return `/repos/${[...owner.split("/"), name].map(encodeURIComponent).join("/")}`;
}

function isAway(answer: Response | null): answer is null {
  return answer === null || answer.status >= 500 || answer.status === 429;
}

/** `http` is for hosts of this machine alone; the settings see to it. */
function httpOptions(smallFetch: SmallFetch, webUrl: string): oauth.TokenEndpointRequestOptions {
  return {
    [oauth.customFetch]: (url, { method, headers, body }) =>
      smallFetch(url, { method, headers, ...(body !== undefined && body !== null && { body }) }),
    [oauth.allowInsecureRequests]: webUrl.startsWith("http://"),
    // GitHub answers as a form without it.
    headers: { accept: "application/json" },
  };
}

/** Whether the host may answer otherwise later. A refusal in OAuth's words, or no token, is final. */
function isTrouble(error: unknown): boolean {
  if (error instanceof oauth.ResponseBodyError) return error.status >= 500 || error.status === 429;
  if (error instanceof oauth.AuthorizationResponseError) return error.error === "temporarily_unavailable";
  if (!(error instanceof oauth.OperationProcessingError)) return true;
  const { cause } = error;
  return cause instanceof Response ? cause.status >= 500 || cause.status === 429 : false;
}
