import assert from "node:assert/strict";
import type { PartManifest } from "../../../contracts/snapshots.ts";
import { createPartStore, sha256 } from "../../../src/store/parts/part_store.ts";
import { readStoredBytes } from "../../../src/store/stored_bytes.ts";
import { aroundCommits, entriesOf, killedAtCommit } from "../../support/kv.ts";
import { assertBytes, kvDeps, noise, ROOT } from "../_stage.ts";

const CHUNKS = [...ROOT, "d"];

const text = (characters: string) => new TextEncoder().encode(characters);

const VALUES: readonly { readonly name: string; readonly bytes: Uint8Array }[] = [
  { name: "nothing", bytes: new Uint8Array(0) },
  { name: "one byte", bytes: new Uint8Array([7]) },
  ...[64_511, 64_512, 64_513, 65_535, 65_536, 65_537, 3_000_000].flatMap((length) => [
    { name: `${length} bytes that do not compress`, bytes: noise(length) },
    { name: `${length} equal bytes`, bytes: new Uint8Array(length).fill(97) },
  ]),
  { name: "40,000 CJK characters", bytes: text("漢".repeat(40_000)) },
  { name: "40,000 different CJK characters", bytes: text(cjk(40_000)) },
];

for (const codec of ["zstd", "gzip", "none"] as const) {
  Deno.test(`parts with codec ${codec} come back as written (cases: KV edges)`, async (t) => {
    for (const { name, bytes } of VALUES) {
      await t.step(name, async () => {
        using kv = await Deno.openKv(":memory:");
        const parts = createPartStore(kvDeps(kv), codec);
        const { manifest } = await parts.write(ROOT, "part", bytes);
        assert.equal(manifest.bytes, bytes.byteLength, "counted in bytes");
        const chunks = (await entriesOf(kv, CHUNKS)).map(({ value }) => value);
        assert.equal(chunks.length, manifest.chunks);
        assert(chunks.every((chunk) => chunk instanceof Uint8Array && chunk.byteLength <= 64_512));
        assertBytes(await parts.read(ROOT, manifest), bytes);
      });
    }
  });
}

Deno.test("parts are stored as they are when compressing does not pay, and say so", async () => {
  using kv = await Deno.openKv(":memory:");
  const parts = createPartStore(kvDeps(kv), "zstd");
  const { manifest: plain } = await parts.write(ROOT, "noise", noise(1000));
  const { manifest: dense } = await parts.write(ROOT, "text", text("again and ".repeat(1000)));
  assert.equal(plain.codec, "none");
  assert.equal(plain.storedBytes, 1000);
  assert.equal(dense.codec, "zstd");
  assert(dense.storedBytes < 200);
});

Deno.test("parts of another codec are read by a store that writes its own", async () => {
  using kv = await Deno.openKv(":memory:");
  const bytes = text("again and ".repeat(1000));
  const { manifest } = await createPartStore(kvDeps(kv), "gzip").write(ROOT, "part", bytes);
  assert.equal(manifest.codec, "gzip");
  assertBytes(await createPartStore(kvDeps(kv), "zstd").read(ROOT, manifest), bytes);
});

/** Every way to break one chunk by hand. */
const DAMAGES: readonly { readonly name: string; readonly value: (chunk: Uint8Array) => unknown }[] = [
  { name: "deleted", value: () => undefined },
  { name: "cut", value: (chunk) => chunk.slice(0, -1) },
  { name: "longer", value: (chunk) => new Uint8Array([...chunk, 0]) },
  { name: "emptied", value: () => new Uint8Array(0) },
  { name: "overwritten", value: (chunk) => new Uint8Array(chunk.byteLength).fill(255) },
  {
    name: "one bit off",
    value: (chunk) => chunk.map((byte, index) => index === chunk.byteLength >> 1 ? byte ^ 1 : byte),
  },
  { name: "not bytes", value: () => "text" },
];

for (const codec of ["zstd", "gzip", "none"] as const) {
  Deno.test(`parts with codec ${codec} and one broken chunk are not read`, async (t) => {
    for (const { name, value } of DAMAGES) {
      await t.step(name, async () => {
        using kv = await Deno.openKv(":memory:");
        const parts = createPartStore(kvDeps(kv), codec);
        // Half of it compresses, so that every codec is used and still has several chunks.
        const bytes = Uint8Array.from([...noise(150_000), ...new Uint8Array(150_000)]);
        const { manifest } = await parts.write(ROOT, "part", bytes);
        assert.equal(manifest.codec, codec);
        const entries = await entriesOf(kv, CHUNKS);
        assert(entries.length >= 3);
        for (const { key, value: chunk } of entries) {
          assert(chunk instanceof Uint8Array);
          const damaged = value(chunk);
          if (damaged === undefined) await kv.delete(key);
          else await kv.set(key, damaged);
          assert(await parts.read(ROOT, manifest) === null);
          await kv.set(key, chunk);
        }
        assertBytes(await parts.read(ROOT, manifest), bytes);
      });
    }
  });
}

