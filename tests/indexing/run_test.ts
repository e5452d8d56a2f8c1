import assert from "node:assert/strict";
import type { HostFailure } from "../../contracts/git_host.ts";
import type { IndexFailureCode } from "../../contracts/indexing.ts";
import { LEASE_MS, servedBy, taskOf, withProcess } from "../support/indexing_world.ts";
import { aroundCommits } from "../support/kv.ts";
import { type Intervention, scriptedHost } from "../support/scripted_host.ts";
import { eventually, gate } from "../support/gate.ts";
import { LIBRARY } from "./_library.ts";

const WAIT_MS = 20_000;
const MINUTE = 60_000;

const RATE_LIMITED: HostFailure = { reason: "rate_limited", retryAfterSeconds: 600 };
const UNAVAILABLE: HostFailure = { reason: "unavailable", detail: "connection refused" };
const UNSUPPORTED: HostFailure = { reason: "unsupported", detail: "SHA-256" };

/** What goes wrong, the code that clients are told and the seconds until it is tried again. */
const FAILURES: readonly [name: string, Intervention, IndexFailureCode, retrySeconds: number | null][] = [
  ["the repository is gone", always({ reason: "not_found" }), "host_not_found", 30],
  ["the host limits requests", always(RATE_LIMITED), "host_rate_limited", 600],
  ["the host is down", always(UNAVAILABLE), "host_unavailable", 30],
  ["the host fails while it sends files", onBlobs(UNAVAILABLE), "host_unavailable", 30],
  ["the commit cannot be read here", always(UNSUPPORTED), "commit_unsupported", null],
  ["the host leaves entries of the tree out", always("truncated"), "tree_truncated", null],
  ["a file changed since it was listed", onBlobs("absent"), "content_changed", 1],
  ["an adapter has a bug", () => Promise.reject(new Error("secret detail")), "internal", 30],
];

for (const [name, intervene, code, retrySeconds] of FAILURES) {
  Deno.test(`an indexing fails with ${code} when ${name}`, async () => {
    const host = scriptedHost();
    host.intervene = intervene;
    await using process = await withProcess([host]);
    const task = taskOf(host, host.commit(LIBRARY));
    const retryAt = retrySeconds === null ? null : process.clock.now() + retrySeconds * 1000;
    assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "failed", code, retryAt });
    assert.deepEqual(await process.indexer.request(task), { state: "failed", code, retryAt });
    assert.equal(await servedBy(process.store, task.key), null);
    assert.ok(process.events.includes(`index.failed ${code}`));
    assert.equal(process.events.includes("index.broken"), code === "internal", "only a bug is logged as one");

    host.intervene = always(null);
    process.clock.advance((retrySeconds ?? 60) * 1000);
    const healed = await process.indexer.wait(task, WAIT_MS);
    assert.equal(healed.state, retrySeconds === null ? "failed" : "ready");
  });
}

Deno.test("an indexing fails with tree_too_large when the tree has more entries than the limit", async () => {
  const host = scriptedHost();
  const limits = { treeEntries: 3 };
  await using process = await withProcess([host], { limits });
  const task = taskOf(host, host.commit(LIBRARY), { rules: process.rules.version });
  const state = await process.indexer.wait(task, WAIT_MS);
  assert.deepEqual(state, { state: "failed", code: "tree_too_large", retryAt: null });
});

Deno.test("an indexing fails with host_unavailable when its host is not configured any more", async () => {
  const host = scriptedHost();
  await using process = await withProcess([]);
  const state = await process.indexer.wait(taskOf(host, host.commit(LIBRARY)), WAIT_MS);
  assert.equal(state.state === "failed" && state.code, "host_unavailable");
});

Deno.test("a holder renews its lease while it works", async () => {
  const host = scriptedHost();
  const held = gate();
  host.intervene = async () => (await held.hold(), null);
  await using first = await withProcess([host]);
  await using second = await withProcess([host], { kv: first.kv, clock: first.clock });
  const task = taskOf(host, host.commit(LIBRARY));
  await first.indexer.request(task);
  await held.reached;
  for (let third = 0; third < 9; third++) {
    first.clock.advance(LEASE_MS / 3);
    await eventually(async () => {
      const record = await first.store.snapshots.record(task.key);
      return record?.state === "indexing" && record.lease.until === first.clock.now() + LEASE_MS;
    });
    assert.equal(await second.indexer.runDue(), 0);
  }
  held.open();
  assert.deepEqual(await first.indexer.wait(task, WAIT_MS), { state: "ready" });
});

