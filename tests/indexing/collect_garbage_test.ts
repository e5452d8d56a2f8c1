import assert from "node:assert/strict";
import type { CommitHash } from "../../contracts/addresses.ts";
import type { Resolution } from "../../contracts/git_host.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import { createMetrics } from "../../src/http/mod.ts";
import {
  createGarbageCollection,
  type GarbageCollection,
  type GarbageCollectionDeps,
} from "../../src/indexing/mod.ts";
import { type IndexingProcess, servedBy, taskOf, withProcess } from "../support/indexing_world.ts";
import { entriesOf } from "../support/kv.ts";
import { type ScriptedHost, scriptedHost } from "../support/scripted_host.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let ids = 0;

function collectorOf(
  { store, clock }: IndexingProcess,
  deps: Partial<GarbageCollectionDeps> = {},
): GarbageCollection & { readonly events: string[]; readonly counted: () => string[] } {
  const events: string[] = [];
  const metrics = createMetrics();
  const collection = createGarbageCollection({
    ...store,
    clock,
    newId: () => `collector-${++ids}`,
    log: (_level, event) => void events.push(event),
    metrics,
    rules: "2",
    keepDays: 30,
    isAlone: false,
    maxBytes: null,
    ...deps,
  });
  const counted = () => metrics.text().split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return { ...collection, events, counted };
}

/** A page that no codec makes smaller. */
function page(seed: number, length = 20_000): string {
  let state = seed + 1;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8;
  return Array.from({ length: length / 8 }, () => next().toString(36).padStart(7, "0")).join(" ");
}

async function index(process: IndexingProcess, host: ScriptedHost, seed: number, repository = "library") {
  const commit = host.commit({ "SKILL.md": "---\nname: a\ndescription: b\n---\n", "page.md": page(seed) });
  const task = taskOf(host, commit, { repository });
  assert.deepEqual(await process.indexer.wait(task, 2 ** 30), { state: "ready" });
  return task;
}

async function pointAt(
  { store, clock }: IndexingProcess,
  { key }: IndexTask,
  ref = "",
  kind: Resolution["kind"] = "branch",
) {
  const resolution = { commit: key.commit, kind, name: "main", onDefaultBranch: true };
  await store.resolutions.write(key.host, key.repository, ref, { resolution, resolvedAt: clock.now() });
}

const stateOf = async ({ store }: IndexingProcess, { key }: IndexTask) =>
  (await store.snapshots.record(key))?.state ?? null;

Deno.test("a round takes out commits that nobody read for so many days, and keeps the branch's", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { store, clock } = process;
  const old = await index(process, host, 1);
  const read = await index(process, host, 2);
  const head = await index(process, host, 3);
  const whole = await servedBy(store, head.key);
  clock.advance(20 * DAY);
  await store.reader.catalog(read.key);
  await pointAt(process, head);
  clock.advance(11 * DAY);
  const before = await store.housekeeping.bytes();
  const collected = await collectorOf(process).collect();
  assert.deepEqual([collected?.repositories, collected?.removed, collected?.evicted], [1, 1, 0]);
  assert.deepEqual(await Promise.all([old, read, head].map((task) => stateOf(process, task))), [
    null,
    "ready",
    "ready",
  ]);
  assert((collected?.bytes ?? 0) < before, "the space has come back");
  await using reader = await withProcess([host], { kv: process.kv, clock });
  assert.deepEqual(await servedBy(reader.store, head.key), whole);
});

Deno.test("a repository that nobody asks for any more leaves nothing behind", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  await pointAt(process, await index(process, host, 1));
  process.clock.advance(31 * DAY);
  const collected = await collectorOf(process).collect();
  assert.equal(collected?.bytes, 0);
  assert.deepEqual(await entriesOf(process.kv, ["r"]), []);
});

