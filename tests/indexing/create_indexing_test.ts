import assert from "node:assert/strict";
import type { GitHost, IndexTask } from "../../contracts/ports.ts";
import { failure } from "../../contracts/result.ts";
import { LEASE_MS, servedBy, taskOf, withProcess } from "../support/indexing_world.ts";
import { manualClock } from "../support/manual_clock.ts";
import { type ScriptedHost, scriptedHost } from "../support/scripted_host.ts";
import { eventually, type Gate, gate } from "../support/gate.ts";
import { LIBRARY } from "./_library.ts";

const WAIT_MS = 20_000;
const MINUTE = 60_000;

/** A host whose first tree is held up. */
function heldHost(): { readonly host: ScriptedHost; readonly held: Gate } {
  const host = scriptedHost();
  const held = gate();
  host.intervene = async () => {
    host.intervene = () => Promise.resolve(null);
    await held.hold();
    return null;
  };
  return { host, held };
}

Deno.test("request() starts an unseen commit and does not wait for it", async () => {
  const { host, held } = heldHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit(LIBRARY));
  assert.deepEqual(await process.indexer.request(task), { state: "indexing" });
  await held.reached;
  assert.equal((await process.indexer.request(task)).state, "indexing");
  held.open();
  assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "ready" });
  assert.deepEqual(await process.indexer.request(task), { state: "ready" });
});

Deno.test("request() tells how far a commit is that this process works on, and no other's", async () => {
  const host = scriptedHost();
  const held = { tree: gate(), "page.md": gate() };
  host.intervene = async (ask) => {
    const place = ask.kind === "tree" ? held.tree : ask.path === "page.md" ? held["page.md"] : null;
    await place?.hold();
    return null;
  };
  await using process = await withProcess([host], { concurrency: 1 });
  await using other = await withProcess([host], { kv: process.kv, clock: process.clock });
  const task = taskOf(
    host,
    host.commit({ "SKILL.md": "---\nname: a\ndescription: b\n---\n", "page.md": "A" }),
  );
  const waiting = taskOf(host, host.commit({ "page.md": "B" }));
  await process.indexer.request(task);
  await process.indexer.request(waiting);
  await held.tree.reached;
  const stand = async () => {
    const state = await process.indexer.request(task);
    return state.state === "indexing" ? state.progress : null;
  };
  assert.deepEqual(await stand(), { stage: "listing", done: 0, total: 0 });
  assert.deepEqual(await process.indexer.request(waiting), { state: "indexing" });
  assert.deepEqual(await other.indexer.request(task), { state: "indexing" });
  held.tree.open();
  await held["page.md"].reached;
  assert.deepEqual(await stand(), { stage: "fetching", done: 1, total: 2 });
  held["page.md"].open();
  assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "ready" });
});

Deno.test("request() works once on a commit, however many ask for it at once", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit(LIBRARY));
  const waits = Array.from({ length: 20 }, () => process.indexer.wait({ ...task }, WAIT_MS));
  assert.ok((await Promise.all(waits)).every(({ state }) => state === "ready"));
  assert.deepEqual(host.asked.toSorted(), ["tree", ...Object.keys(LIBRARY)].toSorted());
  assert.equal(process.events.filter((event) => event === "index.ready").length, 1);
});

Deno.test("request() answers for a ready snapshot without a look into the store, until it is forgotten", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit(LIBRARY));
  await process.indexer.wait(task, WAIT_MS);
  await process.store.snapshots.invalidate(task.key);
  assert.deepEqual(await process.indexer.request(task), { state: "ready" }, "as remembered");
  process.indexer.forget(task.key);
  assert.deepEqual(await process.indexer.request(task), { state: "indexing" });
  assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "ready" });
  assert.ok(await servedBy(process.store, task.key));
});

