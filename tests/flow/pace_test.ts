import assert from "node:assert/strict";
import { createPace } from "../../src/flow/mod.ts";

/** After which of these works others had their turn. */
async function turnsOf(slice: number, piece: number, works: readonly number[]): Promise<readonly boolean[]> {
  let turns = 0;
  const pace = createPace(slice, piece, () => Promise.resolve(void turns++));
  const had: boolean[] = [];
  for (const work of works) {
    const before = turns;
    await pace(work);
    had.push(turns > before);
  }
  return had;
}

Deno.test("a pace gives way once a slice of work is done, and counts anew from there", async () => {
  assert.deepEqual(await turnsOf(10, 0, [4, 5, 1, 9, 1, 100, 9, 1]), [
    false,
    false,
    true,
    false,
    true,
    true,
    false,
    true,
  ]);
});

Deno.test("a pace counts every piece of work as some, however small it is", async () => {
  assert.deepEqual(await turnsOf(10, 5, [0, 0, 4, 1]), [false, true, false, true]);
});
