import assert from "node:assert/strict";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import type { SnapshotWork } from "../../../contracts/snapshots.ts";
import { entriesOf } from "../../support/kv.ts";
import { publishSnapshot, ROOT, stage, taskOf } from "../_stage.ts";
import { claimed, LEASE } from "./_claimed.ts";

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
