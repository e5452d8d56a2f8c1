import assert from "node:assert/strict";
import { servedBy, taskOf, withProcess } from "../support/indexing_world.ts";
import { scriptedHost } from "../support/scripted_host.ts";
import { eventually, gate } from "../support/gate.ts";
import { LIBRARY } from "./_library.ts";
import { heldHost, MINUTE, WAIT_MS } from "./_held_host.ts";

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
