import assert from "node:assert/strict";
import { z } from "zod";
import { commit, getEach, inFlight, readRow } from "../../src/store/kv.ts";
import { aroundCommits } from "../support/kv.ts";
import { kvDeps } from "./_stage.ts";

const PASSING = ["database is locked", "the database is busy", "operation timed out"];

for (const message of PASSING) {
  Deno.test(`commit() tries again after "${message}"`, async () => {
    using kv = await Deno.openKv(":memory:");
    let commits = 0;
    const faulty = aroundCommits(kv, (run) => ++commits <= 3 ? Promise.reject(new Error(message)) : run());
    assert(await commit(kvDeps(faulty), () => faulty.atomic().set(["a"], 1)));
    assert.equal((await kv.get(["a"])).value, 1);
  });
}

Deno.test("commit() gives up after some tries, and at once on any other error", async () => {
  using kv = await Deno.openKv(":memory:");
  let commits = 0;
  const failing = (message: string) =>
    aroundCommits(kv, () => {
      commits++;
      return Promise.reject(new Error(message));
    });
  const locked = failing("database is locked");
  await assert.rejects(commit(kvDeps(locked), () => locked.atomic().set(["a"], 1)), /locked/);
  assert.equal(commits, 8);
  commits = 0;
  const full = failing("disk full");
  await assert.rejects(commit(kvDeps(full), () => full.atomic().set(["a"], 1)), /disk full/);
  assert.equal(commits, 1);
});

Deno.test("commit() waits longer after every try, never twice the same", async () => {
  using kv = await Deno.openKv(":memory:");
  const waits: number[] = [];
  const locked = aroundCommits(kv, () => Promise.reject(new Error("database is locked")));
  const deps = kvDeps(locked);
  const clock = {
    ...deps.clock,
    sleep: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
  for (let run = 0; run < 2; run++) {
    await assert.rejects(commit({ ...deps, clock }, () => locked.atomic().set(["a"], 1)));
  }
  assert.equal(waits.length, 14);
  assert.equal(new Set(waits).size, 14);
  waits.forEach((ms, index) => {
    const base = 5 * 2 ** (index % 7);
    assert(ms >= base / 2 && ms < base * 1.5, `${ms} ms at try ${index % 7 + 1}`);
  });
});

Deno.test("commit() recognises its own commit that landed although it failed", async () => {
  using kv = await Deno.openKv(":memory:");
  let commits = 0;
  const late = aroundCommits(kv, async (run) => {
    const result = await run();
    if (++commits === 1) throw new Error("operation timed out");
    return result;
  });
  const mine = async () => (await kv.get(["a"])).value === "mine";
  const add = (value: string) => () =>
    late.atomic().check({ key: ["a"], versionstamp: null }).set(["a"], value);
  assert(await commit(kvDeps(late), add("mine"), mine));
  assert.equal(commits, 2);
  assert(
    !await commit(kvDeps(late), add("other"), () => Promise.resolve(false)),
    "a check that fails is no fault",
  );
});

Deno.test("readRow() takes what does not parse for absent, and still knows its version", async () => {
  using kv = await Deno.openKv(":memory:");
  await kv.set(["a"], { other: true });
  const row = await readRow(kv, ["a"], z.object({ name: z.string() }));
  assert.equal(row.value, null);
  assert.notEqual(row.versionstamp, null);
  assert.equal((await kv.atomic().check(row).set(["a"], { name: "x" }).commit()).ok, true);
  assert.deepEqual((await readRow(kv, ["a"], z.object({ name: z.string() }))).value, { name: "x" });
});

Deno.test("getEach() reads any number of keys in their order", async () => {
  using kv = await Deno.openKv(":memory:");
  for (let number = 0; number < 35; number += 2) await kv.set(["n", number], number);
  const keys = Array.from({ length: 35 }, (_, number) => ["n", number]);
  const values = await Array.fromAsync(getEach(kv, keys), ({ value }) => value);
  assert.deepEqual(values, keys.map((_, number) => number % 2 === 0 ? number : null));
});

Deno.test("inFlight() runs as many jobs at once as it may, and all of them", async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await inFlight(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    done.push(item);
  });
  assert.equal(most, 3);
  assert.deepEqual(done.sort(), [1, 2, 3, 4, 5, 6, 7]);
});

Deno.test("inFlight() fails with the first failure, starts nothing more and leaves nothing running", async () => {
  const started: number[] = [];
  const ended: number[] = [];
  const run = inFlight(2, [1, 2, 3, 4, 5], async (item) => {
    started.push(item);
    await Promise.resolve();
    if (item === 2) throw new Error("no");
    await Promise.resolve();
    ended.push(item);
  });
  await assert.rejects(run, /no/);
  assert.deepEqual(started, [1, 2]);
  assert.deepEqual(ended, [1]);
});
