import type { ManualClock } from "../support/manual_clock.ts";

/** The machine's clock, ahead or behind by what it was moved; waiting takes real time. */
export function shiftedClock(ahead = 0): ManualClock {
  let offset = ahead;
  return {
    now: () => Date.now() + offset,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const timer = setTimeout(resolve, ms);
        signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
      }),
    advance: (ms) => void (offset += ms),
  };
}
