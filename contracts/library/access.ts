/**
 * Who acts for an account, and how much of its calls is left: asked at every request to the library, over MCP and
 * REST alike (docs/design/account-access.md "Limits").
 */
import type { AccountId, Asker, PersonId, Scope } from "../auth/viewer.ts";
import type { Brand } from "../brand.ts";
import type { Failure } from "../errors.ts";
import type { Result } from "../result.ts";
import type { SkillOfKey } from "./keys.ts";

/** Whose calls of a day are counted together: one key's, or those of all access tokens of an account. */
export type Spender = Brand<string, "Spender">;

/** What an account may do now. */
export interface Standing {
  readonly isSuspended: boolean;
  /** Calls of a spender in a UTC day; null: as many as it makes. */
  readonly callsADay: number | null;
  /** Keys that it may have. */
  readonly keys: number;
}

/**
 * What an account may do; null: there is none, or none any more, or the person is no member of it. Read at every request,
 * so that what is changed counts from the next one on, in every process.
 */
export type StandingOf = (account: AccountId, person: PersonId | null) => Promise<Standing | null>;

/** Somebody who may ask for what an account has. */
export interface Caller {
  readonly account: AccountId;
  /** On whose behalf an app asks; null: a key does. */
  readonly person: PersonId | null;
  readonly scopes: ReadonlySet<Scope>;
  /** The skills it is confined to, as a key names them; null: to none. */
  readonly skills: ReadonlySet<SkillOfKey> | null;
  readonly spender: Spender;
  readonly standing: Standing;
}

/** What a caller has left of a UTC day. */
export interface Budget {
  /** Null: as many calls as it makes. */
  readonly limit: number | null;
  readonly used: number;
  /** Seconds until the next midnight, UTC. */
  readonly resetSeconds: number;
}

/** A call that was counted, or the `rate.limited` of one that was not. */
export interface Spent {
  /** Null: it may go on. */
  readonly refusal: Failure | null;
  readonly budget: Budget;
  /** Makes the call free after all, as an answer is that changed nothing since it was asked for last. */
  giveBack(): void;
}

export interface AccountAccess {
  /**
   * Who asks for what an account has. Fails with `auth.required`, with `auth.invalid_token` for credentials that are for
   * something else, and with `account.suspended`.
   */
  callerOf(asker: Asker): Promise<Result<Caller, Failure>>;
  /** Counts a call. */
  spend(caller: Caller): Promise<Spent>;
  /** What is left, for nothing. */
  budgetOf(caller: Caller): Promise<Budget>;
}

export interface UsageStore {
  /**
   * Takes up to `most` calls of a day, never more than `limit` of them in all, whatever other processes take meanwhile.
   * `spent` is what all have taken then.
   *
   * @param day As in `2030-01-31`.
   */
  take(
    spender: Spender,
    day: string,
    most: number,
    limit: number | null,
  ): Promise<{ readonly taken: number; readonly spent: number }>;
  /** What all processes have taken of a day. */
  spent(spender: Spender, day: string): Promise<number>;
}