Deno.test("request() leaves alone what another process holds", async () => {
  const { host, held } = heldHost();
  await using first = await withProcess([host]);
  await using second = await withProcess([host], { kv: first.kv });
  const task = taskOf(host, host.commit(LIBRARY));
  await first.indexer.request(task);
  await held.reached;
  assert.deepEqual(await second.indexer.request(task), { state: "indexing" });
  assert.equal(await second.indexer.runDue(), 0);
  held.open();
  await first.indexer.wait(task, WAIT_MS);
  assert.equal(host.asked.filter((ask) => ask === "tree").length, 1);
  assert.deepEqual(await second.indexer.request(task), { state: "ready" });
});

Deno.test("wait() sees what another process finishes", async () => {
  const { host, held } = heldHost();
  await using first = await withProcess([host]);
  await using second = await withProcess([host], { kv: first.kv });
  const task = taskOf(host, host.commit(LIBRARY));
  await first.indexer.request(task);
  await held.reached;
  const waiting = second.indexer.wait(task, 1000 * MINUTE);
  held.open();
  await first.indexer.wait(task, WAIT_MS);
  const state = await eventually(async () => {
    second.clock.advance(2000);
    return await Promise.race([waiting, Promise.resolve(null)]);
  });
  assert.deepEqual(state, { state: "ready" });
  assert.equal(host.asked.filter((ask) => ask === "tree").length, 1);
});

Deno.test("wait() gives up after its time, and the work goes on", async () => {
  const { host, held } = heldHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit(LIBRARY));
  const waiting = process.indexer.wait(task, 5000);
  await held.reached;
  process.clock.advance(5000);
  assert.equal((await waiting).state, "indexing");
  assert.equal((await process.indexer.wait(task, 0)).state, "indexing");
  held.open();
  assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "ready" });
});

Deno.test("wait() ends with the request that waits, and the work goes on", async () => {
  const { host, held } = heldHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit(LIBRARY));
  const gone = new AbortController();
  const waiting = process.indexer.wait(task, WAIT_MS, gone.signal);
  await held.reached;
  gone.abort();
  assert.deepEqual(await waiting, { state: "indexing" });
  held.open();
  assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "ready" });
});

Deno.test("no more commits are indexed at once than there are places, and each repository gets its turn", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host], { concurrency: 1 });
  const { indexer } = process;
  const held = gate();
  host.intervene = async () => (await held.hold(), null);
  const order: string[] = [];
  const ask = (repository: string, page: string) => {
    const commit = host.commit({ [`docs/${page}.md`]: `# ${page}\n` });
    return indexer.wait(taskOf(host, commit, { repository }), WAIT_MS).then(() => order.push(page));
  };
  const waits = [ask("busy", "busy-1")];
  await held.reached;
  for (const page of ["busy-2", "busy-3", "busy-4"]) {
    waits.push(ask("busy", page));
    await eventually(async () => await queuedRows(process.kv) === waits.length);
  }
  waits.push(ask("calm", "calm-1"));
  await eventually(async () => await queuedRows(process.kv) === waits.length);
  assert.deepEqual(host.asked, ["tree"], "one is worked on, the others wait");
  held.open();
  await Promise.all(waits);
  assert.deepEqual(order, ["busy-1", "busy-2", "calm-1", "busy-3", "busy-4"]);
});

Deno.test("a client that asks for hundreds of repositories delays another's first by one place", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host], { concurrency: 1 });
  const held = gate();
  host.intervene = async () => (await held.hold(), null);
  const order: string[] = [];
  const ask = async (client: string, repository: string) => {
    const commit = host.commit({ "docs/page.md": `# ${client} ${repository}\n` });
    const task = taskOf(host, commit, { repository, client });
    const state = await process.indexer.request(task);
    if (state.state === "indexing") {
      void process.indexer.wait(task, WAIT_MS).then(() => order.push(`${client} ${repository}`));
    }
    return state.state;
  };
  const states: string[] = [];
  for (let count = 0; count < 500; count++) states.push(await ask("busy", `r${count}`));
  assert.equal(states.filter((state) => state === "indexing").length, 257, "one is worked on, 256 wait");
  assert.equal(states.at(-1), "busy", "and the rest is told so");
  assert.equal(await ask("calm", "first"), "indexing");
  assert.equal(await ask("calm", "second"), "indexing");
  held.open();
  await eventually(() => Promise.resolve(order.length >= 5));
  assert.deepEqual(order.slice(0, 5), ["busy r0", "busy r1", "calm first", "busy r2", "calm second"]);
});

