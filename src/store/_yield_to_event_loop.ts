import { setImmediate } from "node:timers";

/** Lets other work of the process run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => resolve()));
}