Deno.test("a round is due once a day, after one that was cut off, and when the clock was set back", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const collector = collectorOf(process);
  assert.notEqual(await collector.runDue(), null, "none was yet");
  assert.equal(await collector.runDue(), null);
  process.clock.advance(DAY - 1);
  assert.equal(await collector.runDue(), null);
  process.clock.advance(1);
  assert.notEqual(await collector.runDue(), null);
  process.clock.advance(-2 * DAY);
  assert.notEqual(await collector.runDue(), null);
});

Deno.test("a round that was cut off goes on where it stopped, once its lease is over", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { store: { housekeeping }, clock } = process;
  for (const name of ["one", "three", "two"]) await index(process, host, 1, name);
  const swept: string[] = [];
  const watched = (dies: boolean): GarbageCollectionDeps["housekeeping"] => ({
    ...housekeeping,
    async sweep(of, before) {
      if (dies && swept.length === 2) throw new Error("killed");
      swept.push(of.repository);
      return await housekeeping.sweep(of, before);
    },
  });
  const dying = collectorOf(process, { housekeeping: watched(true) });
  assert.equal(await dying.runDue(), null);
  assert.deepEqual(dying.events, ["collect.broken"]);
  assert.equal(dying.counted()[0], 'skillmount_collect_rounds_total{outcome="broken"} 1');
  const next = collectorOf(process, { housekeeping: watched(false) });
  assert.equal(await next.runDue(), null, "its lease stands");
  clock.advance(HOUR);
  assert.equal((await next.runDue())?.repositories, 1);
  assert.deepEqual(swept, ["one", "three", "two"]);
  assert.equal((await housekeeping.collection()).state.lease, null);
  assert((await housekeeping.bytes()) > 60_000, "what was counted before counts");
});

Deno.test("one process at a time collects, and one that lost its lease stops", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { store: { housekeeping }, clock } = process;
  for (const name of ["one", "two"]) await index(process, host, 1, name);
  let other: unknown;
  let swept = 0;
  const paused = collectorOf(process, {
    housekeeping: {
      ...housekeeping,
      async sweep(of, before) {
        if (++swept === 1) {
          assert.equal(await collectorOf(process).collect(), null);
          clock.advance(HOUR);
          other = await collectorOf(process).collect();
        }
        return await housekeeping.sweep(of, before);
      },
    },
  });
  assert.equal(await paused.collect(), null);
  assert.deepEqual(paused.counted(), ['skillmount_collect_rounds_total{outcome="lost"} 1']);
  assert.equal(swept, 1);
  assert.notEqual(other, null);
});

Deno.test("a store over its bound gives up what was read longest ago, down to below the bound", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { store, clock } = process;
  const tasks: IndexTask[] = [];
  for (let seed = 0; seed < 8; seed++) {
    const task = await index(process, host, seed, `r${seed}`);
    await pointAt(process, task);
    tasks.push(task);
  }
  clock.advance(5 * HOUR);
  for (const number of [0, 5]) {
    await store.reader.catalog(tasks[number]?.key ?? assert.fail());
    clock.advance(HOUR);
  }
  const full = (await collectorOf(process).collect())?.bytes ?? 0;
  const maxBytes = Math.ceil(full * 0.8);
  const collector = collectorOf(process, { maxBytes });
  const collected = await collector.runDue();
  assert((collected?.bytes ?? Infinity) <= maxBytes * 0.9);
  assert((collected?.evicted ?? 0) >= 2);
  const states = await Promise.all(tasks.map((task) => stateOf(process, task)));
  assert.deepEqual([states[0], states[5]], ["ready", "ready"], "they were read");
  assert.equal(states.filter((state) => state === null).length, collected?.evicted);
  const evicted = tasks[states.indexOf(null)] ?? assert.fail();
  assert.deepEqual(await process.indexer.wait(evicted, 2 ** 30), { state: "ready" });
  process.indexer.forget(evicted.key);
  assert.deepEqual(await process.indexer.wait(evicted, 2 ** 30), { state: "ready" }, "indexed again");
  assert.notEqual(await servedBy(store, evicted.key), null);
});

