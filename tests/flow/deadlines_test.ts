import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { createDeadlines, type Deadline } from "../../src/flow/mod.ts";
import { manualClock } from "../support/manual_clock.ts";

function watched() {
  const clock = manualClock();
  const deadlines = createDeadlines(clock);
  const late: string[] = [];
  const add = (name: string, ms: number) => {
    const deadline: Deadline = { until: clock.now() + ms, late: () => void late.push(name) };
    deadlines.add(deadline);
    return deadline;
  };
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      await turn();
    }
  };
  return { clock, deadlines, late, add, pass };
}

Deno.test("createDeadlines() tells once that something is late", async () => {
  const { late, add, pass } = watched();
  add("short", 2000);
  add("long", 5000);
  await pass(1);
  assert.deepEqual(late, []);
  await pass(2);
  assert.deepEqual(late, ["short"]);
  await pass(10);
  assert.deepEqual(late, ["short", "long"]);
});

Deno.test("createDeadlines() lets a deadline be put off, and forgets one that is taken out", async () => {
  const { clock, deadlines, late, add, pass } = watched();
  const putOff = add("put off", 2000);
  deadlines.delete(add("taken out", 2000));
  putOff.until = Infinity;
  await pass(60);
  assert.deepEqual(late, []);
  putOff.until = clock.now();
  await pass(1);
  assert.deepEqual(late, ["put off"]);
});

Deno.test("createDeadlines() watches again after there was nothing to watch", async () => {
  const { late, add, pass } = watched();
  add("first", 1000);
  await pass(5);
  add("second", 1000);
  await pass(2);
  assert.deepEqual(late, ["first", "second"]);
});
