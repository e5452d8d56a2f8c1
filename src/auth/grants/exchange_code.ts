import { createHash } from "node:crypto";
import type { CodeRecord, Read } from "../../../contracts/auth/grants.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { ClientId } from "../../../contracts/auth/clients.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { digestOf } from "../secrets.ts";
import { type GrantDeps, issueTokens, type TokenAnswer, type TokenRefusal } from "./token_answer.ts";

/** A client that has proved itself, and what it asks with (RFC 6749 4.1.3, RFC 7636 4.5). */
export interface CodeExchange {
  readonly client: ClientId;
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
  /** The audience of the `resource` it names; null: it names none, and means what was authorized. */
  readonly audience: string | null;
}

type Exchanged = Result<TokenAnswer, TokenRefusal>;

const LONGEST_RACE = 3;

/**
 * Exchanges an authorization code for the first tokens of its grant. A request that fails a check leaves the
 * code as it is, but for a wrong verifier, which uses it up. A code used twice takes back what it gave: one
 * of its two users is not who was allowed.
 */
export async function exchangeCode(exchange: CodeExchange, deps: GrantDeps): Promise<Exchanged> {
  const digest = digestOf(exchange.code);
  for (let tries = 1; tries <= LONGEST_RACE; tries++) {
    const code = await deps.grants.code(digest);
    if (code === null) {
      return refused("invalid_grant", "The code is not known; codes work for a minute, once");
    }
    const answer = await attempt(digest, code, exchange, deps);
    if (answer !== null) return answer;
  }
  return refused("temporarily_unavailable", "The code is being exchanged by other requests; try again");
}

/** Null: the code changed meanwhile. */
async function attempt(
  digest: SecretDigest,
  code: Read<CodeRecord>,
  { client, redirectUri, verifier, audience }: CodeExchange,
  deps: GrantDeps,
): Promise<Exchanged | null> {
  const { grants, clock } = deps;
  const { value } = code;
  if (value.client !== client) return refused("invalid_grant", "The code was given to another client");
  if (value.isUsed) {
    await grants.end(value.grant);
    return refused("invalid_grant", "The code was used before; what it gave is taken back");
  }
  const now = clock.now();
  if (now >= value.expiresAt) {
    return refused("invalid_grant", "The code has run out; codes work for a minute");
  }
  if (redirectUri !== value.redirectUri) {
    return refused("invalid_grant", "The redirect_uri is not the one that the code was sent to");
  }
  if (audience !== null && audience !== value.audience) {
    return refused("invalid_target", "The resource is not the one that was authorized");
  }
  if (createHash("sha256").update(verifier).digest("base64url") !== value.challenge) {
    if (!await grants.spoil(digest, code)) return null;
    return refused("invalid_grant", "The code_verifier does not fit; the code is used up");
  }
  const { tokens, answer } = issueTokens(value.grant, value, deps);
  const { clientName, person, account, scope } = value;
  const grant = {
    client,
    clientName,
    person,
    account,
    audience: value.audience,
    scope,
    grantedAt: now,
    usedAt: now,
  };
  return await grants.redeem(digest, code, grant, tokens) ? success(answer) : null;
}

function refused(error: TokenRefusal["error"], description: string): Exchanged {
  return failure({ error, description });
}
