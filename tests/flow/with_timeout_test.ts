import assert from "node:assert/strict";
import { withTimeout } from "../../src/flow/mod.ts";
import { manualClock } from "../support/manual_clock.ts";

const late = () => "late" as const;

Deno.test("withTimeout() gives what the work gives, and waits no longer for the time to pass", async () => {
  let isAwake = false;
  const timer = {
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) =>
        signal?.addEventListener("abort", () => resolve(void (isAwake = true)), { once: true })
      ),
  };
  assert.equal(await withTimeout(timer, 1000, Promise.resolve("done"), late), "done");
  assert.equal(isAwake, true);
});

Deno.test("withTimeout() gives what late gives once the time has passed, and lets the work fail unheard", async () => {
  const clock = manualClock();
  const work = Promise.withResolvers<string>();
  const first = withTimeout(clock, 1000, work.promise, late);
  clock.advance(1000);
  assert.equal(await first, "late");
  work.reject(new Error("nobody waits for it any more"));
});

Deno.test("withTimeout() waits no longer once the signal aborts", async () => {
  const stop = new AbortController();
  const first = withTimeout(manualClock(), 1000, new Promise<string>(() => {}), late, stop.signal);
  stop.abort();
  assert.equal(await first, "late");
});

Deno.test("withTimeout() fails as the work fails, or as late does", async () => {
  const clock = manualClock();
  await assert.rejects(withTimeout(clock, 1000, Promise.reject(new Error("broken")), late), /broken/);
  const tooLate = withTimeout(clock, 1000, new Promise<string>(() => {}), () => {
    throw new Error("too late");
  });
  clock.advance(1000);
  await assert.rejects(tooLate, /too late/);
});

Deno.test("withTimeout() knows the work's own undefined from being late", async () => {
  assert.equal(await withTimeout(manualClock(), 1000, Promise.resolve(undefined), late), undefined);
});
