/** An expected outcome: a value, or a failure that the caller must look at. Broken things throw. */
export type Result<Value, Error> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Error };

export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failure<Error>(error: Error): { readonly ok: false; readonly error: Error } {
  return { ok: false, error };
}
