import type { Failure } from "./errors.ts";

/**
 * The store cannot be asked for now: it does not answer, is locked, or takes nothing more. Thrown by every
 * port of the store, because any call may meet it; where a request is answered it becomes `STORE_UNAVAILABLE`.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** What a client is told then. */
export const STORE_UNAVAILABLE: Failure = {
  code: "store.unavailable",
  hint: "Repeat the request in a few seconds: nothing is wrong with it",
  retryAfterSeconds: 5,
};
