import type { Clock } from "../../contracts/ambient.ts";

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /** Lets so much time pass and wakes whoever slept until then. Milliseconds. */
  advance(ms: number): void;
}

export interface CountingClock extends ManualClock {
  /** How many sleep now. */
  sleepers(): number;
}

/** @param start Milliseconds since the epoch; the present of the machine when files' times matter. */
export function manualClock(start = Date.UTC(2030, 0, 1)): CountingClock {
  let now = start;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    now: () => now,
    sleepers: () => sleepers.size,
    sleep(ms, signal) {
      if (ms <= 0 || signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { until: now + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", wake, { once: true });
      });
    },
    advance(ms) {
      now += ms;
      for (const { until, wake } of [...sleepers]) {
        if (until <= now) wake();
      }
    },
  };
}
