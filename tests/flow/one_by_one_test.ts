import assert from "node:assert/strict";
import { createOneByOne } from "../../src/flow/mod.ts";

Deno.test("works of one name are done in their order, one at a time", async () => {
  const oneByOne = createOneByOne();
  const told: string[] = [];
  const work = (name: string) => async () => {
    told.push(`${name} begins`);
    await Promise.resolve();
    told.push(`${name} ends`);
    return name;
  };
  const done = await Promise.all(["a", "b", "c"].map((name) => oneByOne("line", work(name))));
  assert.deepEqual(done, ["a", "b", "c"]);
  assert.deepEqual(told, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

Deno.test("works of different names do not wait for each other", async () => {
  const oneByOne = createOneByOne();
  const first = Promise.withResolvers<void>();
  const waiting = oneByOne("one", () => first.promise);
  assert.equal(await oneByOne("other", () => Promise.resolve("done")), "done");
  first.resolve();
  await waiting;
});

Deno.test("a work that fails fails who asked for it, and the next is done", async () => {
  const oneByOne = createOneByOne();
  const failing = oneByOne("line", () => Promise.reject(new Error("broken")));
  const next = oneByOne("line", () => Promise.resolve("done"));
  await assert.rejects(failing, /broken/);
  assert.equal(await next, "done");
});
