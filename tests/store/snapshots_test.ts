import assert from "node:assert/strict";
import type { RepositoryId, SnapshotWork } from "../../contracts/ports.ts";
import { aroundCommits, entriesOf, killedAtCommit, kvFile } from "../support/kv.ts";
import {
  assertBytes,
  catalogOf,
  contentsOf,
  largeContentsOf,
  noise,
  processOn,
  publishSnapshot,
  ROOT,
  type Stage,
  stage,
  taskOf,
  treeOf,
} from "./_stage.ts";

const LEASE = 30_000;
const TASK = taskOf("a");
const KEY = TASK.key;

async function claimed({ store }: Stage, owner = "one", task = TASK): Promise<SnapshotWork> {
  await store.snapshots.create(task);
  const work = await store.snapshots.claim(task, owner, LEASE);
  assert(work !== null, "the work can be claimed");
  return work;
}

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
  assert.deepEqual((await reader.catalog(KEY))?.catalog, catalogOf(KEY.commit, 2500));
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
  let commits = 0;
  const late = aroundCommits(kv, async (commit) => {
    const result = await commit();
    if (++commits % 2 === 1) throw new Error("operation timed out");
    return result;
  });
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
    assert.deepEqual((await reader.catalog(KEY))?.catalog, catalogOf(KEY.commit, 2500));
  }
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

Deno.test("unfinished() lists what the cron may do, what is due first, from all repositories", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots } = at.store;
  const repository = (name: string) => name as RepositoryId;
  const [leased, failed, permanent, exhausted, ready, pending] = [
    taskOf("a", repository("leased")),
    taskOf("b", repository("failed")),
    taskOf("c", repository("permanent")),
    taskOf("d", repository("exhausted")),
    taskOf("e", repository("ready")),
    taskOf("f", repository("pending")),
  ];
  await claimed(at, "one", leased);
  await snapshots.fail(await claimed(at, "one", failed), "host_unavailable", at.clock.now() + 10);
  await snapshots.fail(await claimed(at, "one", permanent), "tree_truncated", null);
  for (let tries = 0; tries < 8; tries++) {
    await snapshots.fail(await claimed(at, "one", exhausted), "host_unavailable", at.clock.now());
  }
  await publishSnapshot(at.store, ready);
  await snapshots.create(pending);

  const listed = async (limit: number) =>
    (await snapshots.unfinished(limit)).map(({ task, record }) => [task.repository.id, record.state]);
  const all = [["pending", "pending"], ["failed", "failed"], ["leased", "indexing"]];
  assert.deepEqual(await listed(100), all);
  assert.deepEqual(await listed(2), all.slice(0, 2));
  assert.deepEqual(await listed(0), []);
  const [first] = await snapshots.unfinished(1);
  assert.deepEqual(first?.task, pending);

  // What the cron gave up on can still be asked for.
  assert.notEqual(await snapshots.claim(exhausted, "one", LEASE), null);
});

Deno.test("unfinished() follows a lease that is renewed and keeps one row a snapshot", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots } = at.store;
  let work: SnapshotWork | null = await claimed(at);
  for (let renewals = 0; renewals < 3; renewals++) {
    at.clock.advance(1000);
    work = await snapshots.renew(work, LEASE);
    assert(work !== null);
    assert.deepEqual((await entriesOf(kv, ["u"])).map(({ key }) => key[1]), [work.lease.until]);
  }
  await snapshots.release(work);
  assert.deepEqual((await entriesOf(kv, ["u"])).map(({ key }) => key[1]), [at.clock.now()]);
});

Deno.test("unfinished() forgets work of a repository that was deleted, and rows it cannot read", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  await claimed(at);
  await kv.set(["u", 0, "gh"], "nothing of ours");
  for (const { key } of await entriesOf(kv, ROOT)) await kv.delete(key);
  assert.deepEqual(await at.store.snapshots.unfinished(10), []);
  assert.deepEqual(await entriesOf(kv), []);
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
