import type { Failure } from "../../contracts/errors.ts";
import type { Result } from "../../contracts/result.ts";

export function found<Value>(result: Result<Value, Failure>): Value {
  if (!result.ok) throw new Error(`Cannot use the result: ${result.error.code} ${result.error.reason ?? ""}`);
  return result.value;
}

export function failureOf(result: Result<unknown, Failure>): Failure {
  if (result.ok) throw new Error("Cannot use the failure: the request was answered");
  return result.error;
}