Deno.test("a renewal that fails is repeated while the lease still stands", async () => {
  const host = scriptedHost();
  const held = gate();
  host.intervene = async () => (await held.hold(), null);
  const disk = failingDisk();
  await using process = await withProcess([host], { around: disk.around });
  const { clock, events, indexer, store } = process;
  const task = taskOf(host, host.commit(LIBRARY));
  await indexer.request(task);
  await held.reached;
  disk.fails = true;
  clock.advance(LEASE_MS / 3);
  await eventually(() => Promise.resolve(events.includes("index.renewal_failed")));
  disk.fails = false;
  clock.advance(LEASE_MS / 3);
  await eventually(async () => {
    const record = await store.snapshots.record(task.key);
    return record?.state === "indexing" && record.lease.until === clock.now() + LEASE_MS;
  });
  held.open();
  assert.deepEqual(await indexer.wait(task, WAIT_MS), { state: "ready" });
});

Deno.test("work whose end could not be stored is done again once its lease is over", async () => {
  const host = scriptedHost();
  const disk = failingDisk();
  await using process = await withProcess([host], { around: disk.around });
  const { clock, events, indexer } = process;
  const task = taskOf(host, host.commit(LIBRARY));
  host.intervene = () => {
    disk.fails = true;
    return Promise.resolve(null);
  };
  await indexer.request(task);
  await eventually(() => Promise.resolve(events.includes("index.store_failed")));
  host.intervene = always(null);
  disk.fails = false;
  assert.deepEqual(await indexer.request(task), { state: "indexing" });
  clock.advance(LEASE_MS);
  assert.deepEqual(await indexer.wait(task, WAIT_MS), { state: "ready" });
});

Deno.test("a holder that was paused beyond its lease stops, and nothing it writes counts", async () => {
  const host = scriptedHost();
  const paused = gate();
  host.intervene = async () => {
    host.intervene = always(null);
    await paused.hold();
    return null;
  };
  await using first = await withProcess([host]);
  await using second = await withProcess([host], { kv: first.kv });
  const task = taskOf(host, host.commit(LIBRARY));
  const waiting = first.indexer.wait(task, 60 * MINUTE);
  await paused.reached;

  second.clock.advance(LEASE_MS);
  assert.deepEqual(await second.indexer.wait(task, WAIT_MS), { state: "ready" });
  const published = await second.store.snapshots.record(task.key);
  paused.open();
  assert.deepEqual(await advancing(first.clock, waiting), { state: "ready" }, "the other's");
  assert.deepEqual(await second.store.snapshots.record(task.key), published);
  assert.deepEqual(first.events, [], "it published nothing and failed nothing");
  assert.ok(await servedBy(second.store, task.key));
});

Deno.test("a run that never ends is failed, so that it does not hold its place for ever", async () => {
  const host = scriptedHost();
  const held = gate();
  host.intervene = async () => (await held.hold(), null);
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit(LIBRARY));
  const waiting = process.indexer.wait(task, 60 * MINUTE);
  await held.reached;
  process.clock.advance(15 * MINUTE);
  const state = await waiting;
  assert.equal(state.state === "failed" && state.code, "internal");
  held.open();
});

/** A database that takes no writes while it `fails`. */
function failingDisk() {
  const disk = {
    fails: false,
    around: (kv: Deno.Kv) =>
      aroundCommits(kv, (commit) => disk.fails ? Promise.reject(new Error("disk I/O error")) : commit()),
  };
  return disk;
}

function always(answer: Awaited<ReturnType<Intervention>>): Intervention {
  return () => Promise.resolve(answer);
}

function onBlobs(answer: HostFailure | "absent"): Intervention {
  return ({ kind }) => Promise.resolve(kind === "blob" ? answer : null);
}

/** Lets time pass until the promise settles. */
async function advancing<Value>(
  clock: { advance(ms: number): void },
  promise: Promise<Value>,
): Promise<Value> {
  return await eventually(async () => {
    clock.advance(1000);
    return await Promise.race([promise, Promise.resolve(null)]);
  });
}
