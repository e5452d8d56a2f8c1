import { setImmediate } from "node:timers";

/** Turns the event loop as often as it lets it, and measures how long it once did not. Milliseconds. */
export function watchStretches(): { stop(): Promise<number> } {
  let last = performance.now();
  let longest = 0;
  let stopped = false;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!stopped) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    async stop() {
      await new Promise<void>((resolve) => setImmediate(() => resolve()));
      stopped = true;
      return longest;
    },
  };
}
