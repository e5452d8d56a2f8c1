import assert from "node:assert/strict";
import fc from "fast-check";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { accountRoot, type ContentRoot, repositoryRoot } from "../../../contracts/snapshots.ts";
import type { ContentId } from "../../../contracts/domain.ts";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import type { Store } from "../../../src/store/mod.ts";
import { aroundCommits, entriesOf, killedAtCommit, kvFile } from "../../support/kv.ts";
import { assertBytes, contentId, HOST, noise, processOn, REPOSITORY, ROOT, stage } from "../_stage.ts";

interface Content {
  readonly id: ContentId;
  readonly bytes: Uint8Array;
}

/** Small files, an empty one, one that fills a pack and one that needs several chunks. */
function sample(): Content[] {
  const sizes = [10, 0, 5000, 65_535, 65_536, 65_537, 192 * 1024, 192 * 1024 + 1, 3_000_000, 300, 300];
  return sizes.map((size, index) => ({ id: contentId(`content-${index}`), bytes: noise(size, index) }));
}

function many(count: number, prefix = "file"): Content[] {
  return Array.from({ length: count }, (_, index) => ({
    id: contentId(`${prefix}-${index}`),
    bytes: new TextEncoder().encode(`# File ${index}\n\nof ${prefix}`),
  }));
}

const MOUNTED = repositoryRoot(HOST, REPOSITORY);
const write = (store: Store, contents: Iterable<Content>, root: ContentRoot = MOUNTED) =>
  store.contents.write(root, contents);
const stored = (store: Store, ids: readonly ContentId[], root: ContentRoot = MOUNTED) =>
  store.contents.stored(root, ids);
const read = (store: Store, id: ContentId, root: ContentRoot = MOUNTED) => store.contents.read(root, id);
const idsOf = (contents: readonly Content[]) => contents.map(({ id }) => id);

async function assertAllReadable(store: Store, contents: readonly Content[]): Promise<void> {
  for (const { id, bytes } of contents) assertBytes(await read(store, id), bytes);
}

Deno.test("contents of any size come back as written, also from another process (cases: KV edges)", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  await write(store, sample());
  await assertAllReadable(store, sample());
  const other = stage(kv).store;
  await assertAllReadable(other, sample());
  assert.deepEqual(await stored(other, idsOf(sample())), new Set(idsOf(sample())));
});

Deno.test("contents are found by the hundreds and singly, and only what is stored", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  const contents = many(1500);
  await write(store, contents);
  const absent = many(300, "absent");
  for (const count of [0, 1, 9, 10, 11, 199, 200, 201, 1500]) {
    const some = idsOf(contents).slice(0, count);
    assert.deepEqual(await stored(store, [...some, ...idsOf(absent).slice(0, count)]), new Set(some));
  }
  await assertAllReadable(stage(kv).store, contents.slice(0, 500));
  assert.equal(await read(store, contentId("absent-1")), null);
});

Deno.test("contents of one root are never answered to another", async (t) => {
  const others: readonly ContentRoot[] = [
    repositoryRoot(HOST, "124" as RepositoryId),
    repositoryRoot("x" as HostKey, REPOSITORY),
    accountRoot(REPOSITORY as string as AccountId),
  ];
  for (const other of others) {
    await t.step(JSON.stringify(other), async () => {
      using kv = await Deno.openKv(":memory:");
      const { store } = stage(kv);
      await write(store, many(3));
      for (const { id } of many(3)) {
        assert.notEqual(await read(store, id), null, "in memory from here on");
        assert.equal(await read(store, id, other), null);
      }
      assert.deepEqual(await stored(store, idsOf(many(3)), other), new Set());
      await write(store, [{ id: contentId("file-0"), bytes: noise(5) }], other);
      assertBytes(await read(store, contentId("file-0"), other), noise(5));
      assertBytes(await read(store, contentId("file-0")), many(1)[0]?.bytes ?? noise(1));
    });
  }
});

Deno.test("contents written again cost no chunks, and repeats in one write are stored once", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  await write(store, [...sample(), ...sample()]);
  const before = await keysOf(kv);
  await write(stage(kv).store, sample());
  assert.deepEqual(await keysOf(kv), before);
});

