import type { AccountStore } from "../../../contracts/library/accounts.ts";
import type { StandingOf } from "../../../contracts/library/access.ts";
import type { MemberStore } from "../../../contracts/library/members.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";

export interface StandingDeps {
  readonly accounts: Pick<AccountStore, "account">;
  readonly members: Pick<MemberStore, "roleOf">;
}

/** What somebody may do for an account, as of now: an account that is about to end is nobody's to use any more. */
export function createStandingOf({ accounts, members }: StandingDeps): StandingOf {
  return async function standingOf(id, by) {
    const person = by.kind === "key" ? by.maker : by.person;
    // A key without a maker is the operator's.
    const [account, role] = await Promise.all([
      accounts.account(id),
      person === null ? "owner" : members.roleOf(id, person),
    ]);
    if (account === null || account.state.kind === "ending" || role === null) return null;
    return { isSuspended: account.state.kind === "suspended", limits: limitsOf(account), role };
  };
}
