import assert from "node:assert/strict";
import { repositoryRoot } from "../../../contracts/snapshots.ts";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import type { SnapshotKey } from "../../../contracts/mounts.ts";
import type { Store, StoreDeps } from "../../../src/store/mod.ts";
import { entriesOf } from "../../support/kv.ts";
import {
  assertBytes,
  assertCatalog,
  catalogOf,
  contentId,
  contentsOf,
  HOST,
  largeContentsOf,
  noise,
  publishSnapshot,
  REPOSITORY,
  ROOT,
  type Stage,
  stage,
  taskOf,
} from "../_stage.ts";

const TASK = taskOf("a");
const KEY = TASK.key;
const TEXT = contentId("text");

async function written(store: Store): Promise<void> {
  await publishSnapshot(store, TASK);
  await store.contents.write(repositoryRoot(HOST, REPOSITORY), [
    { id: TEXT, bytes: new TextEncoder().encode("\ufeff# 漢字 🙂\r\n") },
    { id: contentId("binary"), bytes: noise(1000) },
  ]);
}

Deno.test("the reader answers what was published, whole and decoded", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store: { reader }, store } = stage(kv);
  await written(store);
  const view = await reader.catalog(KEY);
  await assertCatalog(view, catalogOf(KEY.commit));
  assert.equal((await view?.files.at("docs/page-1.md"))?.title, "漢字 und mehr");
  assert.equal((await view?.folders.at("empty"))?.served, false);
  assert.equal((await reader.search(KEY))?.excerpt("", "", 0), "an index");
  assertBytes(await reader.content(KEY, contentId("binary")), noise(1000));
  assert.equal(await reader.text(KEY, TEXT), "\ufeff# 漢字 🙂\r\n", "every byte, the mark at the start too");
  assert.equal(await reader.text(KEY, contentId("binary")), null, "not UTF-8");
});

Deno.test("the reader asks KV once, whoever asks how often, also with another key object", async () => {
  using kv = await Deno.openKv(":memory:");
  await written(stage(kv).store);
  let reads = 0;
  const { store: { reader } } = stage(counting(kv, () => reads++));
  const everything = (key: SnapshotKey) =>
    Promise.all([
      reader.catalog(key),
      reader.search(key),
      reader.content(key, contentId("binary")),
      reader.text(key, TEXT),
    ]);
  await everything(KEY);
  const first = reads;
  assert(first > 0);
  const answers = await Promise.all([KEY, { ...KEY }, { ...KEY }].map(everything));
  assert.equal(reads, first);
  for (const [catalog, search] of answers) {
    assert.equal(catalog, answers[0]?.[0]);
    assert.equal(search, answers[0]?.[1]);
  }

  const single = stage(counting(kv, () => reads++)).store.reader;
  reads = 0;
  await Promise.all(Array.from({ length: 20 }, () => single.catalog({ ...KEY })));
  assert.equal(reads, 2, "one record, one part");
});

Deno.test("the reader answers what is too large to keep, and keeps what else it has", async () => {
  using kv = await Deno.openKv(":memory:");
  await written(stage(kv).store);
  await publishSnapshot(stage(kv).store, taskOf("b"), largeContentsOf(taskOf("b")));
  let reads = 0;
  const { store: { reader } } = stage(counting(kv, () => reads++), { cacheBytes: 4 * 64 * 1024 });
  await reader.catalog(KEY);
  const large = taskOf("b").key;
  for (let asked = 0; asked < 2; asked++) {
    await assertCatalog(await reader.catalog(large), catalogOf(large.commit, 2500));
    assert.notEqual(await reader.search(large), null);
  }
  reads = 0;
  await reader.catalog(KEY);
  assert.equal(reads, 0);
  await reader.search(large);
  assert(reads > 0);
});

Deno.test("the reader tells snapshots apart by every part of their key", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store: { reader }, store } = stage(kv);
  await written(store);
  await reader.catalog(KEY);
  await reader.text(KEY, TEXT);
  const others: SnapshotKey[] = [
    { ...KEY, rules: "r2" },
    { ...KEY, serving: "full" },
    { ...KEY, commit: taskOf("b").key.commit },
    { ...KEY, repository: `${REPOSITORY}"` as RepositoryId },
  ];
  for (const other of others) {
    assert.equal(await reader.catalog(other), null);
    assert.equal(await reader.search(other), null);
  }
  const [, , , foreign] = others;
  assert(foreign !== undefined);
  assert.equal(await reader.text(foreign, TEXT), null);
  assert.equal(await reader.content(foreign, TEXT), null);
});

/** Reads each kind of stored value. */
const PARTS: Readonly<Record<string, (at: Stage) => Promise<unknown>>> = {
  catalog: ({ store }) => store.reader.catalog(KEY),
  search: ({ store }) => store.reader.search(KEY),
  facts: ({ store }) => store.snapshots.newest(KEY),
};

for (const [part, read] of Object.entries(PARTS)) {
  Deno.test(`a broken chunk of the ${part} is found, never served, and the snapshot is indexed again`, async (t) => {
    for (const damage of ["deleted", "overwritten"]) {
      await t.step(damage, async () => {
        using kv = await Deno.openKv(":memory:");
        await publishSnapshot(stage(kv).store, TASK, largeContentsOf(TASK));
        const record = await stage(kv).store.snapshots.record(KEY);
        assert(record?.state === "ready");
        const { id } =
          { catalog: record.parts.catalog, search: record.parts.search, facts: record.parts.facts }[
            part
          ] ?? { id: "" };
        const [chunk] = await entriesOf(kv, [...ROOT, "d", id]);
        assert(chunk !== undefined);
        if (damage === "deleted") await kv.delete(chunk.key);
        else await kv.set(chunk.key, noise(2000, 5));

        const at = stage(kv);
        assert.equal(await read(at), null);
        assert.deepEqual(at.events, [`store.broken ${part}`]);
        assert.equal((await at.store.snapshots.record(KEY))?.state, "pending");
        assert.deepEqual(await entriesOf(kv, [...ROOT, "d"]), []);
        assert.equal((await at.store.snapshots.unfinished(10)).length, 1);
        assert.equal(await read(at), null);
        assert.equal(at.events.length, 1);

        await publishSnapshot(at.store, TASK, largeContentsOf(TASK));
        assert.notEqual(await read(at), null);
      });
    }
  });
}

