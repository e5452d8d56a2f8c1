import type { Clock } from "../../contracts/ambient.ts";
import type { GrantStore } from "../../contracts/auth/grants.ts";
import type { SessionStore } from "../../contracts/auth/people.ts";
import type { Authenticator, Identity } from "../../contracts/auth/viewer.ts";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { digestOf, grantOfToken } from "./secrets.ts";

export interface AuthenticatorDeps {
  readonly grants: GrantStore;
  readonly sessions: SessionStore;
  readonly clock: Clock;
  /** Who holds a key of another kind; null: it is none. */
  readonly keys?: (bearer: string) => Promise<Identity | null>;
}

const LONGEST_BEARER = 512;

/** Finds out who asks. A session that is over is nobody's; a token that is no good is an error of its holder. */
export function createAuthenticator({ grants, sessions, clock, keys }: AuthenticatorDeps): Authenticator {
  return async function authenticate({ bearer, session }) {
    if (bearer !== null) return bearer.length > LONGEST_BEARER ? INVALID : await ofBearer(bearer);
    const digest = session === null ? null : digestOf(session);
    const found = digest === null ? null : await sessions.session(digest);
    return success(
      digest === null || found === null
        ? { kind: "nobody" }
        : { kind: "person", person: found.person, session: digest },
    );
  };

  async function ofBearer(bearer: string): Promise<Result<Identity, Failure>> {
    const id = grantOfToken(bearer, "ot_");
    if (id === null) {
      const holder = await keys?.(bearer) ?? null;
      return holder === null ? INVALID : success(holder);
    }
    const found = await grants.access(digestOf(bearer), id);
    if (found === null || clock.now() >= found.token.expiresAt) return INVALID;
    const { person, account, scope } = found.grant;
    return success({
      kind: "access_token",
      look: found.look,
      person,
      account,
      grant: id,
      audience: found.token.audience,
      scopes: new Set([scope]),
    });
  }
}

/**
 * The same where nobody signs in: keys of accounts count, and what is no such key is as nothing, so that a header that a client
 * sends everywhere does not close what everyone may read.
 */
export function createKeyAuthenticator(keys: (bearer: string) => Promise<Identity | null>): Authenticator {
  return async ({ bearer }) => {
    if (bearer === null || !/^(?:[cs]k_live|pt)_/.test(bearer)) return success({ kind: "nobody" });
    const holder = bearer.length > LONGEST_BEARER ? null : await keys(bearer);
    return holder === null ? INVALID : success(holder);
  };
}

const INVALID: Result<never, Failure> = failure({ code: "auth.invalid_token" });
