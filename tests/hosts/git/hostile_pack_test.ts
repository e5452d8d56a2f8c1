import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { DEFAULT_GIT_LIMITS, type GitLimits } from "../../../src/hosts/git/mod.ts";
import {
  advertisement,
  band,
  bytesOf,
  commitOf,
  concat,
  distance,
  enemyFetch,
  type EnemyObject,
  entryOf,
  FLUSH,
  hashOf,
  packet,
  packOf,
  packReply,
  sealed,
  treeOf,
  varint,
} from "../../support/git_enemy.ts";
import { gitHost, reasonOf, treeOn } from "./_host.ts";

const BLOB = bytesOf("# Library\n");
const TREE = treeOf([{ mode: "100644", name: "README.md", hash: hashOf("blob", BLOB) }]);
const COMMIT = commitOf(hashOf("tree", TREE));
const HASH = hashOf("commit", COMMIT);
const HONEST: readonly EnemyObject[] = [
  { type: 1, bytes: COMMIT },
  { type: 2, bytes: TREE },
  { type: 3, bytes: BLOB },
];

/** Too large to be inflated in one go. */
const LARGE: EnemyObject = { type: 3, bytes: new Uint8Array(1_500_000).fill(7) };

function list(pack: Uint8Array, limits: Partial<GitLimits> = {}, commit = HASH) {
  return treeOn(gitHost({ fetch: enemyFetch({ fetch: packReply(pack) }), limits }), commit);
}

/** A delta that makes `result` of `base` by copying what they begin with and inserting the rest. */
function delta(base: Uint8Array, result: Uint8Array, copied: number): Uint8Array {
  const rest = result.subarray(copied);
  const copy = copied === 0 ? [] : [0x91, 0, copied];
  const insert = rest.length === 0 ? [] : [rest.length, ...rest];
  return Uint8Array.from([...varint(base.length), ...varint(result.length), ...copy, ...insert]);
}

Deno.test("tree() reads an honest pack", async () => {
  const listing = await list(packOf(HONEST));
  assert(listing.ok);
  assert.deepEqual(listing.value.entries.map(({ path, size }) => [path, size]), [["README.md", BLOB.length]]);
});

Deno.test("tree() reads deltas by distance and by hash, their base before or behind them", async () => {
  const later = bytesOf("# Library and more\n");
  const tree = treeOf([
    { mode: "100644", name: "README.md", hash: hashOf("blob", BLOB) },
    { mode: "100644", name: "more.md", hash: hashOf("blob", later) },
    { mode: "100644", name: "most.md", hash: hashOf("blob", bytesOf("# Library and most\n")) },
  ]);
  const commit = commitOf(hashOf("tree", tree));
  const base = entryOf({ type: 3, bytes: BLOB });
  const objects = [
    {
      type: 7,
      bytes: delta(later, bytesOf("# Library and most\n"), 14),
      base: Uint8Array.fromHex(hashOf("blob", later)),
    },
    { type: 3, bytes: BLOB },
    { type: 6, bytes: delta(BLOB, later, 9), base: distance(base.length) },
    { type: 1, bytes: commit },
    { type: 2, bytes: tree },
  ];
  const listing = await list(packOf(objects), {}, hashOf("commit", commit));
  assert(listing.ok);
  assert.deepEqual(listing.value.entries.map(({ path, size }) => [path, size]), [
    ["README.md", 10],
    ["more.md", 19],
    ["most.md", 19],
  ]);
});

Deno.test("tree() reads large objects part by part, and deltas upon them", async () => {
  const more = concat(LARGE.bytes, bytesOf("more"));
  const copy = [0x80 | 0x10 | 0x20 | 0x40, ...[0, 1, 2].map((at) => (1_500_000 >>> (8 * at)) & 255)];
  const tree = treeOf([
    { mode: "100644", name: "large.bin", hash: hashOf("blob", LARGE.bytes) },
    { mode: "100644", name: "more.bin", hash: hashOf("blob", more) },
  ]);
  const commit = commitOf(hashOf("tree", tree));
  const onLarge = {
    type: 7,
    bytes: Uint8Array.from([...varint(1_500_000), ...varint(1_500_004), ...copy, 4, ...bytesOf("more")]),
    base: Uint8Array.fromHex(hashOf("blob", LARGE.bytes)),
  };
  const ends: readonly EnemyObject[] = [{ type: 1, bytes: commit }, { type: 2, bytes: tree }];
  // Whole before its delta and behind it, in the middle of the pack and at its end.
  for (const objects of [[LARGE, onLarge, ...ends], [onLarge, ...ends, LARGE]]) {
    const listing = await list(packOf(objects), {}, hashOf("commit", commit));
    assert(listing.ok, JSON.stringify(listing));
    assert.deepEqual(listing.value.entries.map(({ path, size }) => [path, size]), [
      ["large.bin", 1_500_000],
      ["more.bin", 1_500_004],
    ]);
  }
});

