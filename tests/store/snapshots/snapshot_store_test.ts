import assert from "node:assert/strict";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import type { SnapshotWork } from "../../../contracts/snapshots.ts";
import { entriesOf } from "../../support/kv.ts";
import { contentsOf, publishSnapshot, ROOT, stage, taskOf, treeOf } from "../_stage.ts";
import { claimed, KEY, LEASE, TASK } from "./_claimed.ts";

Deno.test("create() makes one pending row and leaves what there is", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots } = at.store;
  assert.equal(await snapshots.record(KEY), null);
  assert.equal(await snapshots.claim(TASK, "one", LEASE), null, "nothing to claim");
  const pending = { state: "pending", attempt: 0, fence: 0, updatedAt: at.clock.now() };
  assert.deepEqual(await snapshots.create(TASK), pending);
  at.clock.advance(5);
  assert.deepEqual(await snapshots.create(TASK), pending);
  await claimed(at);
  assert.equal((await snapshots.create(TASK)).state, "indexing");
});

Deno.test("knows() tells a repository that was begun from one that never was", async () => {
  using kv = await Deno.openKv(":memory:");
  const { snapshots, resolutions } = stage(kv).store;
  const { host, repository, commit } = KEY;
  const resolution = { commit, kind: "branch", name: "main", onDefaultBranch: true } as const;
  await resolutions.write(host, repository, "main", { resolution, resolvedAt: 1 });
  assert.equal(await snapshots.knows(host, repository), false, "a look at its refs begins nothing");
  await snapshots.create(TASK);
  assert.equal(await snapshots.knows(host, repository), true);
  assert.equal(await snapshots.knows(host, `${repository}0` as RepositoryId), false);
});

Deno.test("claim() takes pending work once, with a lease and the next fence", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const work = await claimed(at);
  const lease = { owner: "one", until: at.clock.now() + LEASE, fence: 1 };
  assert.deepEqual(work, { task: TASK, lease, attempt: 1, removal: null });
  assert.deepEqual(await at.store.snapshots.record(KEY), {
    state: "indexing",
    attempt: 1,
    fence: 1,
    updatedAt: at.clock.now(),
    lease,
  });
  assert.equal(await at.store.snapshots.claim(TASK, "two", LEASE), null);
});

Deno.test("claim() takes over a lease that ran out, and the late holder can do nothing more", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots } = at.store;
  const late = await claimed(at);
  at.clock.advance(LEASE - 1);
  assert.equal(await snapshots.claim(TASK, "two", LEASE), null);
  at.clock.advance(1);
  const work = await snapshots.claim(TASK, "two", LEASE);
  assert.equal(work?.lease.fence, 2);
  assert.equal(work.attempt, 2);

  const before = await everything(kv);
  assert.equal(await snapshots.renew(late, LEASE), null);
  assert.equal(await snapshots.publish(late, contentsOf(TASK)), false);
  assert.equal(await snapshots.fail(late, "internal", null), false);
  await snapshots.release(late);
  await snapshots.writeTree(late, treeOf(2));
  assert.deepEqual(await everything(kv), before, "not even a chunk is left");
  assert(await snapshots.publish(work, contentsOf(TASK)));
});

Deno.test("claim() tells two claims of one owner apart", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const late = await claimed(at, "one");
  at.clock.advance(LEASE);
  await claimed(at, "one");
  assert.equal(await at.store.snapshots.renew(late, LEASE), null);
});

Deno.test("renew() moves the end of the lease, also of one that ran out and nobody took", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots } = at.store;
  let work: SnapshotWork | null = await claimed(at);
  for (const pause of [LEASE / 3, LEASE + 5]) {
    at.clock.advance(pause);
    work = await snapshots.renew(work, LEASE);
    assert(work !== null);
    assert.equal(work.lease.until, at.clock.now() + LEASE);
    assert.equal(work.lease.fence, 1);
  }
  at.clock.advance(LEASE - 1);
  assert.equal(await snapshots.claim(TASK, "two", LEASE), null);
});

Deno.test("release() gives work back at once, as a try that did not count", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  await at.store.snapshots.release(await claimed(at));
  const again = await at.store.snapshots.claim(TASK, "two", LEASE);
  assert.equal(again?.attempt, 1);
  assert.equal(again.lease.fence, 2);
});

