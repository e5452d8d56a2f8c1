import { createHash } from "node:crypto";
import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, jwtVerify } from "jose";
import { z } from "zod";
import type { Clock } from "../../../contracts/ambient.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type {
  FetchIssuerKeys,
  JobIdentity,
  OidcIssuer,
  VerifyIdentity,
} from "../../../contracts/library/publish_jobs.ts";
import { failure, type Result } from "../../../contracts/result.ts";
import { createSingleFlight } from "../../flow/mod.ts";
import { readClaims } from "./job_claims.ts";

export interface VerifyIdentityDeps {
  readonly issuers: readonly OidcIssuer[];
  readonly fetchKeys: FetchIssuerKeys;
  readonly clock: Pick<Clock, "now">;
  /** What a token must be for, and for nothing else. */
  readonly audience: string;
}

/** Clocks of two machines are never the same. */
const TOLERANCE_SECONDS = 60;
/** An unknown key has the keys of its issuer fetched anew, so often and no more. */
const REFETCH_MS = 60_000;
const LONGEST_TOKEN = 8 * 1024;
/** No secret is shared with an issuer, so that a signature by one proves nothing. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

const KEYS = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

interface Held {
  readonly keys: JSONWebKeySet;
  readonly fetchedAt: number;
}

type Checked = Result<JobIdentity, Failure>;

/** Checks identity tokens by the keys of their issuers; only configured issuers are ever asked for keys. */
export function createVerifyIdentity(deps: VerifyIdentityDeps): VerifyIdentity {
  const { clock, audience } = deps;
  const issuers = new Map(deps.issuers.map((issuer) => [issuer.issuer, issuer]));
  const held = new Map<string, Held>();
  const share = createSingleFlight<Held | null>();

  async function keysOf({ keysUrl }: OidcIssuer, mustBeNew: boolean): Promise<Held | null> {
    const known = held.get(keysUrl);
    const isRecent = known !== undefined && clock.now() - known.fetchedAt < REFETCH_MS;
    if (known !== undefined && (!mustBeNew || isRecent)) return known;
    return await share(keysUrl, async () => {
      const parsed = KEYS.safeParse(await deps.fetchKeys(keysUrl));
      if (!parsed.success) return known ?? null;
      const fresh = { keys: parsed.data, fetchedAt: clock.now() };
      held.set(keysUrl, fresh);
      return fresh;
    });
  }

  async function check(
    token: string,
    issuer: OidcIssuer,
    mustBeNew: boolean,
  ): Promise<Checked | "unknown key"> {
    const found = await keysOf(issuer, mustBeNew);
    if (found === null) {
      return failure({
        code: "server.not_ready",
        reason: "the keys of the token's issuer cannot be had now",
        hint: "Repeat the job in a minute",
        retryAfterSeconds: REFETCH_MS / 1000,
      });
    }
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(found.keys), {
        algorithms: ALGORITHMS,
        issuer: issuer.issuer,
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: new Date(clock.now()),
        requiredClaims: ["exp", "iat"],
      });
      const [only, ...more] = typeof payload.aud === "string" ? [payload.aud] : payload.aud ?? [];
      if (only !== audience || more.length > 0) {
        return refused("it is for another audience", `Ask for a token whose audience is ${audience}`);
      }
      const until = ((payload.exp ?? 0) + TOLERANCE_SECONDS) * 1000;
      // What was signed, where the token has no name: its signature may be spelled in more than one way.
      const digest = createHash("sha256").update(token.slice(0, token.lastIndexOf("."))).digest("hex");
      return readClaims(payload, issuer, { token: payload.jti ?? digest, until });
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return "unknown key";
      if (error instanceof errors.JWTExpired) {
        return refused("it has run out", "Ask for a new one in the same step");
      }
      if (error instanceof errors.JOSEError || error instanceof TypeError) {
        return refused("it cannot be verified");
      }
      throw error;
    }
  }

  return async function verify(token) {
    const named = token.length > LONGEST_TOKEN ? null : issuerIn(token);
    const issuer = named === null ? undefined : issuers.get(named);
    if (issuer === undefined) {
      return refused("this server knows no such issuer", "Ask the operator, who sets OIDC_ISSUERS");
    }
    const first = await check(token, issuer, false);
    if (first !== "unknown key") return first;
    const again = await check(token, issuer, true);
    return again === "unknown key" ? refused("its issuer has no such key") : again;
  };
}

/** Who a token says that it is of, which nothing has proved yet. */
function issuerIn(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}

export function refused(reason: string, hint?: string): Result<never, Failure> {
  return failure({ code: "auth.invalid_token", reason, ...(hint !== undefined && { hint }) });
}
