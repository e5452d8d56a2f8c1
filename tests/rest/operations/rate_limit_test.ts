import assert from "node:assert/strict";
import { createRateLimit } from "../../../src/rest/operations/_rate_limit.ts";

function limited(everyMs: number, burst: number) {
  const clock = { time: 1_000_000, now: () => clock.time };
  return { clock, take: createRateLimit({ clock, everyMs, burst }) };
}

Deno.test("createRateLimit() lets a key have a turn every so often, whatever others do", () => {
  const { clock, take } = limited(10_000, 1);
  assert.equal(take("a"), 0);
  assert.equal(take("b"), 0);
  assert.equal(take("a"), 10);
  clock.time += 8_500;
  assert.equal(take("a"), 2);
  clock.time += 1_500;
  assert.equal(take("a"), 0);
});

Deno.test("createRateLimit() lets turns be taken together by who took none for a while", () => {
  const { clock, take } = limited(60_000, 3);
  assert.deepEqual([1, 2, 3, 4].map(() => take("a")), [0, 0, 0, 60]);
  clock.time += 60_000;
  assert.deepEqual([1, 2].map(() => take("a")), [0, 60]);
  clock.time += 10 * 60_000;
  assert.deepEqual([1, 2, 3, 4].map(() => take("a")), [0, 0, 0, 60]);
});

Deno.test("createRateLimit() does not count what it refused", () => {
  const { clock, take } = limited(10_000, 1);
  take("a");
  for (let attempt = 0; attempt < 100; attempt++) take("a");
  clock.time += 10_000;
  assert.equal(take("a"), 0);
});

Deno.test("createRateLimit() remembers long keys within its memory, the last ones for longest", () => {
  const { take } = limited(10_000, 1);
  const keys = Array.from({ length: 200 }, (_, index) => `${index} ${"x".repeat(50_000)}`);
  for (const key of keys) assert.equal(take(key), 0);
  assert.equal(take(keys.at(-1) ?? ""), 10);
  assert.equal(take(keys[0] ?? ""), 0);
});
