import assert from "node:assert/strict";
import { repositoryRoot } from "../../../contracts/snapshots.ts";
import { aroundCommits, entriesOf, killedAtCommit } from "../../support/kv.ts";
import {
  assertBytes,
  catalogOf,
  commitOf,
  contentsOf,
  HOST,
  REPOSITORY,
  ROOT,
  stage,
  taskOf,
} from "../_stage.ts";
import { bytesOf, countAt, idOf, LEASE, NEVER, OF, remove, snapshot } from "./_holdings.ts";

Deno.test("sweep() leaves nothing of a repository without snapshots and refs", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  await snapshot(at, "a", "wxyz");
  const resolution = { commit: commitOf("a"), kind: "branch", name: "main", onDefaultBranch: true } as const;
  await at.store.resolutions.write(HOST, REPOSITORY, "main", { resolution, resolvedAt: 5, identified: true });
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
  await at.store.contents.write(repositoryRoot(HOST, REPOSITORY), [{ id: idOf("z"), bytes: bytesOf("z") }]);
  await remove(at.store, "a");
  await at.store.housekeeping.sweep(OF, at.clock.now());
  assert.equal(await countAt(kv, "p"), 3, "written no earlier than that");
  await at.store.housekeeping.sweep(OF, at.clock.now() + 1);
  assert.equal(await countAt(kv, "p"), 1);
  assert.equal(await countAt(kv, "l"), 2);
  assert.equal(await countAt(kv, "t"), 1);
  for (const name of "xy") {
    assertBytes(
      await stage(kv).store.contents.read(repositoryRoot(HOST, REPOSITORY), idOf(name)),
      bytesOf(name),
    );
  }
});

Deno.test("sweep() closes up packs of which less than half is needed, also for readers that know the old place", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv, { cacheBytes: 1200 });
  await snapshot(at, "a", "uvwxyz");
  await snapshot(at, "b", "z");
  assertBytes(await at.store.contents.read(repositoryRoot(HOST, REPOSITORY), idOf("z")), bytesOf("z"));
  const before = await at.store.housekeeping.bytes();
  await remove(at.store, "a");
  await at.store.housekeeping.sweep(OF, NEVER);
  assert.equal(await countAt(kv, "p"), 1);
  assert.equal(await countAt(kv, "l"), 1);
  assertBytes(await at.store.contents.read(repositoryRoot(HOST, REPOSITORY), idOf("z")), bytesOf("z"));
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
      await at.store.contents.write(repositoryRoot(HOST, REPOSITORY), [{
        id: idOf("z"),
        bytes: bytesOf("z"),
      }]);
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
        await later.store.contents.write(repositoryRoot(HOST, REPOSITORY), again);
        written++;
      }
      return await commit();
    }));
    await store.housekeeping.sweep(OF, clock.now() + 5);
    if (written < at) return assert(at > 5);
    const { contents } = stage(kv).store;
    for (const { id, bytes } of again) {
      assertBytes(await contents.read(repositoryRoot(HOST, REPOSITORY), id), bytes);
    }
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
    assertBytes(
      await stage(kv).store.contents.read(repositoryRoot(HOST, REPOSITORY), idOf("z")),
      bytesOf("z"),
    );
    await stage(kv).store.housekeeping.sweep(OF, NEVER);
    assertBytes(
      await stage(kv).store.contents.read(repositoryRoot(HOST, REPOSITORY), idOf("z")),
      bytesOf("z"),
    );
    const parts = new Set((await entriesOf(kv, [...ROOT, "d"])).map(({ key }) => key[4]));
    assert.equal(parts.size, 5, "three parts, a tree and a pack");
    if (killed.survived()) return;
  }
});

Deno.test("publish() gives the work back when contents that it refers to were removed after the claim", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots, contents, housekeeping } = at.store;
  await contents.write(repositoryRoot(HOST, REPOSITORY), [{ id: idOf("z"), bytes: bytesOf("z") }]);
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

  await contents.write(repositoryRoot(HOST, REPOSITORY), [{ id: idOf("z"), bytes: bytesOf("z") }]);
  const again = await snapshots.claim(task, "owner", LEASE);
  assert(again?.attempt === 1);
  assert(await snapshots.publish(again, made));
});

Deno.test("a pack that was stored before times were kept is old, and is read", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  await snapshot(at, "a", "xy");
  const [row] = await entriesOf(kv, [...ROOT, "p"]);
  assert(row !== undefined);
  const { storedAt: _, ...older } = Object(row.value);
  await kv.set(row.key, older);
  assertBytes(await stage(kv).store.contents.read(repositoryRoot(HOST, REPOSITORY), idOf("x")), bytesOf("x"));
  await at.store.housekeeping.sweep(OF, 1);
  assert.equal(await countAt(kv, "p"), 1);
  await remove(at.store, "a");
  await at.store.housekeeping.sweep(OF, 1);
  assert.equal(await countAt(kv, "p"), 0);
});
