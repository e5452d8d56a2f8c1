import assert from "node:assert/strict";
import type { CollectionState, RepositoryId, RepositoryKey, Resolution } from "../../contracts/ports.ts";
import type { Store } from "../../src/store/mod.ts";
import { aroundCommits, entriesOf, killedAtCommit } from "../support/kv.ts";
import {
  assertBytes,
  catalogOf,
  commitOf,
  contentId,
  contentsOf,
  HOST,
  noise,
  publishSnapshot,
  REPOSITORY,
  ROOT,
  type Stage,
  stage,
  taskOf,
  treeOf,
} from "./_stage.ts";

const OF: RepositoryKey = { host: HOST, repository: REPOSITORY };
const NEVER = Number.MAX_SAFE_INTEGER;
const LEASE = 30_000;

const idOf = (name: string) => contentId(name);
const bytesOf = (name: string) => noise(3000, name.charCodeAt(0));

/** A ready snapshot that refers to the named contents, stored in one pack, with its tree. */
async function snapshot({ store }: Pick<Stage, "store">, digit: string, names: string, of = REPOSITORY) {
  const task = taskOf(digit, of);
  const { snapshots, contents } = store;
  await snapshots.create(task);
  const work = await snapshots.claim(task, "owner", LEASE);
  assert(work !== null);
  await snapshots.writeTree(work, treeOf(2));
  await contents.write(HOST, of, [...names].map((name) => ({ id: idOf(name), bytes: bytesOf(name) })));
  const { files: [file], ...catalog } = catalogOf(task.key.commit, 1);
  assert(file !== undefined);
  const files = [...names].map((name) => ({ ...file, content: idOf(name) }));
  assert(await snapshots.publish(work, { ...contentsOf(task), catalog: { ...catalog, files } }));
}

async function remove({ housekeeping }: Store, digit: string): Promise<boolean> {
  const { snapshots } = await housekeeping.holdings(OF);
  const entry = snapshots.find(({ key }) => key.commit === commitOf(digit));
  assert(entry !== undefined);
  return await housekeeping.remove(entry);
}

const countAt = async (kv: Deno.Kv, ...kind: string[]) => (await entriesOf(kv, [...ROOT, ...kind])).length;

Deno.test("repositories() finds each once, whatever is stored of it, and goes on after any", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  for (const id of ["1", "2", "20", "3"] as RepositoryId[]) await publishSnapshot(store, taskOf("a", id));
  await store.contents.write(HOST, "4" as RepositoryId, [{ id: idOf("x"), bytes: noise(10) }]);
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

Deno.test("sweep() leaves nothing of a repository without snapshots and refs", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  await snapshot(at, "a", "wxyz");
  const resolution = { commit: commitOf("a"), kind: "branch", name: "main", onDefaultBranch: true } as const;
  await at.store.resolutions.write(HOST, REPOSITORY, "main", { resolution, resolvedAt: 5 });
  await at.store.reader.catalog(taskOf("a").key);
  await remove(at.store, "a");
  assert(await at.store.housekeeping.sweep(OF, NEVER) === 0);
  assert(await at.store.resolutions.wasResolved(HOST, REPOSITORY, commitOf("a")), "a ref is still at it");
  const [ref] = (await at.store.housekeeping.holdings(OF)).refs;
  assert(ref !== undefined);
  await at.store.housekeeping.forget(OF, { ...ref, resolvedAt: 4 });
  assert.equal((await at.store.housekeeping.holdings(OF)).refs.length, 1, "it was resolved anew");
  await at.store.housekeeping.forget(OF, ref);
  await at.store.housekeeping.sweep(OF, NEVER);
  assert.equal(await countAt(kv), 0);
  assert.equal(await at.store.housekeeping.bytes(), 0);
});

Deno.test("sweep() leaves what is young, and what a snapshot needs", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  await snapshot(at, "a", "vw");
  await snapshot(at, "b", "xy");
  await at.store.contents.write(HOST, REPOSITORY, [{ id: idOf("z"), bytes: bytesOf("z") }]);
  await remove(at.store, "a");
  await at.store.housekeeping.sweep(OF, at.clock.now());
  assert.equal(await countAt(kv, "p"), 3, "written no earlier than that");
  await at.store.housekeeping.sweep(OF, at.clock.now() + 1);
  assert.equal(await countAt(kv, "p"), 1);
  assert.equal(await countAt(kv, "l"), 2);
  assert.equal(await countAt(kv, "t"), 1);
  for (const name of "xy") {
    assertBytes(await stage(kv).store.contents.read(HOST, REPOSITORY, idOf(name)), bytesOf(name));
  }
});

