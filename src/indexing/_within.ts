import type { Clock } from "../../contracts/ambient.ts";

/** What the promise resolves to, or undefined as soon as `ms` have passed or `signal` aborts. */
export async function within<Value>(
  clock: Clock,
  promise: Promise<Value>,
  ms: number,
  signal?: AbortSignal,
): Promise<Value | undefined> {
  const timer = new AbortController();
  const stop = signal === undefined ? timer.signal : AbortSignal.any([timer.signal, signal]);
  try {
    return await Promise.race([promise, clock.sleep(ms, stop).then(() => undefined)]);
  } finally {
    timer.abort();
  }
}
