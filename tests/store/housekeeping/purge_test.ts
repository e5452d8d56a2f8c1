import assert from "node:assert/strict";
import { repositoryRoot } from "../../../contracts/snapshots.ts";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import type { Store } from "../../../src/store/mod.ts";
import { aroundCommits, entriesOf } from "../../support/kv.ts";
import { catalogOf, contentsOf, HOST, noise, REPOSITORY, ROOT, stage, taskOf } from "../_stage.ts";
import { countAt, idOf, LEASE, OF, snapshot } from "./_holdings.ts";

Deno.test("purge() deletes every row of one repository and no other", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const other = "1234" as RepositoryId;
  await snapshot(at, "a", "uvwxyz");
  await at.store.contents.write(repositoryRoot(HOST, REPOSITORY), [{
    id: idOf("large"),
    bytes: noise(9_000_000),
  }]);
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
    assert.equal((await at.store.contents.stored(repositoryRoot(HOST, REPOSITORY), [idOf("z")])).size, 1);
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
