/** What the token endpoint answers (RFC 6749 5), and the tokens of a generation. */
import type { GrantStore, NewTokens } from "../../../contracts/auth/grants.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { Audience, GrantId, Scope } from "../../../contracts/auth/viewer.ts";
import { digestOf, newToken, type RandomBytes } from "../secrets.ts";

export interface GrantDeps {
  readonly grants: GrantStore;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** How long an access token works. Seconds. */
  readonly accessSeconds: number;
  /** For how long a latecomer may have the answer to a refresh again. Seconds; 0: never. */
  readonly graceSeconds: number;
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "Bearer";
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: Scope;
}

/** Codes of RFC 6749 5.2 and RFC 8707 2; a client's own fault, but for the last. */
export interface TokenRefusal {
  readonly error:
    | "invalid_request"
    | "invalid_client"
    | "invalid_grant"
    | "invalid_scope"
    | "invalid_target"
    | "unsupported_grant_type"
    | "temporarily_unavailable";
  /** A sentence for the client's developer. */
  readonly description: string;
  /** What was presented had been used before, so that its grant has ended. */
  readonly isReplay?: true;
}

const SECOND = 1000;
const REFRESH_MS = 30 * 86_400 * SECOND;

/** Tokens that are not stored yet, and the answer that hands them out. */
export function issueTokens(
  id: GrantId,
  { audience, scope }: { readonly audience: Audience; readonly scope: Scope },
  { clock, randomBytes, accessSeconds }: GrantDeps,
): { readonly tokens: NewTokens; readonly answer: TokenAnswer } {
  const now = clock.now();
  const accessToken = newToken("ot_", id, randomBytes);
  const refreshToken = newToken("rt_", id, randomBytes);
  const accessExpiresAt = now + accessSeconds * SECOND;
  return {
    tokens: {
      access: digestOf(accessToken),
      accessRecord: { grant: id, audience, expiresAt: accessExpiresAt },
      refresh: digestOf(refreshToken),
      refreshRecord: { grant: id, expiresAt: now + REFRESH_MS, accessExpiresAt, successor: null },
    },
    answer: {
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: accessSeconds,
      refresh_token: refreshToken,
      scope,
    },
  };
}