Deno.test("contents of a repository with long names stay within the limits of KV", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  const root = repositoryRoot(HOST, "group/".repeat(120) as RepositoryId);
  const contents = many(1000, "f".repeat(64));
  await write(store, contents, root);
  assert.equal((await stored(store, idsOf(contents), root)).size, 1000);
  await write(store, [{ id: contentId("large"), bytes: noise(8_000_000) }], root);
  assertBytes(await read(store, contentId("large"), root), noise(8_000_000));
});

Deno.test("contents survive a cache too small for any of them", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv, { cacheBytes: 1000 });
  await write(store, sample());
  await assertAllReadable(store, sample());
});

Deno.test("contents whose writer dies at any commit are whole or absent, and the next writer completes them", async () => {
  for (let fatal = 1;; fatal++) {
    using kv = await Deno.openKv(":memory:");
    const contents = [...many(120), { id: contentId("large"), bytes: noise(1_700_000) }];
    const killed = killedAtCommit(kv, fatal);
    await write(stage(killed.kv).store, contents).catch((error: Error) =>
      assert.equal(error.message, "killed")
    );

    const { store, events } = stage(kv);
    const found = await stored(store, idsOf(contents));
    for (const { id, bytes } of contents) {
      const value = await read(store, id);
      if (found.has(id)) assertBytes(value, bytes);
      else assert.equal(value, null);
    }
    assert.deepEqual(events, []);
    if (killed.survived()) {
      assert.equal(found.size, contents.length);
      assert(fatal > 5);
      return;
    }
    await write(store, contents);
    await assertAllReadable(store, contents);
  }
});

Deno.test("contents with a broken pack are dropped as a whole and can be stored again", async (t) => {
  const damages: Readonly<Record<string, (kv: Deno.Kv, key: Deno.KvKey) => Promise<unknown>>> = {
    "chunk deleted": (kv, key) => kv.delete(key),
    "chunk overwritten": (kv, key) => kv.set(key, noise(5000, 99)),
  };
  for (const [name, damage] of Object.entries(damages)) {
    await t.step(name, async () => {
      using kv = await Deno.openKv(":memory:");
      const { store, events } = stage(kv);
      const whole = [{ id: contentId("whole"), bytes: noise(500_000) }];
      await write(store, whole);
      const chunks = new Set((await entriesOf(kv, [...ROOT, "d"])).map(({ key }) => key.join()));
      await write(store, many(20));
      for (const { key } of await entriesOf(kv, [...ROOT, "d"])) {
        if (!chunks.has(key.join())) await damage(kv, key);
      }

      assert.equal((await stored(store, idsOf(many(20)))).size, 20);
      assert.equal(await read(store, contentId("file-3")), null);
      assert.deepEqual(events, ["store.broken pack"]);
      assert.deepEqual(await stored(store, [...idsOf(many(20)), contentId("whole")]), new Set(idsOf(whole)));
      assert.equal((await entriesOf(kv, [...ROOT, "d"])).length, chunks.size, "no chunk is left behind");
      await assertAllReadable(store, whole);

      await write(store, many(20));
      await assertAllReadable(store, many(20));
      assert.deepEqual(events, ["store.broken pack"]);
    });
  }
});

Deno.test("contents whose rows are not what they should be count as absent", async () => {
  using kv = await Deno.openKv(":memory:");
  const contents = many(2);
  await write(stage(kv).store, contents);
  const [location] = await entriesOf(kv, [...ROOT, "l"]);
  const [pack] = await entriesOf(kv, [...ROOT, "p"]);
  assert(location !== undefined && pack !== undefined);

  await kv.set(location.key, { pack: "../x", offset: -1, length: 0.5 });
  assert.deepEqual(await stored(stage(kv).store, idsOf(contents)), new Set([contentId("file-1")]));
  assert.equal(await read(stage(kv).store, contentId("file-0")), null);

  await kv.set(location.key, { ...Object(location.value), length: 1_000_000 });
  assert.equal(await read(stage(kv).store, contentId("file-0")), null);

  await kv.set(pack.key, "no manifest");
  assert.deepEqual(await stored(stage(kv).store, idsOf(contents)), new Set());
  await write(stage(kv).store, contents);
  await assertAllReadable(stage(kv).store, contents);
});

Deno.test("contents of a pack that bears another pack's manifest are not answered", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv);
  await write(store, many(1, "one"));
  const [one] = await entriesOf(kv, [...ROOT, "p"]);
  await write(store, many(1, "two"));
  const two = (await entriesOf(kv, [...ROOT, "p"])).find(({ key }) => key.at(-1) !== one?.key.at(-1));
  assert(one !== undefined && two !== undefined);
  await kv.set(one.key, two.value);
  assert.equal(await read(store, contentId("one-0")), null);
});