Deno.test("tree() refuses a pack that is not what it says", async (t) => {
  const honest = packOf(HONEST);
  const start = honest.subarray(0, -20);
  const [commit, tree, blob] = HONEST as readonly [EnemyObject, EnemyObject, EnemyObject];
  const onBlob = (bytes: Uint8Array) =>
    packOf([...HONEST, { type: 6, bytes, base: distance(entryOf(blob).length) }]);
  const table: Record<string, Uint8Array> = {
    "no signature": sealed(concat(bytesOf("KCAP"), start.subarray(4))),
    "another version": sealed(concat(start.subarray(0, 7), Uint8Array.of(3), start.subarray(8))),
    "nothing": new Uint8Array(0),
    "half a header": honest.subarray(0, 7),
    "more objects counted than there are": packOf(HONEST, 4),
    "fewer objects counted than there are": packOf(HONEST, 2),
    "a cut end": honest.subarray(0, -7),
    "a cut object": honest.subarray(0, 60),
    "a wrong trailer": concat(start, new Uint8Array(20)),
    "bytes behind the trailer": concat(honest, bytesOf("more")),
    "bytes before the trailer": sealed(concat(start, bytesOf("more"))),
    "an object smaller than it says": packOf([commit, tree, { ...blob, size: 11 }]),
    "an object larger than it says": packOf([commit, tree, { ...blob, size: 9 }]),
    "an empty object that is not empty": packOf([commit, tree, { ...blob, size: 0 }]),
    "an object of an impossible size": packOf([commit, tree, { ...blob, size: 2 ** 60 }]),
    "bytes that are not deflated": packOf([commit, tree, {
      ...blob,
      compressed: bytesOf("not deflated at all"),
    }]),
    "deflated bytes with a wrong checksum": packOf([commit, tree, { ...blob, compressed: forgedChecksum() }]),
    "a bomb under a small size": packOf([commit, tree, {
      ...blob,
      compressed: deflateSync(new Uint8Array(1e6)),
    }]),
    "a large object smaller than it says": packOf([commit, tree, { ...LARGE, size: 1_600_000 }]),
    "a large object larger than it says": packOf([commit, tree, { ...LARGE, size: 1_400_000 }]),
    "a large object that is not deflated": packOf([commit, tree, {
      ...LARGE,
      compressed: bytesOf("not deflated at all, and long enough to be tried"),
    }]),
    "a large object that is cut": packOf([commit, tree, {
      ...LARGE,
      compressed: deflateSync(LARGE.bytes).subarray(0, -9),
    }]),
    "a bomb under a large size": packOf([commit, tree, {
      ...blob,
      size: 1_100_000,
      compressed: deflateSync(new Uint8Array(30e6)),
    }]),
    "a large delta on what is not there": packOf([commit, tree, {
      type: 7,
      bytes: new Uint8Array(1_500_000).fill(1),
      base: new Uint8Array(20),
    }]),
    "a type that does not exist": packOf([commit, tree, { ...blob, type: 5 }]),
    "no type": packOf([commit, tree, { ...blob, type: 0 }]),
    "a delta on what is not there": packOf([...HONEST, {
      type: 7,
      bytes: delta(BLOB, BLOB, 10),
      base: new Uint8Array(20),
    }]),
    "a delta on the middle of an object": packOf([...HONEST, {
      type: 6,
      bytes: delta(BLOB, BLOB, 10),
      base: distance(3),
    }]),
    "a delta on itself": packOf([...HONEST, { type: 6, bytes: delta(BLOB, BLOB, 10), base: distance(0) }]),
    "a delta on what is before the pack": packOf([...HONEST, {
      type: 6,
      bytes: delta(BLOB, BLOB, 10),
      base: distance(99999),
    }]),
    "a delta for a base of another size": onBlob(Uint8Array.from([...varint(11), ...varint(1), 0x90, 1])),
    "a delta that copies beyond its base": onBlob(
      Uint8Array.from([...varint(10), ...varint(20), 0x91, 5, 20]),
    ),
    "a delta that makes too much": onBlob(Uint8Array.from([...varint(10), ...varint(5), 0x90, 10])),
    "a delta that makes too little": onBlob(Uint8Array.from([...varint(10), ...varint(15), 0x90, 10])),
    "a delta that inserts beyond its end": onBlob(Uint8Array.from([...varint(10), ...varint(15), 15, 1, 2])),
    "a delta with an unknown instruction": onBlob(Uint8Array.from([...varint(10), ...varint(10), 0])),
    "a delta without sizes": onBlob(new Uint8Array(0)),
  };
  for (const [what, pack] of Object.entries(table)) {
    await t.step(what, async () => assert.equal(reasonOf(await list(pack)), "unavailable"));
  }
});

