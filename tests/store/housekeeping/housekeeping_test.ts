import assert from "node:assert/strict";
import { repositoryRoot } from "../../../contracts/snapshots.ts";
import type { RepositoryId, Resolution } from "../../../contracts/git_host.ts";
import type { CollectionState } from "../../../contracts/housekeeping.ts";
import { commitOf, contentsOf, HOST, noise, publishSnapshot, REPOSITORY, stage, taskOf } from "../_stage.ts";
import { countAt, idOf, LEASE, NEVER, OF, remove, snapshot } from "./_holdings.ts";

Deno.test("repositories() finds each once, whatever is stored of it, and goes on after any", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  for (const id of ["1", "2", "20", "3"] as RepositoryId[]) await publishSnapshot(store, taskOf("a", id));
  await store.contents.write(repositoryRoot(HOST, "4" as RepositoryId), [{
    id: idOf("x"),
    bytes: noise(10),
  }]);
  const all = await Array.fromAsync(store.housekeeping.repositories());
  assert.deepEqual(all.map(({ repository }) => repository), ["1", "2", "20", "3", "4"]);
  for (const [index, after] of all.entries()) {
    assert.deepEqual(await Array.fromAsync(store.housekeeping.repositories(after)), all.slice(index + 1));
  }
});

Deno.test("holdings() tells of every snapshot where it stands, when it was read, and of every ref", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store, clock } = stage(kv);
  await snapshot({ store }, "a", "xy");
  await store.snapshots.create(taskOf("b"));
  const resolution: Resolution = {
    commit: commitOf("a"),
    kind: "branch",
    name: "main",
    onDefaultBranch: true,
  };
  await store.resolutions.write(HOST, REPOSITORY, "", { resolution, resolvedAt: 5 });
  await store.reader.catalog(taskOf("a").key);
  await store.reads.flush();
  const { snapshots, refs } = await store.housekeeping.holdings(OF);
  assert.deepEqual(snapshots.map(({ key, record, readAt }) => [key, record.state, readAt]), [
    [taskOf("a").key, "ready", clock.now()],
    [taskOf("b").key, "pending", null],
  ]);
  assert.deepEqual(refs, [{ ref: "", resolution, resolvedAt: 5 }]);
});

Deno.test("remove() takes a snapshot out unless it was written or read since", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { store } = at;
  await snapshot(at, "a", "xy");
  const [seen] = (await store.housekeeping.holdings(OF)).snapshots;
  assert(seen !== undefined);
  await store.reader.catalog(seen.key);
  await store.reads.flush();
  assert.equal(await store.housekeeping.remove(seen), false, "it was read");
  const [read] = (await store.housekeeping.holdings(OF)).snapshots;
  assert(read !== undefined);
  await store.snapshots.invalidate(read.key);
  assert.equal(await store.housekeeping.remove(read), false, "it was written");
  assert(await remove(store, "a"));
  assert.equal(await store.snapshots.record(seen.key), null);
  assert.equal(await store.snapshots.newest(seen.key), null);
  assert.deepEqual(await store.snapshots.unfinished(10), []);
  for (const kind of ["s", "a", "n"]) assert.equal(await countAt(kv, kind), 0);
});

Deno.test("remove() of unfinished work takes its lease away", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  await store.snapshots.create(taskOf("a"));
  const work = await store.snapshots.claim(taskOf("a"), "owner", LEASE);
  assert(work !== null && await remove(store, "a"));
  assert.equal(await store.snapshots.renew(work, LEASE), null);
  assert.equal(await store.snapshots.publish(work, contentsOf(taskOf("a"))), false);
  await store.housekeeping.sweep(OF, NEVER);
  assert.equal(await countAt(kv), 0);
});

Deno.test("setCollection() replaces only what was read, and a state of another shape counts as none", async () => {
  using kv = await Deno.openKv(":memory:");
  const { housekeeping } = stage(kv).store;
  const { state, version } = await housekeeping.collection();
  assert.deepEqual(state, { lease: null, after: null, bytes: 0, endedAt: null });
  const next: CollectionState = { lease: { owner: "one", until: 9 }, after: OF, bytes: 7, endedAt: 3 };
  assert(await housekeeping.setCollection(next, version));
  assert.equal(await housekeeping.setCollection({ ...next, bytes: 8 }, version), false);
  assert.deepEqual((await housekeeping.collection()).state, next);
  await kv.set(["h"], { lease: "old" });
  assert.deepEqual((await housekeeping.collection()).state, state);
});

Deno.test("retry() makes a failed commit one that was never tried, and nothing else", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store: { snapshots } } = stage(kv);
  const task = taskOf("a");
  assert.equal(await snapshots.retry(task.key), false);
  await snapshots.create(task);
  assert.equal(await snapshots.retry(task.key), false);
  const work = await snapshots.claim(task, "owner", LEASE);
  assert(work !== null);
  await snapshots.fail(work, "tree_too_large", null);
  assert(await snapshots.retry(task.key));
  assert.deepEqual(
    (await snapshots.unfinished(10)).map(({ record: { state, attempt } }) => [state, attempt]),
    [
      ["pending", 0],
    ],
  );
  assert.equal((await snapshots.claim(task, "owner", LEASE))?.attempt, 1);
});
