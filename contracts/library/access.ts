/**
 * Who acts for an account, and how much of its calls is left: asked at every request to the library, over MCP and
 * REST alike (docs/design/account-access.md "Limits").
 */
import type { Look } from "../auth/look.ts";
import type { AccountId, Asker, Audience, PersonId, Scope } from "../auth/viewer.ts";
import type { Brand } from "../brand.ts";
import type { Failure } from "../errors.ts";
import type { Result } from "../result.ts";
import type { Account } from "./accounts.ts";
import type { SkillOfKey } from "./keys.ts";
import type { Role } from "./members.ts";
import type { PublishToken } from "./publish_jobs.ts";
import type { PlanLimits } from "./plans.ts";
import type { LibraryStamps } from "./skill_store.ts";

/** Whose calls of a day are counted together: one key's, or those of all access tokens of an account. */
export type Spender = Brand<string, "Spender">;

/** By what somebody acts for an account. */
export type Acts =
  /** A key, which can do what its maker may, no more. `maker` null: the operator made it. */
  | { readonly kind: "key"; readonly maker: PersonId | null; readonly lastFour: string }
  /** A job of a build system, which publishes and does nothing else. */
  | { readonly kind: "job"; readonly job: PublishToken }
  /** An app's token. */
  | { readonly kind: "token"; readonly person: PersonId };

/** What an account may use now, and as what somebody acts for it. */
export interface Standing {
  readonly isSuspended: boolean;
  readonly limits: PlanLimits;
  readonly role: Role;
  /** What its library stood on when this was read. */
  readonly stamps: LibraryStamps;
}

/** What a store has of an account and of somebody in it, all read at once. */
export interface AccountSight {
  /** Null: there is none. */
  readonly account: Account | null;
  /** Null: no member. */
  readonly role: Role | null;
  readonly stamps: LibraryStamps;
}

/** Read after the call came, never from memory alone. `person` null: of nobody in particular. `look`: the call's. */
export type SightOf = (account: AccountId, person: PersonId | null, look?: Look) => Promise<AccountSight>;

/**
 * Null: there is no such account, or none any more, or an app asks for somebody who is no member. Read at every request, so
 * that what is changed counts from the next one on, in every process.
 */
export type StandingOf = (account: AccountId, by: Acts, look?: Look) => Promise<Standing | null>;

/** Somebody who may ask for what an account has. */
export interface Caller extends Standing {
  readonly account: AccountId;
  readonly by: Acts;
  readonly scopes: ReadonlySet<Scope>;
  /** The skills it is confined to, as a key names them; null: to none. */
  readonly skills: ReadonlySet<SkillOfKey> | null;
  readonly spender: Spender;
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
   * something else, and with `account.suspended`. `audience`: what an app's token must be for; left out, the account.
   */
  callerOf(asker: Asker, audience?: Audience | null): Promise<Result<Caller, Failure>>;
  /** The same for who asks for the catalog on an account's behalf, with a catalog key alone. */
  catalogCallerOf(asker: Asker): Promise<Result<Caller, Failure>>;
  /** The same for a job of a build system, by its publish token alone. */
  jobCallerOf(asker: Asker): Promise<Result<Caller, Failure>>;
  /** Counts a call. */
  spend(caller: Caller): Promise<Spent>;
  /** Lets a call through that costs none: the `rate.limited` of one that comes too fast; null: it may go on. */
  pace(caller: Caller): Failure | null;
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
