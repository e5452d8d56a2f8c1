import assert from "node:assert/strict";
import { createTtlCache, type Remembered } from "../../src/mounts/_ttl_cache.ts";
import { manualClock } from "../support/manual_clock.ts";

const LIFETIME_MS = 1000;

function stage() {
  const clock = manualClock();
  const memory = createTtlCache<string>(clock, 1_000_000);
  let asked = 0;
  const find = (at: number): Promise<Remembered<string>> =>
    Promise.resolve({ value: `answer ${++asked}`, asked: at, until: at + LIFETIME_MS });
  const ask = async (since = 0) => (await memory.remember("key", since, find)).value;
  return { clock, memory, ask };
}

Deno.test("remember() keeps an answer until it is old, or was asked for too early", async () => {
  const { clock, ask } = stage();
  assert.equal(await ask(), "answer 1");
  clock.advance(LIFETIME_MS - 1);
  assert.equal(await ask(), "answer 1");
  assert.equal(await ask(clock.now() - LIFETIME_MS), "answer 1");
  assert.equal(await ask(clock.now()), "answer 2");
  clock.advance(LIFETIME_MS + 1);
  assert.equal(await ask(), "answer 3");
});

Deno.test("remember() asks once because of another process, also one whose clock is ahead", async () => {
  const { clock, ask } = stage();
  await ask();
  for (const since of [clock.now(), clock.now() + 500]) {
    const value = await ask(since);
    assert.equal(await ask(since), value);
    clock.advance(10);
    assert.equal(await ask(since), value);
  }
});

Deno.test("remember() never lets a late answer replace one that was asked for later", async () => {
  const { clock, memory, ask } = stage();
  const { promise, resolve } = Promise.withResolvers<Remembered<string>>();
  const slow = memory.remember("key", 0, () => promise);
  const asked = clock.now();
  clock.advance(10);
  assert.equal(await ask(asked), "answer 1");
  resolve({ value: "late", asked, until: asked + LIFETIME_MS });
  assert.equal((await slow).value, "late");
  assert.equal(await ask(), "answer 1");
});

Deno.test("remember() holds no failure against the next question", async () => {
  const { memory, ask } = stage();
  await assert.rejects(memory.remember("key", 0, () => Promise.reject(new Error("no store"))), /no store/);
  assert.equal(await ask(), "answer 1");
});
