import assert from "node:assert/strict";
import { createCircuitBreaker } from "../../src/flow/mod.ts";
import { manualClock } from "../support/manual_clock.ts";

const PATIENCE_MS = 1200;
const TICK_MS = 100;
const REFUSED = "refused";

/** Lets what is due run. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

function stage({ width = 2, mostWaiting = 4 } = {}) {
  const clock = manualClock();
  const changes: boolean[] = [];
  const probes: PromiseWithResolvers<void>[] = [];
  const breaker = createCircuitBreaker({
    timer: clock,
    width,
    mostWaiting,
    patienceMs: PATIENCE_MS,
    probe() {
      const probe = Promise.withResolvers<void>();
      probes.push(probe);
      return probe.promise;
    },
    refusal: () => new Error(REFUSED),
    onChange: (isOpen) => void changes.push(isOpen),
  });
  const begun: PromiseWithResolvers<string>[] = [];
  /** Asks for an operation that ends when it is told to, and says how it did. */
  const ask = () =>
    breaker.run(() => {
      const operation = Promise.withResolvers<string>();
      begun.push(operation);
      return operation.promise;
    }).catch((error) => error.message);
  const tick = async (count = 1) => {
    for (let ticks = 0; ticks < count; ticks++) {
      await settled();
      clock.advance(TICK_MS);
    }
    await settled();
  };
  return { breaker, begun, probes, changes, ask, tick };
}

Deno.test("createCircuitBreaker() gives what operations give, and their failures", async () => {
  const { breaker, changes } = stage();
  assert.equal(await breaker.run(() => Promise.resolve(1)), 1);
  await assert.rejects(() => breaker.run(() => Promise.reject(new Error("own"))), /own/);
  await assert.rejects(
    () =>
      breaker.run(() => {
        throw new Error("at once");
      }),
    /at once/,
  );
  assert.deepEqual(changes, []);
});

Deno.test("createCircuitBreaker() runs a bounded number at once, lets some wait and refuses the rest", async () => {
  const { begun, ask } = stage();
  const answers = Array.from({ length: 7 }, ask);
  assert.equal(begun.length, 2);
  assert.equal(await answers[6], REFUSED);
  for (let done = 0; done < 6; done++) {
    begun[done]?.resolve(`answer ${done}`);
    await settled();
  }
  assert.deepEqual(await Promise.all(answers.slice(0, 6)), [0, 1, 2, 3, 4, 5].map((n) => `answer ${n}`));
});

Deno.test("createCircuitBreaker() refuses all that wait once nothing has ended for long, and what comes at once", async () => {
  const { begun, changes, ask, tick } = stage();
  const answers = Array.from({ length: 4 }, ask);
  await tick(11);
  const late = ask();
  assert.deepEqual(changes, []);
  await tick();
  assert.deepEqual(await Promise.all([...answers, late]), [REFUSED, REFUSED, REFUSED, REFUSED, REFUSED]);
  assert.deepEqual(changes, [true]);
  assert.equal(await ask(), REFUSED);
  assert.equal(begun.length, 2, "what waited never began");
});

Deno.test("createCircuitBreaker() begins nothing more while what runs hangs, because it cannot be taken back", async () => {
  const { begun, ask, tick } = stage({ width: 10 });
  void ask();
  await tick(2);
  const next = ask();
  assert.equal(begun.length, 1);
  begun[0]?.resolve("slow");
  await settled();
  begun[1]?.resolve("next");
  assert.equal(await next, "next");
});

Deno.test("createCircuitBreaker() works again at once when what hung ends well", async () => {
  const { begun, probes, changes, ask, tick } = stage();
  assert.deepEqual(await Promise.all([ask(), tick(12)]), [REFUSED, undefined]);
  await tick(100);
  assert.equal(probes.length, 0, "one operation tries it already");
  begun[0]?.resolve("late");
  await settled();
  assert.deepEqual(changes, [true, false]);
  const next = ask();
  begun[1]?.resolve("again");
  assert.equal(await next, "again");
});

Deno.test("createCircuitBreaker() tries with one probe at a time when what hung has failed", async () => {
  const { begun, probes, changes, ask, tick } = stage();
  assert.deepEqual(await Promise.all([ask(), tick(12)]), [REFUSED, undefined]);
  begun[0]?.reject(new Error("gone"));
  await tick(5);
  assert.equal(probes.length, 1);
  probes[0]?.reject(new Error("still gone"));
  await tick(2);
  assert.equal(probes.length, 2);
  assert.deepEqual(changes, [true]);
  probes[1]?.resolve();
  await settled();
  assert.deepEqual(changes, [true, false]);
});

Deno.test("createCircuitBreaker() gives up one operation that hangs while others end, and them not", async () => {
  const { breaker, changes, ask, tick } = stage();
  const hanging = ask();
  for (let ticks = 0; ticks < 12; ticks++) {
    assert.equal(await breaker.run(() => Promise.resolve("fine")), "fine");
    await tick();
  }
  assert.equal(await hanging, REFUSED);
  assert.deepEqual(changes, []);
});

Deno.test("createCircuitBreaker() takes a process that stood still for no reason to give up", async () => {
  const { breaker, begun, ask, tick } = stage();
  const answer = ask();
  await tick();
  // An hour passes in which nothing of the process runs.
  await tick();
  begun[0]?.resolve("after an hour");
  assert.equal(await answer, "after an hour");
  breaker.close();
});