Deno.test("parts with their chunks in another order are not read", async () => {
  using kv = await Deno.openKv(":memory:");
  const parts = createPartStore(kvDeps(kv));
  const { manifest } = await parts.write(ROOT, "part", noise(2 * 64_512));
  const [first, second] = await entriesOf(kv, CHUNKS);
  assert(first !== undefined && second !== undefined);
  await kv.set(first.key, second.value);
  await kv.set(second.key, first.value);
  assert(await parts.read(ROOT, manifest) === null);
});

Deno.test("parts that unpack to more than they say are not read", async () => {
  using kv = await Deno.openKv(":memory:");
  const parts = createPartStore(kvDeps(kv));
  const bytes = new Uint8Array(1_000_000);
  const manifest: PartManifest = {
    ...(await parts.write(ROOT, "part", bytes)).manifest,
    bytes: 1000,
    sha256: sha256(bytes.subarray(0, 1000)),
  };
  assert(await parts.read(ROOT, manifest) === null);
});

Deno.test("parts leave no chunk behind when writing fails or they are discarded", async () => {
  using kv = await Deno.openKv(":memory:");
  const parts = createPartStore(kvDeps(kv));
  const { manifest } = await parts.write(ROOT, "part", noise(10_000_000));
  await parts.discard(ROOT, [manifest]);
  assert.equal((await entriesOf(kv, ROOT)).length, 0);

  let commits = 0;
  const failing = aroundCommits(kv, (commit) => {
    return ++commits === 5 ? Promise.reject(new Error("disk full")) : commit();
  });
  await assert.rejects(createPartStore(kvDeps(failing)).write(ROOT, "part", noise(10_000_000)), /disk full/);
  assert.equal((await entriesOf(kv, ROOT)).length, 0);
});

Deno.test("parts that cannot be discarded are logged and left", async () => {
  using kv = await Deno.openKv(":memory:");
  const { manifest } = await createPartStore(kvDeps(kv)).write(ROOT, "part", noise(1000));
  const events: string[] = [];
  const deps = {
    ...kvDeps(killedAtCommit(kv, 1).kv),
    log: (_: string, event: string) => void events.push(event),
  };
  await createPartStore(deps).discard(ROOT, [manifest]);
  assert.deepEqual(events, ["store.chunks_left"]);
  assert.equal((await entriesOf(kv, CHUNKS)).length, 1);
  await createPartStore(kvDeps(kv)).discard(ROOT, [manifest]);
  assert.equal((await entriesOf(kv, ROOT)).length, 0, "and discarded later");
});

Deno.test("parts are in sight wherever their writer dies, and old orphans go with all their chunks", async () => {
  for (let fatal = 1;; fatal++) {
    using kv = await Deno.openKv(":memory:");
    const killed = killedAtCommit(kv, fatal);
    await createPartStore(kvDeps(killed.kv)).write(ROOT, "part", noise(4_000_000)).catch(() => {});
    const deps = kvDeps(kv);
    const parts = createPartStore(deps);
    assert.equal((await entriesOf(kv, [...ROOT, "x"])).length, fatal === 1 ? 0 : 1);
    const before = await entriesOf(kv, CHUNKS);
    await parts.discardOld(ROOT, deps.clock.now());
    assert.equal((await entriesOf(kv, CHUNKS)).length, before.length, "it is young");
    await parts.discardOld(ROOT, deps.clock.now() + 1);
    assert.equal((await entriesOf(kv, ROOT)).length, 0);
    assert.equal(await readStoredBytes(kv), 0);
    if (killed.survived()) return;
  }
});

Deno.test("parts that were taken for leftovers cannot be adopted, nor written on", async () => {
  using kv = await Deno.openKv(":memory:");
  const deps = kvDeps(kv);
  const parts = createPartStore(deps);
  const part = await parts.write(ROOT, "part", noise(1000));
  await parts.discardOld(ROOT, deps.clock.now() + 1);
  const operation = kv.atomic().set([...ROOT, "manifest"], part.manifest);
  parts.adopt(operation, part);
  assert.equal((await operation.commit()).ok, false);

  let commits = 0;
  const late = aroundCommits(kv, async (commit) => {
    if (++commits === 3) await parts.discardOld(ROOT, deps.clock.now() + 1);
    return await commit();
  });
  await assert.rejects(
    createPartStore(kvDeps(late)).write(ROOT, "late", noise(4_000_000)),
    /taken for a leftover/,
  );
  assert.equal((await entriesOf(kv, CHUNKS)).length, 0);
});

Deno.test("parts are counted while they are stored", async () => {
  using kv = await Deno.openKv(":memory:");
  const parts = createPartStore(kvDeps(kv), "none");
  const written = [
    await parts.write(ROOT, "one", noise(1000)),
    await parts.write(ROOT, "two", noise(2_000_000)),
  ];
  assert.equal(await readStoredBytes(kv), 2_001_000);
  for (const { manifest } of written) await parts.discard(ROOT, [manifest, manifest]);
  assert.equal(await readStoredBytes(kv), 0);
});

function cjk(count: number): string {
  return Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index * 7 % 20_000)).join(
    "",
  );
}
