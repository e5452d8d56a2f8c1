import type { Caller } from "../../../contracts/library/access.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

/** What is for an account's owners and admins alone, and of all its skills. Fails with `account.forbidden`. */
export function asOverseer({ role, skills }: Pick<Caller, "role" | "skills">): Result<null, Failure> {
  if (role === "member") {
    return failure({ code: "account.forbidden", hint: "Ask an owner or admin of the account" });
  }
  return skills === null ? success(null) : failure({
    code: "account.forbidden",
    reason: "the key is confined to some of the account's skills",
    hint: "Use a key that is good for all of them",
  });
}