Deno.test("sweep() closes up packs of which less than half is needed, also for readers that know the old place", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv, { cacheBytes: 1200 });
  await snapshot(at, "a", "uvwxyz");
  await snapshot(at, "b", "z");
  assertBytes(await at.store.contents.read(HOST, REPOSITORY, idOf("z")), bytesOf("z"));
  const before = await at.store.housekeeping.bytes();
  await remove(at.store, "a");
  await at.store.housekeeping.sweep(OF, NEVER);
  assert.equal(await countAt(kv, "p"), 1);
  assert.equal(await countAt(kv, "l"), 1);
  assertBytes(await at.store.contents.read(HOST, REPOSITORY, idOf("z")), bytesOf("z"));
  assert(before - await at.store.housekeeping.bytes() >= 5 * 3000, "the space has come back");
});

Deno.test("sweep() takes no content while a snapshot cannot be read here", async (t) => {
  const unreadable: Readonly<Record<string, (kv: Deno.Kv) => Promise<unknown>>> = {
    "a row of another program": (kv) =>
      kv.set([...ROOT, "s", commitOf("b"), "r1", "licensed"], { shape: "new" }),
    "a broken catalog": async (kv) => {
      const [row] = await entriesOf(kv, [...ROOT, "s"]);
      await kv.delete([...ROOT, "d", Object(row?.value).record.parts.catalog.id, 0]);
    },
  };
  for (const [name, spoil] of Object.entries(unreadable)) {
    await t.step(name, async () => {
      using kv = await Deno.openKv(":memory:");
      const at = stage(kv);
      await snapshot(at, "a", "xy");
      await at.store.contents.write(HOST, REPOSITORY, [{ id: idOf("z"), bytes: bytesOf("z") }]);
      await spoil(kv);
      await at.store.housekeeping.sweep(OF, NEVER);
      assert.deepEqual(at.events, ["collect.unread"]);
      assert.equal(await countAt(kv, "p"), 2);
    });
  }
});

Deno.test("sweep() leaves contents that are written again just before any of its commits", async () => {
  for (let written = 0, at = 1; written === at - 1; at++) {
    using kv = await Deno.openKv(":memory:");
    await snapshot(stage(kv), "a", "xy");
    await remove(stage(kv).store, "a");
    const later = stage(kv);
    later.clock.advance(10);
    const again = [..."xy"].map((name) => ({ id: idOf(name), bytes: bytesOf(name) }));
    let commits = 0;
    const { store, clock } = stage(aroundCommits(kv, async (commit) => {
      if (++commits === at) {
        await later.store.contents.write(HOST, REPOSITORY, again);
        written++;
      }
      return await commit();
    }));
    await store.housekeeping.sweep(OF, clock.now() + 5);
    if (written < at) return assert(at > 5);
    const { contents } = stage(kv).store;
    for (const { id, bytes } of again) assertBytes(await contents.read(HOST, REPOSITORY, id), bytes);
  }
});

Deno.test("sweep() that is cut off anywhere loses nothing, and the next one ends it", async () => {
  for (let fatal = 1;; fatal++) {
    using kv = await Deno.openKv(":memory:");
    await snapshot(stage(kv), "a", "uvwxyz");
    await snapshot(stage(kv), "b", "z");
    await remove(stage(kv).store, "a");
    const killed = killedAtCommit(kv, fatal);
    await stage(killed.kv).store.housekeeping.sweep(OF, NEVER).catch(() => {});
    assertBytes(await stage(kv).store.contents.read(HOST, REPOSITORY, idOf("z")), bytesOf("z"));
    await stage(kv).store.housekeeping.sweep(OF, NEVER);
    assertBytes(await stage(kv).store.contents.read(HOST, REPOSITORY, idOf("z")), bytesOf("z"));
    const parts = new Set((await entriesOf(kv, [...ROOT, "d"])).map(({ key }) => key[4]));
    assert.equal(parts.size, 5, "three parts, a tree and a pack");
    if (killed.survived()) return;
  }
});

