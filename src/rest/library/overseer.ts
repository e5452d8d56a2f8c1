import type { Caller } from "../../../contracts/library/access.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

/** What is for an account's owners and admins alone. Fails with `account.forbidden`. */
export function asOverseer({ role }: Caller): Result<null, Failure> {
  return role === "member"
    ? failure({ code: "account.forbidden", hint: "Ask an owner or admin of the account" })
    : success(null);
}
