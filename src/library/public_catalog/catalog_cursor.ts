import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Failure } from "../../../contracts/errors.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

/** By what a list is in order, of its last entry: the next page begins behind it, whatever came and went. */
export type OrderKey = readonly (string | number)[];

const BINDING_BYTES = 9;
/** Characters: keys are of a few numbers, a name, a slug and an id. */
const LONGEST = 600;

const INVALID: Failure = {
  code: "cursor.invalid",
  hint: "Restart from the first page: repeat the question without a cursor",
};

/** @param question What is asked: a cursor goes on with that and nothing else. */
export function cursorAfter(question: readonly (string | null)[], key: OrderKey): string {
  const text = JSON.stringify(key);
  return Buffer.concat([bindingOf(question, text), Buffer.from(text)]).toString("base64url");
}

/** Null: from the beginning. Fails with `cursor.invalid`. */
export function readCursor(
  question: readonly (string | null)[],
  cursor: string | null,
): Result<OrderKey | null, Failure> {
  if (cursor === null) return success(null);
  if (cursor.length > LONGEST || !/^[A-Za-z0-9_-]+$/.test(cursor)) return failure(INVALID);
  const text = Buffer.from(cursor, "base64url").subarray(BINDING_BYTES).toString();
  const key = keyIn(text);
  return key !== null && cursorAfter(question, key) === cursor ? success(key) : failure(INVALID);
}

function keyIn(text: string): OrderKey | null {
  try {
    const key: unknown = JSON.parse(text);
    const isKey = Array.isArray(key) &&
      key.every((part) => typeof part === "string" || typeof part === "number");
    return isKey ? key : null;
  } catch {
    return null;
  }
}

/** No secret: it tells questions apart, and what a key names is looked up as anything else is. */
function bindingOf(question: readonly (string | null)[], key: string): Uint8Array {
  return createHash("sha256").update(JSON.stringify([question, key])).digest().subarray(0, BINDING_BYTES);
}