Deno.test("publish() gives the work back when contents that it refers to were removed after the claim", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots, contents, housekeeping } = at.store;
  await contents.write(HOST, REPOSITORY, [{ id: idOf("z"), bytes: bytesOf("z") }]);
  const task = taskOf("a");
  await snapshots.create(task);
  const work = await snapshots.claim(task, "owner", LEASE);
  assert(work !== null);
  await housekeeping.sweep(OF, NEVER);
  const { files: [file], ...catalog } = catalogOf(task.key.commit, 1);
  assert(file !== undefined);
  const made = { ...contentsOf(task), catalog: { ...catalog, files: [{ ...file, content: idOf("z") }] } };
  assert.equal(await snapshots.publish(work, made), false);
  assert.equal((await snapshots.record(task.key))?.state, "pending");
  assert.equal(await countAt(kv, "d"), 0, "no part is left behind");

  await contents.write(HOST, REPOSITORY, [{ id: idOf("z"), bytes: bytesOf("z") }]);
  const again = await snapshots.claim(task, "owner", LEASE);
  assert(again?.attempt === 1);
  assert(await snapshots.publish(again, made));
});

Deno.test("purge() deletes every row of one repository and no other", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const other = "1234" as RepositoryId;
  await snapshot(at, "a", "uvwxyz");
  await at.store.contents.write(HOST, REPOSITORY, [{ id: idOf("large"), bytes: noise(9_000_000) }]);
  await snapshot(at, "b", "xyz", other);
  const kept = await entriesOf(kv, ["r", HOST, other]);
  const bytes = (await entriesOf(kv, ["r", HOST, other, "d"])).map(({ value }) => Object(value).length);
  await at.store.housekeeping.purge(OF);
  assert.equal(await countAt(kv), 0);
  assert.deepEqual(await entriesOf(kv, ["r", HOST, other]), kept);
  assert.equal(await at.store.housekeeping.bytes(), bytes.reduce((sum, length) => sum + length, 0));
  await at.store.housekeeping.purge(OF);
});

Deno.test("purge() lets no snapshot become ready that counted on what it deletes", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  await snapshot(at, "a", "z");
  let commits = 0;
  let work: Awaited<ReturnType<Store["snapshots"]["claim"]>> = null;
  const task = taskOf("b");
  const { store } = stage(aroundCommits(kv, async (commit) => {
    const result = await commit();
    if (++commits !== 1) return result;
    // The snapshots are gone, and all contents are still there.
    await at.store.snapshots.create(task);
    work = await at.store.snapshots.claim(task, "owner", LEASE);
    assert.equal((await at.store.contents.stored(HOST, REPOSITORY, [idOf("z")])).size, 1);
    await kv.set(["kept"], (await kv.get([...ROOT, "s", task.key.commit, "r1", "licensed"])).value);
    return result;
  }));
  await store.housekeeping.purge(OF);
  assert(work !== null);
  // As if it had been created once more by the same owner.
  await kv.set([...ROOT, "s", task.key.commit, "r1", "licensed"], (await kv.get(["kept"])).value);
  const { files: [file], ...catalog } = catalogOf(task.key.commit, 1);
  assert(file !== undefined);
  const made = { ...contentsOf(task), catalog: { ...catalog, files: [{ ...file, content: idOf("z") }] } };
  assert.equal(await at.store.snapshots.publish(work, made), false);
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

Deno.test("a pack that was stored before times were kept is old, and is read", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  await snapshot(at, "a", "xy");
  const [row] = await entriesOf(kv, [...ROOT, "p"]);
  assert(row !== undefined);
  const { storedAt: _, ...older } = Object(row.value);
  await kv.set(row.key, older);
  assertBytes(await stage(kv).store.contents.read(HOST, REPOSITORY, idOf("x")), bytesOf("x"));
  await at.store.housekeeping.sweep(OF, 1);
  assert.equal(await countAt(kv, "p"), 1);
  await remove(at.store, "a");
  await at.store.housekeeping.sweep(OF, 1);
  assert.equal(await countAt(kv, "p"), 0);
});
