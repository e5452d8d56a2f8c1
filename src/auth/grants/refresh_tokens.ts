import type { ClientId } from "../../../contracts/auth/clients.ts";
import type { Grant, Read, RefreshRecord, SealedAnswer } from "../../../contracts/auth/grants.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { GrantId } from "../../../contracts/auth/viewer.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { createSealer } from "../sealing.ts";
import { digestOf, grantOfToken } from "../secrets.ts";
import { type GrantDeps, issueTokens, type TokenAnswer, type TokenRefusal } from "./token_answer.ts";

/** A client that has proved itself, and what it asks with (RFC 6749 6). */
export interface RefreshRequest {
  readonly client: ClientId;
  readonly refreshToken: string;
  /** The audience of the `resource` it names; null: it names none. */
  readonly audience: string | null;
  /** The words of the `scope` it names. */
  readonly scopes: readonly string[];
}

type Refreshed = Result<TokenAnswer, TokenRefusal>;

/** A token as it was presented, and what is stored of it. */
interface Presented {
  readonly token: string;
  readonly digest: SecretDigest;
  readonly id: GrantId;
  readonly record: Read<RefreshRecord>;
  readonly grant: Read<Grant>;
}

const SECOND = 1000;

/** Requests that left at the same moment arrive within this. */
const IN_FLIGHT_MS = 250;

/** How long the answer lies beside the token when its grace is over: clocks of two processes differ. */
const KEPT_MS = 60 * SECOND;

/** An access token with so little of its life left counts as run out. */
const NEARLY_OVER = 1 / 6;

const MOST_TRIES = 4;

/**
 * Rotates a refresh token (OAuth 2.1 4.3.1). Requests that present one token at the same moment get one and
 * the same answer, from whatever process; so does a latecomer whose access token had run out, for a moment
 * and while the successor is unused. Any other second use is a replay, which ends the grant with all its
 * tokens (the account seed).
 */
export async function refreshTokens(request: RefreshRequest, deps: GrantDeps): Promise<Refreshed> {
  const { grants, clock } = deps;
  const token = request.refreshToken;
  const id = grantOfToken(token, "rt_");
  if (id === null) return UNKNOWN;
  const digest = digestOf(token);
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const found = await grants.refresh(digest, id);
    if (found === null || clock.now() >= found.token.value.expiresAt) return UNKNOWN;
    const presented = { token, digest, id, record: found.token, grant: found.grant };
    const refusal = refusalOf(request, presented);
    if (refusal !== null) return refusal;
    const answer = found.token.value.successor === null
      ? await rotate(presented, deps)
      : await answerAgain(presented, deps);
    if (answer !== null) return answer;
  }
  return failure({
    error: "temporarily_unavailable",
    description: "The token is being used by other requests; try again",
  });
}

/** What costs nothing: token and grant stay as they are. */
function refusalOf({ client, audience, scopes }: RefreshRequest, { grant }: Presented): Refreshed | null {
  if (grant.value.client !== client) {
    return failure({ error: "invalid_grant", description: "The refresh token was given to another client" });
  }
  if (audience !== null && audience !== grant.value.audience) {
    return failure({
      error: "invalid_target",
      description: "The resource is not the one that was authorized",
    });
  }
  const isGranted = scopes.every((scope) => scope === grant.value.scope || scope === "offline_access");
  return isGranted ? null : failure({ error: "invalid_scope", description: "The scope was not granted" });
}

/** Null: another request was first. */
async function rotate(presented: Presented, deps: GrantDeps): Promise<Refreshed | null> {
  const { grants, clock, graceSeconds, accessSeconds } = deps;
  const { digest, id, record, grant } = presented;
  const now = clock.now();
  const { tokens, answer } = issueTokens(id, grant.value, deps);
  const isLate = record.value.accessExpiresAt - now <= accessSeconds * SECOND * NEARLY_OVER;
  const graceUntil = now + graceSeconds * SECOND;
  const rotated = await grants.rotate(
    { digest, token: record, grant },
    { digest: tokens.refresh, isLate, graceUntil },
    tokens,
    sealerOf(presented, deps).seal(JSON.stringify(answer), digest),
    keptMs(deps),
  );
  if (!rotated) return null;
  await afterFlight(digest, deps);
  return success(answer);
}

/** The answer that was given, where it may be given again; else the grant ends. Null: look again. */
async function answerAgain(presented: Presented, deps: GrantDeps): Promise<Refreshed | null> {
  const { grants, clock } = deps;
  const { digest, id, record } = presented;
  const again = await grants.answer(digest);
  const { successor } = record.value;
  if (again !== null && successor !== null) {
    if (!again.isAnswered) {
      await afterFlight(digest, deps);
      return opened(again, presented, deps);
    }
    const isInGrace = successor.isLate && clock.now() < successor.graceUntil;
    if (isInGrace && !await grants.isUsed(successor.digest)) return opened(again, presented, deps);
  }
  await grants.end(id);
  return failure({
    error: "invalid_grant",
    isReplay: true,
    description:
      "The refresh token was used before, so that every token of its grant is revoked; sign in again",
  });
}

/**
 * Until somebody has had the answer nobody can know of the rotation, so that whoever presents the token by
 * then is the client, in two requests at once. No clock decides it: what is waited for is that those requests
 * have arrived.
 */
async function afterFlight(digest: SecretDigest, deps: GrantDeps): Promise<void> {
  await deps.clock.sleep(IN_FLIGHT_MS);
  await deps.grants.markAnswered(digest, keptMs(deps));
}

/** How long the answer lies beside its token. */
function keptMs({ graceSeconds }: GrantDeps): number {
  return graceSeconds * SECOND + KEPT_MS;
}

function opened({ sealed }: SealedAnswer, presented: Presented, deps: GrantDeps): Refreshed {
  const text = sealerOf(presented, deps).open(sealed, presented.digest);
  return text === null ? UNKNOWN : success(JSON.parse(text));
}

/** Under the presented token, which is stored nowhere: not even the operator can read the answer. */
function sealerOf({ token }: Presented, { randomBytes }: GrantDeps) {
  return createSealer({ secrets: [token], purpose: "answer to a refresh", randomBytes });
}

const UNKNOWN: Refreshed = failure({
  error: "invalid_grant",
  description: "The refresh token is not known, has run out or was revoked; sign in again",
});
