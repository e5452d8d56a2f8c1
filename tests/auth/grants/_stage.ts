import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { ClientId, RedirectUri } from "../../../contracts/auth/clients.ts";
import type { CodeRecord } from "../../../contracts/auth/grants.ts";
import type { AccountId, Audience, PersonId } from "../../../contracts/auth/viewer.ts";
import { exchangeCode, type GrantDeps, refreshTokens, type TokenAnswer } from "../../../src/auth/mod.ts";
import { digestOf, newGrantId, newSecret } from "../../../src/auth/secrets.ts";
import { createGrantStore } from "../../../src/store/authorization/grant_store.ts";
import { type ManualClock, manualClock } from "../../support/manual_clock.ts";

export const CLIENT = `dc_${"a".repeat(64)}` as ClientId;
export const OTHER_CLIENT = `dc_${"b".repeat(64)}` as ClientId;
export const AUDIENCE = "https://skills.example/gh/acme/private" as Audience;
export const REDIRECT = "http://127.0.0.1:3000/cb" as RedirectUri;
export const VERIFIER = "a-verifier-of-at-least-forty-three-characters";
export const ADA = "ada" as PersonId;

export const MINUTE = 60_000;
export const ACCESS_MS = 3_600_000;

export interface Process {
  readonly deps: GrantDeps;
  /** Requests that wait for others to arrive. */
  readonly waiting: () => number;
}

/** A process of a deployment: its own store handle and the clock of all. Waiting takes time that a test lets pass. */
export function processOn(kv: Deno.Kv, clock: ManualClock, graceSeconds = 30): Process {
  let waiting = 0;
  // The locks of two processes on one file are real, and so must be the pauses between tries.
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const storeClock = { now: clock.now, sleep: pause };
  const grants = createGrantStore({ kv, clock: storeClock, newId: () => crypto.randomUUID(), log: () => {} });
  const sleep = async (ms: number) => {
    waiting++;
    await clock.sleep(ms);
    waiting--;
  };
  return {
    deps: {
      grants,
      clock: { now: clock.now, sleep },
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      accessSeconds: ACCESS_MS / 1000,
      graceSeconds,
    },
    waiting: () => waiting,
  };
}

export interface Stage extends Process {
  readonly clock: ManualClock;
  /** An authorization code as consent would give it. */
  code(given?: Partial<CodeRecord>): Promise<string>;
  exchange(
    code: string,
    given?: Partial<Parameters<typeof exchangeCode>[0]>,
  ): ReturnType<typeof exchangeCode>;
  refresh(
    token: string,
    given?: Partial<Parameters<typeof refreshTokens>[0]>,
  ): ReturnType<typeof refreshTokens>;
  /** The first tokens of a grant. */
  granted(): Promise<TokenAnswer>;
  /** Lets the time of flight pass for whoever waits for it. */
  settle<Value>(work: Promise<Value>): Promise<Value>;
}

export function stageOn(kv: Deno.Kv, graceSeconds?: number, clock = manualClock()): Stage {
  const process = processOn(kv, clock, graceSeconds);
  const { deps } = process;

  async function code(given: Partial<CodeRecord> = {}): Promise<string> {
    const secret = newSecret("oc_", deps.randomBytes);
    await deps.grants.saveCode(digestOf(secret), {
      client: CLIENT,
      clientName: "App",
      person: ADA,
      account: "ada" as AccountId,
      audience: AUDIENCE,
      scope: "repo:read",
      grant: newGrantId(deps.randomBytes),
      redirectUri: REDIRECT,
      challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
      expiresAt: clock.now() + MINUTE,
      isUsed: false,
      ...given,
    });
    return secret;
  }

  function exchange(code: string, given = {}) {
    const usual = { client: CLIENT, code, redirectUri: REDIRECT, verifier: VERIFIER, audience: null };
    return exchangeCode({ ...usual, ...given }, deps);
  }

  async function settle<Value>(work: Promise<Value>): Promise<Value> {
    let isDone = false;
    void work.finally(() => isDone = true).catch(() => {});
    while (!isDone) {
      // A turn of the event loop, in which the store answers.
      await new Promise((resolve) => setTimeout(resolve));
      if (process.waiting() > 0) clock.advance(250);
    }
    return await work;
  }

  return {
    ...process,
    clock,
    code,
    exchange,
    refresh: (refreshToken, given = {}) =>
      settle(refreshTokens({ client: CLIENT, refreshToken, audience: null, scopes: [], ...given }, deps)),
    async granted() {
      const answer = await exchange(await code());
      assert(answer.ok);
      return answer.value;
    },
    settle,
  };
}
