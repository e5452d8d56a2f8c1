import { setImmediate } from "node:timers";

/** Lets other work of the process run: once around the event loop. A timer of zero would cost whole milliseconds. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => resolve()));
}