Deno.test("rounds, what they took out and what is stored are counted", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { clock } = process;
  const collector = collectorOf(process, { maxBytes: 1 });
  assert.deepEqual(collector.counted(), [], "nobody has looked");
  await index(process, host, 1);
  clock.advance(31 * DAY);
  await pointAt(process, await index(process, host, 2));
  const held = (await collector.runDue())?.bytes ?? 0;
  assert(held > 20_000);
  const counts = [
    'skillmount_collect_rounds_total{outcome="done"} 1',
    'skillmount_collect_snapshots_total{reason="unneeded"} 1',
    `skillmount_store_bytes ${held}`,
  ];
  assert.deepEqual(collector.counted(), counts);
  clock.advance(3 * HOUR);
  await collector.runDue();
  assert.equal(collector.counted()[2], 'skillmount_collect_snapshots_total{reason="evicted"} 1');
  const other = collectorOf(process);
  await index(process, host, 3);
  assert.equal(await other.runDue(), null, "no round is due");
  assert.deepEqual(other.counted(), [`skillmount_store_bytes ${await process.store.housekeeping.bytes()}`]);
});

Deno.test("a bound that is far too small takes nothing that is young or being made, and says so", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { store, clock } = process;
  const young = await index(process, host, 1);
  const making = taskOf(host, "d".repeat(40) as CommitHash);
  await store.snapshots.create(making);
  const work = await store.snapshots.claim(making, "somebody", 10 * HOUR);
  const collector = collectorOf(process, { maxBytes: 1 });
  assert.equal((await collector.runDue())?.evicted, 0);
  assert.deepEqual(collector.events, ["collect.over_bound", "collect.done"]);
  assert.equal(await stateOf(process, young), "ready");
  clock.advance(3 * HOUR);
  assert.equal((await collector.runDue())?.evicted, 1);
  assert.notEqual(work && await store.snapshots.renew(work, HOUR), null, "its lease stands");
});

Deno.test("a process that is alone soon gives up what a working tree held before its edits", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { store, clock } = process;
  const edits: IndexTask[] = [];
  for (let seed = 0; seed < 5; seed++) {
    const task = await index(process, host, seed);
    await pointAt(process, task, task.key.commit, "worktree");
    await pointAt(process, task, "", "worktree");
    edits.push(task);
    clock.advance(60_000);
  }
  const [, pinned] = edits;
  assert(pinned !== undefined);
  for (let minute = 0; minute < 20; minute++) {
    await store.reader.catalog(pinned.key);
    clock.advance(60_000);
  }
  assert.equal((await collectorOf(process).collect())?.removed, 0, "others may have read them");
  assert.equal((await collectorOf(process, { isAlone: true }).collect())?.removed, 3);
  assert.deepEqual(await Promise.all(edits.map((task) => stateOf(process, task))), [
    null,
    "ready",
    null,
    null,
    "ready",
  ]);
  assert.notEqual(await servedBy(store, pinned.key), null);
});

Deno.test("two versions of the reading rules serve side by side, and the last one stays", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  await using older = await withProcess([host], {
    kv: process.kv,
    clock: process.clock,
    limits: { servedFiles: 5000 },
  });
  const { clock } = process;
  const task = await index(process, host, 1);
  const old = taskOf(host, task.key.commit, { rules: older.rules.version });
  assert.deepEqual(await older.indexer.wait(old, 2 ** 30), { state: "ready" });
  await pointAt(process, task);
  const collector = collectorOf(process, { rules: process.rules.version });
  for (let hour = 0; hour < 30; hour++) {
    clock.advance(HOUR);
    await older.store.reader.catalog(old.key);
    await older.store.reads.flush();
    await collector.collect();
    assert.equal(await stateOf(process, old), "ready", "the other version reads it");
  }
  clock.advance(2 * HOUR);
  assert.equal((await collector.collect())?.removed, 1);
  assert.equal(await stateOf(process, old), null);
  await using fresh = await withProcess([host], { kv: process.kv, clock });
  assert.notEqual(await servedBy(fresh.store, task.key), null);
});