Deno.test("tree() refuses a pack beyond a limit", async (t) => {
  const noise = { type: 3, bytes: bytesOf(Array.from({ length: 5000 }, (_, index) => index * index).join()) };
  const chain: EnemyObject[] = [...HONEST];
  for (let last = entryOf({ type: 3, bytes: BLOB }); chain.length < 20;) {
    const next = { type: 6, bytes: delta(BLOB, BLOB, 10), base: distance(last.length) };
    chain.push(next);
    last = entryOf(next);
  }
  const table: Record<string, { readonly pack: Uint8Array; readonly limits: Partial<GitLimits> }> = {
    "too many bytes": { pack: packOf([noise, ...HONEST]), limits: { packBytes: 4096 } },
    "too many objects": { pack: packOf(HONEST), limits: { packObjects: 2 } },
    "too many objects, by its word alone": { pack: packOf(HONEST, 2 ** 32 - 1), limits: {} },
    "too much in it": {
      pack: packOf([...HONEST, { type: 3, bytes: new Uint8Array(20_000) }]),
      limits: { expandedBytes: 10_000 },
    },
    "too many deltas upon deltas": { pack: packOf(chain), limits: { deltaChain: 10 } },
    "too much work": { pack: packOf(chain), limits: { cachedBytes: 1, workBytes: 500 } },
  };
  for (const [what, { pack, limits }] of Object.entries(table)) {
    await t.step(what, async () => assert.equal(reasonOf(await list(pack, limits)), "unsupported"));
  }
  assert.equal(reasonOf(await list(packOf(chain))), "success");
  await t.step("too many bytes of a host that cannot filter", async () => {
    const fetch = enemyFetch({
      advertisement: advertisement("ls-refs", "fetch=shallow", "object-format=sha1"),
      fetch: packReply(packOf([...HONEST, ...Array.from({ length: 40 }, () => noise)])),
    });
    for (const [streamBytes, reason] of [[2000, "unsupported"], [2_000_000, "success"]] as const) {
      const host = gitHost({ fetch, limits: { streamBytes, packBytes: 1000, heldBytes: 1000 } });
      assert.equal(reasonOf(await treeOn(host, HASH)), reason);
    }
  });
});

Deno.test("tree() passes over an object that is too large, and the deltas upon it", async () => {
  const large = new Uint8Array(50_000).fill(7);
  const tree = treeOf([
    { mode: "100644", name: "large.bin", hash: hashOf("blob", large) },
    { mode: "100644", name: "readme.md", hash: hashOf("blob", BLOB) },
  ]);
  const commit = commitOf(hashOf("tree", tree));
  const objects = [
    { type: 1, bytes: commit },
    { type: 3, bytes: large },
    {
      type: 6,
      bytes: delta(large, large, 0).subarray(0, 7),
      base: distance(entryOf({ type: 3, bytes: large }).length),
    },
    { type: 2, bytes: tree },
    { type: 3, bytes: BLOB },
  ];
  const host = gitHost({
    fetch: enemyFetch({
      fetch: (request) =>
        request.includes(hashOf("commit", commit))
          ? packReply(packOf(objects))
          : packReply(packOf([{ type: 3, bytes: large }])),
    }),
    limits: { objectBytes: 10_000 },
  });
  const listing = await treeOn(host, hashOf("commit", commit));
  assert(listing.ok);
  assert.deepEqual(listing.value.entries.map(({ path, size }) => [path, size]), [
    ["large.bin", 50_000],
    ["readme.md", 10],
  ]);
});

Deno.test("tree() finds nothing where the wanted commit is not in the pack, or is no commit", async () => {
  assert.equal(reasonOf(await list(packOf(HONEST.slice(1)))), "not_found");
  assert.equal(reasonOf(await list(packOf([]))), "not_found");
  const forged = { type: 1, bytes: commitOf(hashOf("tree", TREE), ["0".repeat(40)]) };
  assert.equal(reasonOf(await list(packOf([forged, ...HONEST.slice(1)]))), "not_found");
  assert.equal(reasonOf(await list(packOf(HONEST), {}, hashOf("tree", TREE))), "not_found");
});

Deno.test("tree() survives random damage anywhere in a pack", async () => {
  const honest = packReply(packOf(HONEST));
  for (let at = 0; at < honest.length; at++) {
    const damaged = honest.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 0x15;
    const host = gitHost({ fetch: enemyFetch({ fetch: damaged }), limits: { ...DEFAULT_GIT_LIMITS } });
    assert.notEqual(reasonOf(await treeOn(host, HASH)), "success", `byte ${at}`);
  }
});

Deno.test("tree() reads a pack however its bytes are cut", async () => {
  const pack = packOf(HONEST);
  const parts = Array.from(pack, (_, at) => band(1, pack.subarray(at, at + 1)));
  const reply = concat(packet("packfile"), ...parts, FLUSH);
  for (const size of [1, 3, 7, 1000]) {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= reply.length) return controller.close();
        controller.enqueue(reply.slice(at, at + size));
        at += size;
      },
    });
    const host = gitHost({ fetch: enemyFetch({ fetch: body }) });
    assert.equal(reasonOf(await treeOn(host, HASH)), "success", `${size} bytes at a time`);
  }
});

function forgedChecksum(): Uint8Array {
  const bytes = Uint8Array.from(deflateSync(BLOB));
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  return bytes;
}
