import type { PersonId } from "../../../contracts/auth/viewer.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { Acts, SightOf, StandingOf } from "../../../contracts/library/access.ts";
import type { Role } from "../../../contracts/library/members.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";

export interface StandingDeps {
  readonly sightOf: SightOf;
}

/** What somebody may do for an account, as of now: an account that is about to end is nobody's to use any more. */
export function createStandingOf({ sightOf }: StandingDeps): StandingOf {
  return async function standingOf(id, by, look) {
    const seen = await sightOf(id, personOf(by), look);
    const { account, stamps } = seen;
    const role = roleOf(by, seen.role);
    if (account === null || isOver(account) || role === null) return null;
    return { isSuspended: account.state.kind === "suspended", limits: limitsOf(account), role, stamps };
  };
}

function personOf(by: Acts): PersonId | null {
  switch (by.kind) {
    case "token":
      return by.person;
    case "key":
      return by.maker;
    case "job":
      return null;
  }
}

/** `own`: of who signed in, or of the key's maker. */
function roleOf(by: Acts, own: Role | null): Role | null {
  if (by.kind === "token") return own;
  // What it may do is bounded by its connection.
  if (by.kind === "job") return "admin";
  // A key without a maker is the operator's; one that was kept when its maker left does what the least of members may.
  return by.maker === null ? "owner" : own ?? "member";
}

function isOver({ state }: Account): boolean {
  return state.kind === "ending" || state.kind === "gone";
}