Deno.test("contents that moved to another pack are read from there", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store } = stage(kv, { cacheBytes: 1200 });
  await write(store, many(2));
  await assertAllReadable(store, many(2));
  for (const { key } of await entriesOf(kv, [...ROOT, "p"])) await kv.delete(key);
  await write(stage(kv).store, many(3));
  await assertAllReadable(store, many(3));
});

Deno.test("contents written by two processes at once are all there, whatever else they write", async () => {
  await using file = await kvFile();
  const { store } = await processOn(file);
  const { store: other } = await processOn(file);
  const fresh = await file.open();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(30), fc.nat(70_000)), { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(30), fc.nat(70_000)), { minLength: 1, maxLength: 12 }),
      async (left, right) => {
        const contentsOf = (sizes: [number, number][]) =>
          sizes.map(([seed, size]) => ({ id: contentId(`c-${seed}-${size}`), bytes: noise(size, seed) }));
        await Promise.all([write(store, contentsOf(left)), write(other, contentsOf(right))]);
        await assertAllReadable(stage(fresh).store, [...contentsOf(left), ...contentsOf(right)]);
      },
    ),
    { numRuns: 15 },
  );
});

Deno.test("contents stand although their pack is dropped, or stored by another, just before a commit", async () => {
  using kv = await Deno.openKv(":memory:");
  const dropPacks = async () => {
    for (const { key } of await entriesOf(kv, [...ROOT, "p"])) await kv.delete(key);
  };
  await write(stage(kv).store, many(3));
  for (const meanwhile of [dropPacks, () => write(stage(kv).store, many(3))]) {
    for (let fatal = 1; fatal <= 2; fatal++) {
      let commits = 0;
      const { store } = stage(aroundCommits(kv, async (commit) => {
        if (++commits === fatal) await meanwhile();
        return await commit();
      }));
      await write(store, many(3));
      await assertAllReadable(stage(kv).store, many(3));
    }
    for (const { key } of await entriesOf(kv)) await kv.delete(key);
  }
  assert.deepEqual(await entriesOf(kv), []);
});

Deno.test("contents that another process repaired meanwhile are not dropped", async () => {
  using kv = await Deno.openKv(":memory:");
  await write(stage(kv).store, many(3));
  for (const { key } of await entriesOf(kv, [...ROOT, "d"])) await kv.delete(key);
  let commits = 0;
  const { store } = stage(aroundCommits(kv, async (commit) => {
    if (++commits === 1) {
      for (const { key } of await entriesOf(kv, [...ROOT, "p"])) await kv.delete(key);
      await write(stage(kv).store, many(3));
    }
    return await commit();
  }));
  assert.equal(await read(store, contentId("file-0")), null);
  await assertAllReadable(store, many(3));
});

Deno.test("contents of two writers of the same pack keep the chunks of one", async () => {
  using kv = await Deno.openKv(":memory:");
  const other = stage(kv).store;
  let commits = 0;
  const { store } = stage(aroundCommits(kv, async (commit) => {
    if (++commits === 2) await write(other, many(3));
    return await commit();
  }));
  await write(store, many(3));
  assert.equal((await entriesOf(kv, [...ROOT, "d"])).length, 1);
  await assertAllReadable(stage(kv).store, many(3));
});

Deno.test("contents are written although commits are locked out or land late", async () => {
  using kv = await Deno.openKv(":memory:");
  let commits = 0;
  const faulty = aroundCommits(kv, async (commit) => {
    commits++;
    if (commits % 3 === 1) throw new Error("database is locked");
    const result = await commit();
    if (commits % 3 === 2) throw new Error("operation timed out");
    return result;
  });
  const { store } = stage(faulty);
  await write(store, sample());
  await assertAllReadable(store, sample());
  const chunks = await entriesOf(kv, [...ROOT, "d"]);
  const named = await entriesOf(kv, [...ROOT, "p"]);
  const parts = new Set(chunks.map(({ key }) => key.at(-2)));
  assert.equal(parts.size, named.length, "no chunk without a pack");
});

async function keysOf(kv: Deno.Kv): Promise<string[]> {
  return (await entriesOf(kv)).map(({ key }) => JSON.stringify(key));
}
