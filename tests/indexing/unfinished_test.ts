import assert from "node:assert/strict";
import type { GitHost } from "../../contracts/git_host.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import { failure } from "../../contracts/result.ts";
import { LEASE_MS, taskOf, withProcess } from "../support/indexing_world.ts";
import { manualClock } from "../support/manual_clock.ts";
import { scriptedHost } from "../support/scripted_host.ts";
import { eventually } from "../support/gate.ts";
import { LIBRARY } from "./_library.ts";
import { heldHost, MINUTE, WAIT_MS } from "./_held_host.ts";

Deno.test("runDue() finishes what was left unfinished, and says how much", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { store, indexer, clock } = process;
  const pages = ["pending", "crashed", "failed", "held", "ready"];
  const tasks = pages.map((page) => taskOf(host, host.commit({ [`docs/${page}.md`]: `# ${page}\n` })));
  const [pending, crashed, failed, held, ready] = tasks as [
    IndexTask,
    IndexTask,
    IndexTask,
    IndexTask,
    IndexTask,
  ];
  for (const task of tasks) await store.snapshots.create(task);
  const claim = async (task: IndexTask) => {
    const work = await store.snapshots.claim(task, "another process", LEASE_MS);
    assert.ok(work);
    return work;
  };
  await claim(crashed);
  await store.snapshots.fail(await claim(failed), "host_unavailable", clock.now() + 2 * LEASE_MS);
  await indexer.wait(ready, WAIT_MS);
  clock.advance(LEASE_MS);
  await claim(held);

  assert.equal(await indexer.runDue(), 2);
  const stateOf = async (task: IndexTask) => (await store.snapshots.record(task.key))?.state;
  assert.deepEqual(await Promise.all([pending, crashed].map(stateOf)), ["ready", "ready"]);
  assert.deepEqual(await Promise.all([failed, held].map(stateOf)), ["failed", "indexing"]);
  clock.advance(LEASE_MS);
  assert.equal(await indexer.runDue(), 2);
  assert.equal(await indexer.runDue(), 0);
});

Deno.test("runDue() leaves work under other reading rules to the processes that know them", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit(LIBRARY), { rules: "other" });
  await process.store.snapshots.create(task);
  assert.equal(await process.indexer.runDue(), 0);
  assert.equal((await process.store.snapshots.record(task.key))?.state, "pending");
});

Deno.test("runDue() tries eight times, and later tries need a request", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { store, indexer, clock } = process;
  const task = taskOf(host, host.commit(LIBRARY));
  host.intervene = () => Promise.resolve({ reason: "unavailable", detail: "down" });
  await indexer.wait(task, WAIT_MS);
  for (let hour = 0; hour < 12; hour++) {
    clock.advance(60 * MINUTE);
    await indexer.runDue();
  }
  assert.equal(host.asked.length, 8);
  assert.equal((await store.snapshots.record(task.key))?.attempt, 8);

  await indexer.wait(task, WAIT_MS);
  assert.equal(host.asked.length, 9);
  clock.advance(59 * MINUTE);
  await indexer.wait(task, WAIT_MS);
  assert.equal(host.asked.length, 9, "and not more often than once an hour");
  host.intervene = () => Promise.resolve(null);
  clock.advance(MINUTE);
  assert.deepEqual(await indexer.wait(task, WAIT_MS), { state: "ready" });
});

Deno.test("a commit whose holders keep dying is failed instead of killing one process after another", async () => {
  const host = scriptedHost();
  const clock = manualClock();
  await using process = await withProcess([host], { clock });
  const { store, indexer } = process;
  const task = taskOf(host, host.commit(LIBRARY));
  await store.snapshots.create(task);
  for (let crash = 0; crash < 8; crash++) {
    assert.ok(await store.snapshots.claim(task, `process ${crash}`, LEASE_MS));
    clock.advance(LEASE_MS);
  }
  const retryAt = clock.now() + 60 * MINUTE;
  assert.deepEqual(await indexer.wait(task, WAIT_MS), { state: "failed", code: "internal", retryAt });
  assert.deepEqual(host.asked, []);
  clock.advance(60 * MINUTE);
  assert.deepEqual(await indexer.wait(task, WAIT_MS), { state: "ready" });
});

Deno.test("close() gives the lease back, so that another process goes on at once", async () => {
  const { host, held } = heldHost();
  await using first = await withProcess([host]);
  await using second = await withProcess([host], { kv: first.kv });
  const task = taskOf(host, host.commit(LIBRARY));
  const waiting = first.indexer.wait(task, WAIT_MS);
  await held.reached;
  const closing = first.indexer.close();
  assert.deepEqual(await waiting, { state: "indexing" }, "waits end too");
  await eventually(async () => (await first.store.snapshots.record(task.key))?.state === "pending");
  assert.deepEqual(await second.indexer.wait(task, WAIT_MS), { state: "ready" });
  assert.equal((await second.store.snapshots.record(task.key))?.attempt, 1, "it was no failed try");
  held.open();
  await closing;
  assert.deepEqual(await first.indexer.request(taskOf(host, host.commit({}))), { state: "indexing" });
  assert.equal(host.asked.filter((ask) => ask === "tree").length, 2, "a closed process starts nothing");
});

Deno.test("close() does not wait for a host that hangs", async () => {
  const { host, held } = heldHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit(LIBRARY));
  await process.indexer.request(task);
  await held.reached;
  const closing = process.indexer.close();
  await eventually(async () => (await process.store.snapshots.record(task.key))?.state === "pending");
  process.clock.advance(3000);
  await closing;
  held.open();
});

Deno.test("close() ends the listing of a commit that its host is still at", async () => {
  const scripted = scriptedHost();
  const asked = Promise.withResolvers<void>();
  const host: GitHost = {
    ...scripted,
    tree: (_repository, _commit, _maxEntries, _known, signal) =>
      new Promise((resolve) => {
        const end = () => resolve(failure({ reason: "unavailable", detail: "the request was given up" }));
        signal?.addEventListener("abort", end);
        asked.resolve();
      }),
  };
  await using process = await withProcess([host]);
  const task = taskOf(host, scripted.commit(LIBRARY));
  await process.indexer.request(task);
  await asked.promise;
  // No time passes: nothing but the listing's end lets it go.
  await process.indexer.close();
  assert.equal((await process.store.snapshots.record(task.key))?.state, "pending");
});
