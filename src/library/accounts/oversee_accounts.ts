/** What the operator says of accounts: plans, limits, who they vouch for, suspension (docs/design/accounts.md "Accounts"). */
import type { Clock } from "../../../contracts/ambient.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Account, AccountStore, Slug } from "../../../contracts/library/accounts.ts";
import type { AuditAction } from "../../../contracts/library/audit.ts";
import type { LimitName, Plan } from "../../../contracts/library/plans.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { invalidSlug, NO_ACCOUNT, slugTaken } from "./_failures.ts";
import { noteOf } from "./open_accounts.ts";
import { claimOf, parseSlug } from "./slug.ts";

export interface OverseeAccountsDeps {
  readonly accounts: AccountStore;
  readonly clock: Clock;
  readonly settleInstalls: SettleInstalls;
}

/** Has what an account holds count as installs, or not, now that it stands otherwise. */
export type SettleInstalls = (account: AccountId) => Promise<void>;

/** For the operator alone: nobody else is asked whether they may. Each fails with `account.not_found`. */
export interface OverseeAccounts {
  setPlan(id: AccountId, plan: Plan): Promise<Result<Account, Failure>>;
  /** Undefined: what the plan says, again. Null, of calls: no bound. */
  setLimit(
    id: AccountId,
    name: LimitName,
    value: number | null | undefined,
  ): Promise<Result<Account, Failure>>;
  vouch(id: AccountId, verified: boolean): Promise<Result<Account, Failure>>;
  /** An account that is ending goes on to its end. */
  suspend(id: AccountId, reason: string): Promise<Result<Account, Failure>>;
  resume(id: AccountId): Promise<Result<Account, Failure>>;
  /** Keeps a name, and what looks like it, from everybody. Fails with `request.invalid` or `name.taken`. */
  reserve(name: string): Promise<Result<Slug, Failure>>;
  /** Gives a reserved name back; also one of an account that is gone. Fails with `request.invalid`. */
  free(name: string): Promise<Result<Slug, Failure>>;
}

export function createOverseeAccounts(
  { accounts, clock, settleInstalls }: OverseeAccountsDeps,
): OverseeAccounts {
  /** `told` says of an account what the change is about. */
  async function change(
    id: AccountId,
    action: AuditAction,
    told: (account: Account) => string,
    changed: (account: Account) => Account,
  ): Promise<Result<Account, Failure>> {
    const before = await accounts.account(id);
    if (before === null) return NO_ACCOUNT;
    const after = changed(before);
    if (told(before) === told(after)) return success(before);
    const acting = { actor: { kind: "operator" }, request: null } as const;
    const note = noteOf(acting, action, before.slug, told(before), told(after));
    const updated = await accounts.update(id, changed, note);
    if (updated === null) return NO_ACCOUNT;
    if (before.state.kind !== updated.state.kind) await settleInstalls(id);
    return success(updated);
  }

  return {
    setPlan: (id, plan) =>
      change(id, "account.plan", (account) => account.plan, (account) => ({ ...account, plan })),

    setLimit: (id, name, value) =>
      change(
        id,
        "account.limit",
        ({ limits }) => `${name} ${limits[name] === undefined ? "as the plan" : limits[name] ?? "unlimited"}`,
        (account) => ({ ...account, limits: { ...account.limits, [name]: value } }),
      ),

    vouch: (id, verified) =>
      change(
        id,
        "account.verify",
        (account) => account.verified ? "verified" : "not verified",
        (account) => ({ ...account, verified }),
      ),

    suspend: (id, reason) =>
      change(
        id,
        "account.suspend",
        stateOf,
        (account) =>
          account.state.kind === "ending"
            ? account
            : { ...account, state: { kind: "suspended", since: clock.now(), reason } },
      ),

    resume: (id) =>
      change(
        id,
        "account.resume",
        stateOf,
        (account) => account.state.kind === "suspended" ? { ...account, state: { kind: "active" } } : account,
      ),

    async reserve(name) {
      const slug = parseSlug(name);
      if (!slug.ok) return invalidSlug(name, slug.error);
      const taken = await accounts.reserve(claimOf(slug.value));
      return taken === null ? slug : slugTaken(slug.value, taken);
    },

    async free(name) {
      const slug = parseSlug(name);
      if (!slug.ok) return invalidSlug(name, slug.error);
      return await accounts.free(claimOf(slug.value)) ? slug : invalidSlug(name, "is not reserved");
    },
  };
}

function stateOf({ state }: Account): string {
  return state.kind === "suspended" ? `suspended: ${state.reason}` : state.kind;
}