Deno.test("what a client waits for long comes sooner once another asks for it", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host], { concurrency: 1 });
  const held = gate();
  host.intervene = async () => (await held.hold(), null);
  const order: string[] = [];
  const task = (client: string, repository: string) =>
    taskOf(host, host.commit({ "docs/page.md": `# ${repository}\n` }), { repository, client });
  const names = ["a", "b", "c", "d"];
  const waits: Promise<unknown>[] = [];
  for (const name of names) {
    assert.deepEqual(await process.indexer.request(task("ada", name)), { state: "indexing" });
    waits.push(process.indexer.wait(task("ada", name), WAIT_MS).then(() => order.push(name)));
  }
  assert.deepEqual(await process.indexer.request(task("bob", "d")), { state: "indexing" });
  held.open();
  await Promise.all(waits);
  assert.deepEqual(order, ["a", "b", "d", "c"]);
});

Deno.test("a host that hangs does not take the places of another", async () => {
  const { host: hanging, held } = heldHost();
  hanging.intervene = async () => (await held.hold(), null);
  const other = scriptedHost("code");
  await using process = await withProcess([hanging, other], { concurrency: 2 });
  const stuck = ["one", "two"].map((repository) =>
    taskOf(hanging, hanging.commit({ "a.md": `# ${repository}\n` }), { repository })
  );
  for (const task of stuck) await process.indexer.request(task);
  await held.reached;
  const task = taskOf(other, other.commit(LIBRARY));
  assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "ready" });
  assert.deepEqual(hanging.asked, ["tree"]);
  held.open();
  for (const task of stuck) assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "ready" });
});

Deno.test("one host alone may use all places", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host], { concurrency: 2 });
  const both = Promise.withResolvers<null>();
  host.intervene = () => host.asked.length === 2 ? (both.resolve(null), both.promise) : both.promise;
  const waits = ["one", "two"].map((repository) =>
    process.indexer.wait(taskOf(host, host.commit({ "a.md": "# A\n" }), { repository }), WAIT_MS)
  );
  assert.deepEqual(await Promise.all(waits), [{ state: "ready" }, { state: "ready" }]);
});

Deno.test("request() refuses a client's next unseen repository, and nothing of it is begun", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host], { newPerClient: 1 });
  const { indexer, store } = process;
  const commit = host.commit(LIBRARY);
  const task = (repository: string, client: string) => taskOf(host, commit, { repository, client });
  assert.deepEqual(await indexer.wait(task("one", "ada"), WAIT_MS), { state: "ready" });
  const refused = { state: "refused", retryAfterSeconds: 3600 } as const;
  assert.deepEqual(await indexer.wait(task("two", "ada"), WAIT_MS), refused);
  assert.equal(await store.snapshots.record(task("two", "ada").key), null);

  const pushed = taskOf(host, host.commit({ "a.md": "# A\n" }), { repository: "one", client: "ada" });
  assert.deepEqual(await indexer.wait(pushed, WAIT_MS), { state: "ready" }, "a push to one that was seen");
  assert.deepEqual(await indexer.wait(task("two", "bob"), WAIT_MS), { state: "ready" });
  assert.deepEqual(await indexer.wait(task("two", "ada"), WAIT_MS), { state: "ready" });
  await using later = await withProcess([host], { newPerClient: 1, kv: process.kv });
  for (const name of ["one", "two"]) {
    const other = taskOf(host, host.commit({ "b.md": "# B\n" }), { repository: name, client: "ada" });
    assert.deepEqual(await later.indexer.wait(other, WAIT_MS), { state: "ready" }, "seen by any process");
  }
});

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

async function queuedRows(kv: Deno.Kv): Promise<number> {
  return (await Array.fromAsync(kv.list({ prefix: ["u"] }))).length;
}
