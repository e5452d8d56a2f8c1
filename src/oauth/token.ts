import type { Context } from "hono";
import { StoreUnavailable } from "../../contracts/errors.ts";
import type { Result } from "../../contracts/result.ts";
import {
  authenticateClient,
  type AuthenticatedClient,
  exchangeCode,
  parseResource,
  refreshTokens,
  revokeToken,
  type TokenAnswer,
  type TokenRefusal,
  wasGivenTo,
} from "../auth/mod.ts";
import { createTokenBuckets } from "../flow/mod.ts";
import type { RequestVariables } from "../http/mod.ts";
import type { OAuthDeps } from "./_deps.ts";
import { readForm } from "./_form.ts";
import { networkOf } from "./_network.ts";
import { oauthAnswer, type OAuthRefusal, oauthRefusal } from "./_oauth_answer.ts";

type OAuthContext = Context<{ Variables: RequestVariables }>;
type Handler = (context: OAuthContext) => Promise<Response>;

const A_MINUTE = 60;
const MINUTE_MS = 60_000;

const UNKNOWN_CLIENT: OAuthRefusal = {
  error: "invalid_client",
  description: "The client is not known here, or did not prove itself; register it anew",
};

const BUSY: OAuthRefusal = {
  error: "temporarily_unavailable",
  description: "The store does not answer; try again in a moment",
};

/** `POST /api/oauth/token` (RFC 6749 4.1.3 and 6) and `POST /api/oauth/revoke` (RFC 7009). */
export function tokenHandlers(deps: OAuthDeps): { readonly token: Handler; readonly revoke: Handler } {
  const { clients, grants, readBody, places, clock } = deps;
  // What succeeds is not limited: the clients of one service share few addresses.
  const takeFailure = createTokenBuckets({ clock, capacity: A_MINUTE, refillMs: MINUTE_MS / A_MINUTE });

  async function refuse(context: OAuthContext, refusal: OAuthRefusal): Promise<Response> {
    const seconds = takeFailure(await networkOf(context));
    if (seconds === 0) return oauthRefusal(refusal);
    const description = "Too many requests of this network failed; try again later";
    return oauthRefusal({ error: "temporarily_unavailable", description }, 429, {
      "retry-after": `${seconds}`,
    });
  }

  /** Null: not known, or not proved. `presented` is what a client that a URL names has to show. */
  async function clientOf(context: OAuthContext, form: URLSearchParams, presented: string) {
    const found = await authenticateClient({
      header: context.req.raw.headers.get("authorization"),
      id: form.get("client_id"),
      secret: form.get("client_secret"),
    }, clients);
    const isProved = found === null || !found.isDocument || await wasGivenTo(presented, found.id, grants);
    return isProved ? found : null;
  }

  async function granted(
    { id: client }: AuthenticatedClient,
    form: URLSearchParams,
  ): Promise<Result<TokenAnswer, TokenRefusal>> {
    const resource = form.get("resource");
    const audience = resource === null ? null : parseResource(resource, places)?.audience ?? "";
    if (form.get("grant_type") === "refresh_token") {
      const refreshToken = form.get("refresh_token") ?? "";
      const scopes = (form.get("scope") ?? "").split(" ").filter((word) => word !== "");
      return await refreshTokens({ client, refreshToken, audience, scopes }, deps);
    }
    const code = form.get("code") ?? "";
    const redirectUri = form.get("redirect_uri") ?? "";
    const verifier = form.get("code_verifier") ?? "";
    return await exchangeCode({ client, code, redirectUri, verifier, audience }, deps);
  }

  /** What must be there, by grant. A missing verifier costs nothing; a wrong one costs the code. */
  function missingOf(form: URLSearchParams): OAuthRefusal | null {
    const grant = form.get("grant_type");
    if (grant === null) return { error: "invalid_request", description: "The grant_type is missing" };
    if (grant !== "authorization_code" && grant !== "refresh_token") {
      const description = "The grants here are authorization_code and refresh_token";
      return { error: "unsupported_grant_type", description };
    }
    const needed = grant === "refresh_token" ? ["refresh_token"] : ["code", "redirect_uri", "code_verifier"];
    const missing = needed.find((name) => (form.get(name) ?? "") === "");
    return missing === undefined
      ? null
      : { error: "invalid_request", description: `The parameter "${missing}" is missing` };
  }

  /** A store that is away is never a refusal: a client would throw its tokens away. */
  function answering(route: string, handle: (context: OAuthContext) => Promise<Response>): Handler {
    return async (context) => {
      context.set("route", route);
      try {
        return await handle(context);
      } catch (error) {
        if (error instanceof StoreUnavailable) return oauthRefusal(BUSY, 503, { "retry-after": "1" });
        throw error;
      }
    };
  }

  return {
    token: answering("oauth.token", async (context) => {
      const form = await readForm(context.req.raw, readBody);
      if (!form.ok) return await refuse(context, form.error);
      const missing = missingOf(form.value);
      if (missing !== null) return await refuse(context, missing);
      const presented = form.value.get("refresh_token") ?? form.value.get("code") ?? "";
      const client = await clientOf(context, form.value, presented);
      if (client === null) return await refuse(context, UNKNOWN_CLIENT);
      const answer = await granted(client, form.value);
      const outcome = answer.ok ? "ok" : answer.error.isReplay ? "replayed" : answer.error.error;
      const grant = form.value.get("grant_type") === "refresh_token" ? "refresh_token" : "authorization_code";
      deps.metrics?.count("skillmount_token_requests_total", { grant, outcome });
      return answer.ok ? oauthAnswer(answer.value) : await refuse(context, answer.error);
    }),

    revoke: answering("oauth.revoke", async (context) => {
      const form = await readForm(context.req.raw, readBody);
      if (!form.ok) return await refuse(context, form.error);
      const token = form.value.get("token") ?? "";
      if (token === "") {
        return await refuse(context, { error: "invalid_request", description: "The token is missing" });
      }
      const client = await clientOf(context, form.value, token);
      if (client === null) return await refuse(context, UNKNOWN_CLIENT);
      await revokeToken(token, client.id, grants);
      return oauthAnswer({});
    }),
  };
}