Deno.test("a broken chunk of the tree is found, and the tree is asked for again", async () => {
  using kv = await Deno.openKv(":memory:");
  const at = stage(kv);
  const { snapshots } = at.store;
  await snapshots.create(TASK);
  const work = await snapshots.claim(TASK, "one", 1000);
  assert(work !== null);
  await snapshots.writeTree(work, { entries: [], truncated: false });
  for (const { key } of await entriesOf(kv, [...ROOT, "d"])) await kv.set(key, noise(50));
  assert.equal(await snapshots.readTree(KEY), null);
  assert.deepEqual(at.events, ["store.broken tree"]);
  assert.deepEqual(await entriesOf(kv, [...ROOT, "d"]), []);
  assert.equal(await snapshots.readTree(KEY), null);
  assert.equal(at.events.length, 1);
});

Deno.test("a broken pack is found, never served, and the snapshot is indexed again", async () => {
  using kv = await Deno.openKv(":memory:");
  await written(stage(kv).store);
  const record = await stage(kv).store.snapshots.record(KEY);
  assert(record?.state === "ready");
  const parts = Object.values(record.parts).map(({ id }) => id);
  for (const { key } of await entriesOf(kv, [...ROOT, "d"])) {
    if (!parts.includes(String(key.at(-2)))) await kv.set(key, noise(500, 5));
  }
  const at = stage(kv);
  assert.equal(await at.store.reader.text(KEY, TEXT), null);
  assert.equal((await at.store.snapshots.record(KEY))?.state, "pending");
  assert.deepEqual(at.events, ["store.broken pack", "store.broken content"]);
  assert.equal((await at.store.contents.stored(repositoryRoot(HOST, REPOSITORY), [TEXT])).size, 0);

  await written(at.store);
  assert.equal(await at.store.reader.text(KEY, TEXT), "\ufeff# 漢字 🙂\r\n");
  assert.equal((await at.store.snapshots.record(KEY))?.state, "ready");
});

Deno.test("a catalog of another version and an index that does not open are made again", async () => {
  for (const part of ["catalog", "search"] as const) {
    using kv = await Deno.openKv(":memory:");
    const at = stage(kv);
    await publishSnapshot(at.store, TASK, { ...contentsOf(TASK), search: new Uint8Array([0, 1]) });
    const record = await at.store.snapshots.record(KEY);
    assert(record?.state === "ready");
    if (part === "catalog") {
      // The index stands in for a catalog that was serialized in another way.
      const [row] = await entriesOf(kv, [...ROOT, "s"]);
      assert(row !== undefined);
      const parts = { ...record.parts, catalog: record.parts.search };
      await kv.set(row.key, { ...Object(row.value), record: { ...record, parts } });
    }
    assert.equal(await at.store.reader[part](KEY), null);
    assert.deepEqual(at.events, [`store.broken ${part}`]);
    assert.equal((await at.store.snapshots.record(KEY))?.state, "pending");
  }
});

Deno.test("what another process repaired meanwhile is not indexed again", async () => {
  using kv = await Deno.openKv(":memory:");
  const other = stage(kv);
  await publishSnapshot(other.store, TASK, contentsOf(TASK, "broken"));
  for (const { key } of await entriesOf(kv, [...ROOT, "d"])) await kv.delete(key);
  let reads = 0;
  const at = stage(
    {
      ...counting(kv, () => {}),
      // Behind this reader's back the snapshot is invalidated and published again.
      async getMany(...request: Parameters<Deno.Kv["getMany"]>) {
        const chunks = await kv.getMany(...request);
        if (++reads === 1) {
          await other.store.snapshots.invalidate(KEY);
          await publishSnapshot(other.store, TASK, contentsOf(TASK, "repaired"));
        }
        return chunks;
      },
    } as StoreDeps["kv"],
  );
  assert.equal(await at.store.reader.search(KEY), null);
  assert.equal((await other.store.snapshots.record(KEY))?.state, "ready");
  assert.equal((await at.store.reader.search(KEY))?.excerpt("", "", 0), "repaired");
});

Deno.test("content that is there on a second look leaves its snapshot alone", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  await publishSnapshot(store, TASK);
  assert.equal(await store.reader.content(TASK.key, TEXT), null);
  assert.equal((await store.snapshots.record(KEY))?.state, "pending", "published without its content");
  const unready = taskOf("b").key;
  assert.equal(await store.reader.content(unready, TEXT), null);
  assert.equal(await store.snapshots.record(unready), null);
});

function counting(kv: Deno.Kv, onRead: () => void): StoreDeps["kv"] {
  const counted = <Args extends unknown[], Answer>(read: (...args: Args) => Answer) => (...args: Args) => {
    onRead();
    return read(...args);
  };
  return {
    get: counted(kv.get.bind(kv)) as Deno.Kv["get"],
    getMany: counted(kv.getMany.bind(kv)) as Deno.Kv["getMany"],
    list: counted(kv.list.bind(kv)) as Deno.Kv["list"],
    atomic: kv.atomic.bind(kv),
  };
}
