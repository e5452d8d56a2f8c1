import { setImmediate } from "node:timers";

/**
 * Deno looks at sockets only once in about 61 turns of its event loop that such callbacks make: after a
 * single one, work that gives way every few milliseconds keeps clients waiting for half a second. A timer
 * of zero has it look at once, but costs whole milliseconds each time; so many empty turns cost a tenth
 * of one.
 */
const TURNS = 64;

/** Lets other work of the process run, what waits in its sockets too. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    let left = TURNS;
    const turn = () => {
      if (--left === 0) resolve();
      else setImmediate(turn);
    };
    setImmediate(turn);
  });
}
