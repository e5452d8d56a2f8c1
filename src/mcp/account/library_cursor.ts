import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Failure } from "../../../contracts/errors.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

const BINDING_BYTES = 12;
const FORM = /^[A-Za-z0-9_-]{17,512}$/;

const INVALID: Failure = {
  code: "request.invalid",
  reason: "the cursor does not continue this request",
  hint: "Restart from the first page: repeat the request without a cursor",
};

/**
 * Continues a list behind one of its names, wherever that stands by then: a library changes while it is read. What the cursor is
 * bound to is no secret; it tells requests apart.
 */
export function cursorBehind(name: string, account: AccountId, method: string): string {
  return Buffer.concat([bindingOf(name, account, method), Buffer.from(name)]).toString("base64url");
}

/** The name to go on behind; the empty one, which is before all, without a cursor. */
export function readCursor(
  cursor: string | undefined,
  account: AccountId,
  method: string,
): Result<string, Failure> {
  if (cursor === undefined) return success("");
  if (!FORM.test(cursor)) return failure(INVALID);
  const name = Buffer.from(cursor, "base64url").subarray(BINDING_BYTES).toString();
  return cursorBehind(name, account, method) === cursor ? success(name) : failure(INVALID);
}

function bindingOf(name: string, account: AccountId, method: string): Uint8Array {
  return createHash("sha256").update(JSON.stringify([account, method, name])).digest().subarray(
    0,
    BINDING_BYTES,
  );
}
