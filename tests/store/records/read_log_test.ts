import assert from "node:assert/strict";
import { aroundCommits, entriesOf } from "../../support/kv.ts";
import { publishSnapshot, ROOT, stage, taskOf } from "../_stage.ts";

const HOUR = 3_600_000;
const KEY = taskOf("a").key;
const ROW = [...ROOT, "a", KEY.commit, "r1", "licensed"];

Deno.test("reads are written down once an hour, however many there are", async () => {
  using kv = await Deno.openKv(":memory:");
  let commits = 0;
  const { store: { reads }, clock } = stage(aroundCommits(kv, (commit) => {
    commits++;
    return commit();
  }));
  const start = clock.now();
  for (let minute = 0; minute < 180; minute++) {
    reads.note({ ...KEY });
    clock.advance(HOUR / 60);
  }
  await reads.flush();
  assert.equal(commits, 3 + 1, "three hours, and what flush() added");
  assert.deepEqual((await kv.get(ROW)).value, { readAt: start + 179 * HOUR / 60 });
  await reads.flush();
  assert.equal(commits, 4, "nothing was new");
});

Deno.test("reads are noted when a catalog is read, and not when there is none", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  assert.equal(await store.reader.catalog(KEY), null);
  await store.reads.flush();
  assert.deepEqual(await entriesOf(kv, [...ROOT, "a"]), []);
  await publishSnapshot(store, taskOf("a"));
  await store.reader.catalog(KEY);
  await store.reads.flush();
  assert.equal((await entriesOf(kv, [...ROOT, "a"])).length, 1);
});

Deno.test("a read that cannot be written down is logged, fails nothing and is tried again", async () => {
  using kv = await Deno.openKv(":memory:");
  let isBroken = true;
  const { store: { reads }, events } = stage(
    aroundCommits(kv, (commit) => isBroken ? Promise.reject(new Error("disk full")) : commit()),
  );
  reads.note(KEY);
  await reads.flush().catch(() => assert.fail("it fails nothing"));
  assert(events.length > 0 && events.every((event) => event === "store.read_unwritten"));
  isBroken = false;
  reads.note(KEY);
  await reads.flush();
  assert.notEqual((await kv.get(ROW)).value, null);
});
