import assert from "node:assert/strict";
import { createByteCache } from "../../src/store/byte_cache.ts";

Deno.test("load() loads once for all who ask, then answers from memory", async () => {
  const cache = createByteCache<string>(10_000);
  let loads = 0;
  const load = async () => {
    loads++;
    await Promise.resolve();
    return { value: "value", bytes: 10 };
  };
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => cache.load("key", load))), [
    "value",
    "value",
    "value",
  ]);
  assert.equal(await cache.load("key", load), "value");
  assert.equal(cache.get("key"), "value");
  assert.equal(loads, 1);
});

Deno.test("load() asks again after null and after a failure", async () => {
  const cache = createByteCache<string>(10_000);
  assert.equal(await cache.load("key", () => Promise.resolve(null)), null);
  await assert.rejects(cache.load("key", () => Promise.reject(new Error("no"))), /no/);
  assert.equal(await cache.load("key", () => Promise.resolve({ value: "value", bytes: 1 })), "value");
});

Deno.test("load() forgets what was used longest ago once the bytes are over", async () => {
  const cache = createByteCache<string>(3000);
  for (const key of ["a", "b", "a", "c"]) {
    await cache.load(key, () => Promise.resolve({ value: key, bytes: 1000 }));
  }
  assert.deepEqual(["a", "b", "c"].map((key) => cache.get(key)), ["a", undefined, "c"]);
});

Deno.test("load() answers a value over the whole size without keeping it or dropping others", async () => {
  const cache = createByteCache<string>(3000);
  await cache.load("small", () => Promise.resolve({ value: "small", bytes: 100 }));
  assert.equal(await cache.load("large", () => Promise.resolve({ value: "large", bytes: 3000 })), "large");
  assert.equal(cache.get("large"), undefined);
  assert.equal(cache.get("small"), "small");
});

Deno.test("load() works with no memory at all", async () => {
  const cache = createByteCache<string>(0);
  assert.equal(await cache.load("key", () => Promise.resolve({ value: "value", bytes: 0 })), "value");
  assert.equal(cache.get("key"), undefined);
});
