import assert from "node:assert/strict";
import { createFairRoom } from "../../src/flow/mod.ts";

Deno.test("createFairRoom() lets one owner have no more than the others leave", () => {
  const { take, taken } = createFairRoom(100);
  const first = take("a", 50);
  assert(first !== null);
  assert.equal(take("a", 1), null);
  const second = take("b", 25);
  assert(second !== null);
  assert.equal(take("b", 1), null);
  assert.equal(taken(), 75);
});

Deno.test("createFairRoom() has room again once it was given back, and counts it once", () => {
  const { take, taken } = createFairRoom(10);
  const giveBack = take("a", 10);
  assert.equal(take("b", 1), null);
  giveBack?.();
  giveBack?.();
  assert.equal(taken(), 0);
  assert(take("b", 10) !== null);
});
