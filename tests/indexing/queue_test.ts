import assert from "node:assert/strict";
import { FairQueue } from "../../src/indexing/_queue.ts";

Deno.test("FairQueue gives each group its turn, so that a burst of one delays no other", () => {
  const queue = new FairQueue<string>(10);
  for (const item of ["a1", "a2", "a3", "b1", "c1", "c2"]) queue.add(item.slice(0, 1), item);
  const taken = Array.from({ length: 7 }, () => queue.take());
  assert.deepEqual(taken, ["a1", "b1", "c1", "a2", "c2", "a3", undefined]);
});

Deno.test("FairQueue refuses what is over its bound until something was taken", () => {
  const queue = new FairQueue<string>(2);
  assert.equal(queue.add("a", "a1"), true);
  assert.equal(queue.add("b", "b1"), true);
  assert.equal(queue.add("c", "c1"), false);
  queue.take();
  assert.equal(queue.add("c", "c1"), true);
  assert.deepEqual([queue.take(), queue.take()], ["b1", "c1"]);
});
