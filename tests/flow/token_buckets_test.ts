import assert from "node:assert/strict";
import { createTokenBuckets } from "../../src/flow/mod.ts";

function limited(refillMs: number, capacity: number) {
  const clock = { time: 1_000_000, now: () => clock.time };
  return { clock, take: createTokenBuckets({ clock, refillMs, capacity }) };
}

Deno.test("createTokenBuckets() lets a key have a turn every so often, whatever others do", () => {
  const { clock, take } = limited(10_000, 1);
  assert.equal(take("a"), 0);
  assert.equal(take("b"), 0);
  assert.equal(take("a"), 10);
  clock.time += 8_500;
  assert.equal(take("a"), 2);
  clock.time += 1_500;
  assert.equal(take("a"), 0);
});

Deno.test("createTokenBuckets() lets turns be taken together by who took none for a while", () => {
  const { clock, take } = limited(60_000, 3);
  assert.deepEqual([1, 2, 3, 4].map(() => take("a")), [0, 0, 0, 60]);
  clock.time += 60_000;
  assert.deepEqual([1, 2].map(() => take("a")), [0, 60]);
  clock.time += 10 * 60_000;
  assert.deepEqual([1, 2, 3, 4].map(() => take("a")), [0, 0, 0, 60]);
});

Deno.test("createTokenBuckets() does not count what it refused", () => {
  const { clock, take } = limited(10_000, 1);
  take("a");
  for (let attempt = 0; attempt < 100; attempt++) take("a");
  clock.time += 10_000;
  assert.equal(take("a"), 0);
});

Deno.test("createTokenBuckets() remembers long keys within its memory, the last ones for longest", () => {
  const { take } = limited(10_000, 1);
  const keys = Array.from({ length: 200 }, (_, index) => `${index} ${"x".repeat(50_000)}`);
  for (const key of keys) assert.equal(take(key), 0);
  assert.equal(take(keys.at(-1) ?? ""), 10);
  assert.equal(take(keys[0] ?? ""), 0);
});

Deno.test("createTokenBuckets() is not refilled by a clock that is set back, nor waits for it", () => {
  const { clock, take } = limited(10_000, 1);
  assert.equal(take("a"), 0);
  clock.time -= 3_600_000;
  assert.equal(take("a"), 10);
  clock.time += 10_000;
  assert.equal(take("a"), 0);
});
