import assert from "node:assert/strict";
import { manualClock, stage } from "./_stage.ts";

const until = (signal?: AbortSignal) =>
  new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));

Deno.test("ping() says that KV answers, and leaves no timer behind", async () => {
  using kv = await Deno.openKv(":memory:");
  let ended = false;
  const clock = manualClock(async (_ms, signal) => {
    await until(signal);
    ended = true;
  });
  assert(await stage(kv, { clock }).store.ping());
  await Promise.resolve();
  assert(ended);
});

Deno.test("ping() says that KV does not answer when it hangs or fails", async () => {
  using kv = await Deno.openKv(":memory:");
  const answering = { getMany: kv.getMany.bind(kv), list: kv.list.bind(kv), atomic: kv.atomic.bind(kv) };
  const hanging = { ...answering, get: () => new Promise<never>(() => {}) };
  assert(!await stage(hanging).store.ping());
  const failing = { ...answering, get: () => Promise.reject(new Error("unreachable")) };
  const clock = manualClock((_ms, signal) => until(signal));
  assert(!await stage(failing, { clock }).store.ping());
});

Deno.test("openStore() does nothing to KV until it is asked", async () => {
  using kv = await Deno.openKv(":memory:");
  stage(kv);
  assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [] })), []);
});
