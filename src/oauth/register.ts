import { parseJson, type RequestVariables } from "../http/mod.ts";
import type { Context } from "hono";
import { createTokenBuckets } from "../flow/mod.ts";
import { parseRegistration, registerClient } from "../auth/mod.ts";
import type { OAuthDeps } from "./_deps.ts";
import { oauthAnswer, oauthRefusal } from "./_oauth_answer.ts";
import { networkOf } from "./_network.ts";

const MAX_BYTES = 16 * 1024;
const AN_HOUR = 300;
const HOUR_MS = 3_600_000;
const SECOND = 1000;

type Handler = (context: Context<{ Variables: RequestVariables }>) => Promise<Response>;

/** `POST /api/oauth/register`: dynamic client registration (RFC 7591). */
export function registerHandler(deps: OAuthDeps): Handler {
  const { clock, localhost, readBody } = deps;
  const take = createTokenBuckets({ clock, capacity: AN_HOUR, refillMs: HOUR_MS / AN_HOUR });
  return async function register(context) {
    context.set("route", "oauth.register");
    const seconds = take(await networkOf(context));
    if (seconds > 0) {
      const description = "Too many registrations from this network; try again later";
      return oauthRefusal({ error: "temporarily_unavailable", description }, 429, {
        "retry-after": `${seconds}`,
      });
    }
    const body = await readBody(context.req.raw, MAX_BYTES);
    if (!body.ok) {
      const description = `The metadata must be JSON of at most ${MAX_BYTES} bytes`;
      return oauthRefusal({ error: "invalid_client_metadata", description });
    }
    const metadata = parseRegistration(parseJson(body.value), localhost);
    if (!metadata.ok) return oauthRefusal(metadata.error);
    const { id, secret } = await registerClient(metadata.value, deps);
    const { name, redirectUris, authentication } = metadata.value;
    return oauthAnswer({
      client_id: id,
      client_id_issued_at: Math.floor(clock.now() / SECOND),
      ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
      ...(name !== null && { client_name: name }),
      redirect_uris: redirectUris,
      token_endpoint_auth_method: authentication,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: redirectUris.every((uri) => uri.startsWith("https:")) ? "web" : "native",
    }, 201);
  };
}
