/** How accounts end (docs/design/accounts.md "Suspension and the end"). */
import type { Clock } from "../../../contracts/ambient.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Account, AccountStore } from "../../../contracts/library/accounts.ts";
import type { Acting, AuditLog } from "../../../contracts/library/audit.ts";
import type { MemberStore } from "../../../contracts/library/members.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { CutOff } from "../members/cut_off.ts";
import { mayAct } from "../members/role.ts";
import { closed, NO_ACCOUNT } from "./_failures.ts";
import { noteOf } from "./open_accounts.ts";
import type { SettleInstalls } from "./oversee_accounts.ts";
import { deletedSlug } from "./slug.ts";

/**
 * Takes out what another part keeps of an account that ends. Called again where it was cut off, so that it may find part of its
 * work done. True: something of it stays with who holds it.
 */
export type AccountEnding = (account: Account, keepsGlobal: boolean) => Promise<boolean>;

export interface EndAccountsDeps {
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly audit: AuditLog;
  readonly cutOff: CutOff;
  readonly endings: readonly AccountEnding[];
  readonly settleInstalls: SettleInstalls;
  readonly clock: Clock;
}

export interface EndAccounts {
  /** For owners: closed at once, gone in seven days. `keepsGlobal`: who holds its global skills keeps them. */
  end(acting: Acting, id: AccountId, keepsGlobal: boolean): Promise<Result<Account, Failure>>;
  /** For owners, until it is gone. */
  keep(acting: Acting, id: AccountId): Promise<Result<Account, Failure>>;
  /** Ends the accounts that are due. How many. */
  runDue(): Promise<number>;
}

const DELAY_MS = 7 * 86_400_000;
const MOST_AT_ONCE = 20;

export function createEndAccounts(deps: EndAccountsDeps): EndAccounts {
  const { accounts, members, clock } = deps;

  async function finish(id: AccountId): Promise<boolean> {
    const account = await accounts.account(id);
    if (account?.state.kind !== "ending" || account.state.due > clock.now()) return false;
    let isHeld = false;
    for (const ending of deps.endings) isHeld = await ending(account, account.state.keepsGlobal) || isHeld;
    const note = noteOf(
      { actor: { kind: "server" }, request: null },
      "member.remove",
      account.slug,
      null,
      null,
    );
    for (const { person } of await members.members(id)) {
      await members.remove(id, person, true, note);
      await deps.cutOff(id, person);
    }
    await members.forgetInvitations(id);
    await deps.audit.forget(id);
    await accounts.remove(id, isHeld ? deletedSlug(id) : null);
    return true;
  }

  return {
    async end(acting, id, keepsGlobal) {
      const allowed = await mayAct(members, acting, id, "owner");
      if (!allowed.ok) return allowed;
      const before = await accounts.account(id);
      if (before === null || before.state.kind === "gone") return NO_ACCOUNT;
      if (before.state.kind === "ending") return success(before);
      const byOperator = acting.actor.kind === "operator";
      if (before.state.kind === "suspended" && !byOperator) return closed(before);
      const since = clock.now();
      const due = since + DELAY_MS;
      const ended = await accounts.update(
        id,
        (account) => ({ ...account, state: { kind: "ending", since, due, keepsGlobal, byOperator } }),
        noteOf(acting, "account.end", before.slug, before.state.kind, new Date(due).toISOString()),
      );
      if (ended === null) return NO_ACCOUNT;
      await deps.settleInstalls(id);
      return success(ended);
    },

    async keep(acting, id) {
      const allowed = await mayAct(members, acting, id, "owner");
      if (!allowed.ok) return allowed;
      const before = await accounts.account(id);
      if (before === null) return NO_ACCOUNT;
      if (before.state.kind !== "ending" || before.state.due <= clock.now()) {
        return failure({
          code: "request.invalid",
          reason: "the account is not about to end, or it is too late",
        });
      }
      if (before.state.byOperator && acting.actor.kind !== "operator") {
        return failure({ code: "account.forbidden", reason: "the operator ends this account" });
      }
      const kept = await accounts.update(
        id,
        (account) => account.state.kind === "ending" ? { ...account, state: { kind: "active" } } : null,
        noteOf(acting, "account.keep", before.slug, "ending", "active"),
      );
      if (kept === null) return NO_ACCOUNT;
      await deps.settleInstalls(id);
      return success(kept);
    },

    async runDue() {
      let ended = 0;
      for (const id of await accounts.due(clock.now(), MOST_AT_ONCE)) if (await finish(id)) ended++;
      return ended;
    },
  };
}
