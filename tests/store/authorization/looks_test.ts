import assert from "node:assert/strict";
import { createLooks } from "../../../src/store/authorization/looks.ts";

/** A database that tells how many rows each read took. */
function counted(kv: Deno.Kv) {
  const reads: number[] = [];
  const looks = createLooks({
    getMany: (...asked) => {
      reads.push(asked[0].length);
      return kv.getMany(...asked);
    },
  });
  const texts = (entries: readonly Deno.KvEntryMaybe<unknown>[]) => ({
    texts: entries.map(({ value }) => String(value)),
  });
  return { reads, begin: looks.begins(texts), read: looks.reads(texts) };
}

Deno.test("calls with one credential read everything at once from the second on", async () => {
  using kv = await Deno.openKv(":memory:");
  await kv.set(["token"], "token").then(() => kv.set(["permission"], "yes"));
  const { reads, begin, read } = counted(kv);
  const call = async () => {
    const { value, look } = await begin("ada", [["token"]]);
    return [...value.texts, ...(await read("permission", [["permission"]], look)).texts];
  };
  assert.deepEqual(await call(), ["token", "yes"]);
  assert.deepEqual(reads.splice(0), [1, 1]);
  assert.deepEqual(await call(), ["token", "yes"]);
  assert.deepEqual(reads.splice(0), [2]);
  await kv.set(["permission"], "no");
  assert.deepEqual(await call(), ["token", "no"]);
  await kv.delete(["token"]);
  assert.deepEqual(await call(), ["null", "no"]);
  assert.deepEqual(reads, [2, 2]);
});

Deno.test("what rows said is the same object until one of them changes", async () => {
  using kv = await Deno.openKv(":memory:");
  await kv.set(["row"], "one");
  const { begin, read } = counted(kv);
  const once = async () => await read("row", [["row"]], (await begin("ada", [["token"]])).look);
  const first = await once();
  assert.equal(await once(), first);
  await kv.set(["row"], "one");
  assert.notEqual(await once(), first);
});

Deno.test("a credential whose calls need ever more rows reads the latest of them beside it, and no more than fit", async () => {
  using kv = await Deno.openKv(":memory:");
  const { reads, begin, read } = counted(kv);
  for (let number = 0; number < 50; number++) {
    const { look } = await begin("ada", [["token"]]);
    const keys = ["a", "b", "c"].map((letter) => [letter, number]);
    assert.deepEqual((await read(`rows ${number}`, keys, look)).texts, ["null", "null", "null"]);
  }
  assert.equal(Math.max(...reads), 10);
  reads.length = 0;
  const { look } = await begin("ada", [["token"]]);
  for (const number of [49, 48, 47]) {
    await read(`rows ${number}`, ["a", "b", "c"].map((letter) => [letter, number]), look);
  }
  assert.deepEqual(reads, [10]);
});

Deno.test("without a look rows are read when they are asked for", async () => {
  using kv = await Deno.openKv(":memory:");
  const { reads, read } = counted(kv);
  await read("row", [["row"]]);
  await read("row", [["row"]]);
  assert.deepEqual(reads, [1, 1]);
});
