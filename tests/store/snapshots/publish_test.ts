import assert from "node:assert/strict";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import { aroundCommits, entriesOf, killedAtCommit, kvFile, landingLate } from "../../support/kv.ts";
import {
  assertBytes,
  assertCatalog,
  catalogOf,
  contentsOf,
  largeContentsOf,
  noise,
  processOn,
  ROOT,
  stage,
  taskOf,
  treeOf,
} from "../_stage.ts";
import { claimed, KEY, LEASE, TASK } from "./_claimed.ts";

Deno.test("publish() makes everything readable and frees the work", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots, reader } = at.store;
  const work = await claimed(at);
  at.clock.advance(10);
  assert.equal(await reader.catalog(KEY), null);
  assert(await snapshots.publish(work, largeContentsOf(TASK)));
  const record = await snapshots.record(KEY);
  assert(record?.state === "ready");
  assert.deepEqual(record.counts, catalogOf(KEY.commit, 2500).counts);
  assert.equal(record.updatedAt, at.clock.now());
  await assertCatalog(await reader.catalog(KEY), catalogOf(KEY.commit, 2500));
  const newest = await snapshots.newest(KEY);
  assert(newest !== null);
  assert.deepEqual(newest.facts, largeContentsOf(TASK).facts);
  assert.deepEqual(newest.digests, largeContentsOf(TASK).digests);
  assertBytes(newest.search, noise(900_000));
  assert.equal(await snapshots.publish(work, contentsOf(TASK)), false, "only once");
  assert.equal(await snapshots.claim(TASK, "two", LEASE), null);
});

Deno.test("publish() goes on while its holder renews", async () => {
  using kv = await Deno.openKv(":memory:");
  const holder = stage(kv);
  let commits = 0;
  const renewing = aroundCommits(kv, async (commit) => {
    if (commits++ < 8) await holder.store.snapshots.renew(work, LEASE);
    return await commit();
  });
  const work = await claimed(holder);
  assert(await stage(renewing).store.snapshots.publish(work, contentsOf(TASK)));
  assert(commits > 4);
});

Deno.test("publish() takes back its chunks when the lease is lost while it writes", async () => {
  using kv = await Deno.openKv(":memory:");
  const other = stage(kv);
  const late = await claimed(other);
  let commits = 0;
  const slow = aroundCommits(kv, async (commit) => {
    if (++commits === 3) {
      other.clock.advance(LEASE);
      const work = await claimed(other, "two");
      assert(await other.store.snapshots.publish(work, contentsOf(TASK, "the winner's")));
    }
    return await commit();
  });
  assert.equal(await stage(slow).store.snapshots.publish(late, largeContentsOf(TASK)), false);
  assert.equal((await entriesOf(kv, [...ROOT, "d"])).length, 3, "the winner's three parts");
  const search = await stage(kv).store.reader.search(KEY);
  assert.equal(search?.excerpt("", "", 0), "the winner's");
});

Deno.test("publish() of two processes racing for one commit happens once", async () => {
  await using file = await kvFile();
  const processes = [await processOn(file), await processOn(file), await processOn(file)];
  for (let round = 0; round < 20; round++) {
    const task = taskOf("a", `r${round}` as RepositoryId);
    await Promise.all(processes.map(({ store }) => store.snapshots.create(task)));
    const works = await Promise.all(
      processes.map(({ store }, index) => store.snapshots.claim(task, `owner ${index}`, LEASE)),
    );
    assert.equal(works.filter((work) => work !== null).length, 1);
    const published = await Promise.all(processes.map(async ({ store }, index) => {
      const work = works[index] ?? null;
      return work !== null && await store.snapshots.publish(work, contentsOf(task));
    }));
    assert.equal(published.filter(Boolean).length, 1);
    for (const { store } of processes) assert.notEqual(await store.reader.catalog(task.key), null);
  }
});

Deno.test("a claim or publication that times out and lands is not taken for somebody else's", async () => {
  using kv = await Deno.openKv(":memory:");
  const late = landingLate(kv, (commit) => commit % 2 === 1);
  const at = stage(late);
  const work = await claimed(at);
  const renewed = await at.store.snapshots.renew(work, LEASE);
  assert(renewed !== null);
  await at.store.snapshots.writeTree(renewed, treeOf(3));
  assert(await at.store.snapshots.publish(renewed, contentsOf(TASK)));
  assert.notEqual(await at.store.reader.catalog(KEY), null);
});

Deno.test("a writer that dies at any commit leaves nothing that a reader sees, and the next one finishes", async () => {
  for (let fatal = 1;; fatal++) {
    using kv = await Deno.openKv(":memory:");
    const killed = killedAtCommit(kv, fatal);
    const dying = stage(killed.kv);
    await (async () => {
      const work = await claimed(dying);
      await dying.store.snapshots.writeTree(work, treeOf(3000));
      await dying.store.snapshots.publish(work, largeContentsOf(TASK));
    })().catch((error: Error) => assert.equal(error.message, "killed"));

    const next = stage(kv);
    const { snapshots, reader } = next.store;
    const tree = await snapshots.readTree(KEY);
    if (tree !== null) assert.deepEqual(tree, treeOf(3000));
    const seen = [await reader.catalog(KEY), await reader.search(KEY), await snapshots.newest(KEY)];
    assert.equal(new Set(seen.map((part) => part === null)).size, 1, "all of a snapshot or nothing");
    assert.deepEqual(next.events, []);
    assert.equal(seen[0] !== null, killed.survived());
    if (killed.survived()) {
      assert(fatal > 8, "publishing takes several commits");
      return;
    }
    next.clock.advance(LEASE);
    const work = await claimed(next, "two");
    assert(await snapshots.publish(work, largeContentsOf(TASK)));
    await assertCatalog(await reader.catalog(KEY), catalogOf(KEY.commit, 2500));
  }
});