Deno.test("fail() lets the work be claimed again when the retry is due, or never", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots } = at.store;
  const retryAt = at.clock.now() + 1000;
  assert(await snapshots.fail(await claimed(at), "host_unavailable", retryAt));
  const failed = await snapshots.record(KEY);
  assert.deepEqual(failed, {
    state: "failed",
    attempt: 1,
    fence: 1,
    updatedAt: at.clock.now(),
    code: "host_unavailable",
    retryAt,
  });
  at.clock.advance(999);
  assert.equal(await snapshots.claim(TASK, "two", LEASE), null);
  at.clock.advance(1);
  const work = await snapshots.claim(TASK, "two", LEASE);
  assert.equal(work?.attempt, 2);
  assert(await snapshots.fail(work, "tree_too_large", null));
  at.clock.advance(365 * 86_400_000);
  assert.equal(await snapshots.claim(TASK, "two", LEASE), null);
});

Deno.test("invalidate() makes a ready snapshot pending, with nothing left of it, and no other", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots } = at.store;
  await snapshots.invalidate(KEY);
  assert.equal(await snapshots.record(KEY), null);
  const work = await claimed(at);
  await snapshots.invalidate(KEY);
  assert.equal((await snapshots.record(KEY))?.state, "indexing");
  assert(await snapshots.publish(work, contentsOf(TASK)));
  await snapshots.invalidate(KEY);
  assert.deepEqual(await snapshots.record(KEY), {
    state: "pending",
    attempt: 0,
    fence: 1,
    updatedAt: at.clock.now(),
  });
  assert.deepEqual(await entriesOf(kv, [...ROOT, "d"]), []);
  assert.equal(await snapshots.newest(KEY), null);
  assert.equal((await claimed(at, "two")).lease.fence, 2);
});

Deno.test("a snapshot's row that cannot be read counts as absent and is made again", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  await publishSnapshot(at.store, TASK);
  const [row] = await entriesOf(kv, [...ROOT, "s"]);
  assert(row !== undefined);
  for (
    const value of [null, "ready", { record: { state: "ready" } }, { ...Object(row.value), repository: 1 }]
  ) {
    await kv.set(row.key, value);
    assert.equal(await at.store.snapshots.record(KEY), null);
    assert.equal(await stage(kv).store.reader.catalog(KEY), null);
    await publishSnapshot(at.store, TASK);
    assert.equal((await at.store.snapshots.record(KEY))?.state, "ready");
  }
});

Deno.test("newest() is the last published under the same rules and serving mode, while it is ready", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  const { snapshots } = store;
  const search = async (key = KEY) => {
    const newest = await snapshots.newest(key);
    return newest && new TextDecoder().decode(newest.search);
  };
  assert.equal(await search(), null);
  await publishSnapshot(store, TASK, contentsOf(TASK, "first"));
  await publishSnapshot(store, taskOf("b"), contentsOf(taskOf("b"), "second"));
  assert.equal(await search(), "second");
  assert.equal(await search(taskOf("c").key), "second");
  assert.equal(await search(taskOf("c", undefined, "r2").key), null);
  assert.equal(await search({ ...KEY, serving: "full" }), null);
  assert.equal(await search(taskOf("c", "124" as RepositoryId).key), null);
  await snapshots.invalidate(taskOf("b").key);
  assert.equal(await search(), null);
});

Deno.test("trees are kept a commit, for all reading rules, and replaced without a trace", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots } = at.store;
  assert.equal(await snapshots.readTree(KEY), null);
  const work = await claimed(at);
  await snapshots.writeTree(work, { ...treeOf(2), truncated: true });
  await snapshots.writeTree(work, treeOf(3));
  assert.deepEqual(await snapshots.readTree(KEY), treeOf(3));
  assert.deepEqual(await snapshots.readTree(taskOf("a", undefined, "r2").key), treeOf(3));
  assert.equal(await snapshots.readTree(taskOf("b").key), null);
  assert.equal(await snapshots.readTree(taskOf("a", "124" as RepositoryId).key), null);
  assert.equal((await entriesOf(kv, [...ROOT, "d"])).length, 1);
  assert(await snapshots.publish(work, contentsOf(TASK)), "the work is still held");
});

async function everything(kv: Deno.Kv): Promise<unknown[]> {
  const entries = await entriesOf(kv);
  return entries.filter(({ key }) => key[0] !== "b").map(({ key, versionstamp }) => [key, versionstamp]);
}
