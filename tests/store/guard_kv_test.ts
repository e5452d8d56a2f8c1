import assert from "node:assert/strict";
import { StoreUnavailable } from "../../contracts/errors.ts";
import { guardKv } from "../../src/store/mod.ts";
import { manualClock } from "../support/manual_clock.ts";

const TICK_MS = 250;
const NEVER = new Promise<never>(() => {});

/** The database, whose answer to everything may be another. */
function guarded(real: Deno.Kv) {
  const clock = manualClock();
  const events: string[] = [];
  const state: { instead: (() => Promise<never>) | null } = { instead: null };
  const through = <Value>(operation: () => Promise<Value>) => state.instead?.() ?? operation();
  const kv = {
    get: (...asked: Parameters<Deno.Kv["get"]>) => through(() => real.get(...asked)),
    getMany: (...asked: Parameters<Deno.Kv["getMany"]>) => through(() => real.getMany(...asked)),
    list(...asked: Parameters<Deno.Kv["list"]>) {
      const rows = real.list(...asked);
      const next = rows.next.bind(rows);
      rows.next = () => through(next);
      return rows;
    },
    atomic() {
      const operation = real.atomic();
      const commit = operation.commit.bind(operation);
      operation.commit = () => through(commit);
      return operation;
    },
  } as Deno.Kv;
  const log = (_level: string, event: string, fields = {}) =>
    void events.push([event, ...Object.values(fields)].join(" "));
  const tick = async (count: number) => {
    for (let ticks = 0; ticks < count; ticks++) {
      await new Promise((resolve) => setTimeout(resolve));
      clock.advance(TICK_MS);
    }
  };
  return { ...guardKv({ kv, clock, log }), state, events, tick, clock };
}

const everything = ({ kv }: ReturnType<typeof guarded>): readonly Promise<unknown>[] => [
  kv.get(["a"]),
  kv.getMany([["a"]]),
  Array.fromAsync(kv.list({ prefix: [] })),
  kv.atomic().set(["a"], 1).commit(),
];

Deno.test("guardKv() changes nothing of a database that answers", async () => {
  using real = await Deno.openKv(":memory:");
  const { kv } = guarded(real);
  assert((await kv.atomic().set(["a"], 1).set(["b"], 2).commit()).ok);
  assert.equal((await kv.atomic().check({ key: ["a"], versionstamp: null }).commit()).ok, false);
  assert.equal((await kv.get(["a"])).value, 1);
  assert.deepEqual((await kv.getMany([["a"], ["b"]])).map(({ value }) => value), [1, 2]);
  assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [] }), ({ value }) => value), [1, 2]);
});

Deno.test("guardKv() ends every operation on a database that hangs, tells it once, and works when it is back", async () => {
  using real = await Deno.openKv(":memory:");
  const stage = guarded(real);
  const { promise: answer, reject } = Promise.withResolvers<never>();
  stage.state.instead = () => answer;
  const asked = everything(stage).map((one) => assert.rejects(one, StoreUnavailable));
  await stage.tick(12);
  await Promise.all(asked);
  await Promise.all(everything(stage).map((one) => assert.rejects(one, StoreUnavailable)));
  assert.deepEqual(stage.events, [
    "store.unavailable reads it does not answer",
    "store.unavailable writes it does not answer",
  ]);
  stage.state.instead = null;
  reject(new Error("given up"));
  // How long the database takes to answer the look whether it is back is its own affair.
  while (stage.events.length < 4) await stage.tick(1);
  assert.equal((await Promise.all(everything(stage))).length, 4);
  assert.deepEqual(stage.events.slice(2), ["store.available reads", "store.available writes"]);
  stage.close();
});

for (
  const message of [
    "database is locked",
    "database or disk is full",
    "disk I/O error",
    "attempt to write a readonly database",
    "unable to open database file",
    "error sending request for url (http://127.0.0.1:4512/): connection refused",
  ]
) {
  Deno.test(`guardKv() tells an outage by what the runtime says: ${message.slice(0, 36)}`, async () => {
    using real = await Deno.openKv(":memory:");
    const stage = guarded(real);
    stage.state.instead = () => Promise.reject(new TypeError(message));
    for (let times = 0; times < 3; times++) {
      await Promise.all(everything(stage).map((one) => assert.rejects(one, StoreUnavailable)));
    }
    assert.deepEqual(stage.events, [
      `store.unavailable reads ${message}`,
      `store.unavailable writes ${message}`,
    ]);
    stage.clock.advance(60_000);
    await assert.rejects(stage.kv.get(["a"]), StoreUnavailable);
    assert.equal(stage.events.length, 3, "once a minute");
    stage.close();
  });
}

Deno.test("guardKv() hides no fault of this program behind an outage", async () => {
  using real = await Deno.openKv(":memory:");
  const { kv, events } = guarded(real);
  const key = ["x".repeat(5000)];
  for (const wrong of [() => kv.atomic().set(key, 1).commit(), () => kv.get(key)]) {
    await assert.rejects(wrong, (error) => !(error instanceof StoreUnavailable));
  }
  assert.deepEqual(events, []);
});

Deno.test("guardKv() lets a file be read whose writes hang", async () => {
  using real = await Deno.openKv(":memory:");
  const clock = manualClock();
  const writing = {
    atomic: () => {
      const operation = real.atomic();
      operation.commit = () => NEVER;
      return operation;
    },
  } as Deno.Kv;
  const { kv, close } = guardKv({ kv: real, writing, clock, log: () => {} });
  const write = assert.rejects(kv.atomic().set(["a"], 1).commit(), StoreUnavailable);
  for (let ticks = 0; ticks < 12; ticks++) {
    await new Promise((resolve) => setTimeout(resolve));
    clock.advance(TICK_MS);
  }
  await write;
  assert.equal((await kv.get(["a"])).value, null);
  await assert.rejects(kv.atomic().set(["a"], 1).commit(), StoreUnavailable);
  close();
});
