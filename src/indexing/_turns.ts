import type { Clock } from "../../contracts/ambient.ts";
import { yieldToEventLoop } from "../flow/mod.ts";

const SLICE_MS = 10;

/** Called between small pieces of work: lets other requests run, and throws once the work is over. */
export type Turn = () => Promise<void>;

/** A `Turn` that gives way to the event loop when the work has held it for a slice of time. */
export function createTurn(clock: Clock, signal: AbortSignal): Turn {
  let since = clock.now();
  return async () => {
    signal.throwIfAborted();
    if (Math.abs(clock.now() - since) < SLICE_MS) return;
    await yieldToEventLoop();
    since = clock.now();
    signal.throwIfAborted();
  };
}
