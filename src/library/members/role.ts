import type { Failure } from "../../../contracts/errors.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Acting } from "../../../contracts/library/audit.ts";
import { type MemberStore, type Role, ROLES } from "../../../contracts/library/members.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

/** Whether a role may do what `least` may. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(least);
}

/**
 * Whether who acts may do in an account what a `least` may, as of now; a key does what its maker may. Gives their role: the
 * operator and the server count as owners. To who does not belong to it the account does not exist.
 */
export async function mayAct(
  members: Pick<MemberStore, "roleOf">,
  { actor }: Acting,
  account: AccountId,
  least: Role,
): Promise<Result<Role, Failure>> {
  const person = actor.kind === "person" ? actor.person : actor.kind === "key" ? actor.maker : null;
  // Without a maker it is the operator's.
  const role = person === null ? "owner" : await members.roleOf(account, person);
  if (role === null) return failure({ code: "account.not_found" });
  return isAtLeast(role, least) ? success(role) : failure({
    code: "account.forbidden",
    reason: `that is for ${least === "owner" ? "owners" : "owners and admins"}`,
  });
}
