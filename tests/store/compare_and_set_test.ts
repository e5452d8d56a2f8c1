import assert from "node:assert/strict";
import { CHANGED, compareAndSet } from "../../src/store/compare_and_set.ts";

Deno.test("compareAndSet() tries again while what was read has changed, and gives what the last try gives", async () => {
  let tries = 0;
  assert.equal(await compareAndSet("count", () => Promise.resolve(++tries < 3 ? CHANGED : null)), null);
  assert.equal(tries, 3);
});

Deno.test("compareAndSet() gives up on what changes at every try, and says what it could not do", async () => {
  let tries = 0;
  const never = compareAndSet("count", () => (tries++, Promise.resolve(CHANGED)));
  await assert.rejects(never, { message: "Cannot count: it changed at every try" });
  assert.equal(tries, 100);
});

Deno.test("compareAndSet() does not try again after a failure", async () => {
  let tries = 0;
  await assert.rejects(
    compareAndSet("count", () => (tries++, Promise.reject(new Error("broken")))),
    /broken/,
  );
  assert.equal(tries, 1);
});
