import type { Caller } from "../../../contracts/library/access.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

/** What is for an account's owners and admins alone. Fails with `account.not_allowed`. */
export function asOverseer({ role }: Caller): Result<null, Failure> {
  return role === "member"
    ? failure({ code: "account.not_allowed", hint: "Ask an owner or admin of the account" })
    : success(null);
}
