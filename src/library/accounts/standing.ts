import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Account, AccountStore } from "../../../contracts/library/accounts.ts";
import type { Acts, StandingOf } from "../../../contracts/library/access.ts";
import type { MemberStore, Role } from "../../../contracts/library/members.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";

export interface StandingDeps {
  readonly accounts: Pick<AccountStore, "account">;
  readonly members: Pick<MemberStore, "roleOf">;
}

/** What somebody may do for an account, as of now: an account that is about to end is nobody's to use any more. */
export function createStandingOf({ accounts, members }: StandingDeps): StandingOf {
  async function roleOf(account: AccountId, by: Acts): Promise<Role | null> {
    if (by.kind === "token") return await members.roleOf(account, by.person);
    // A key without a maker is the operator's; one that was kept when its maker left does what the least of members may.
    return by.maker === null ? "owner" : await members.roleOf(account, by.maker) ?? "member";
  }

  return async function standingOf(id, by) {
    const [account, role] = await Promise.all([accounts.account(id), roleOf(id, by)]);
    if (account === null || isOver(account) || role === null) return null;
    return { isSuspended: account.state.kind === "suspended", limits: limitsOf(account), role };
  };
}

function isOver({ state }: Account): boolean {
  return state.kind === "ending" || state.kind === "gone";
}
