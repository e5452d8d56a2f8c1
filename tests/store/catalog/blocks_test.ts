import assert from "node:assert/strict";
import fc from "fast-check";
import type { RepoPath } from "../../../contracts/addresses.ts";
import { CatalogGone } from "../../../contracts/catalog_view.ts";
import { KV_LIMITS } from "../../../contracts/limits.ts";
import { createByteCache } from "../../../src/store/byte_cache.ts";
import type { Block } from "../../../src/store/catalog/_block.ts";
import { cutBlocks } from "../../../src/store/catalog/_cut_blocks.ts";
import { encodeCatalog } from "../../../src/store/catalog/encode_catalog.ts";
import { type Files, readFiles } from "../../support/snapshot_of.ts";
import { openedCatalog, storedCatalog } from "./_stored.ts";

const ROOT = "" as RepoPath;

/** Skills with a supporting file each, in folders of ten. */
function library(skills: number, extra: Files = {}): Files {
  const files: Record<string, Files[string]> = { ...extra };
  for (let number = 0; number < skills; number++) {
    const directory = `group-${Math.floor(number / 10)}/skill-${number}`;
    files[`${directory}/SKILL.md`] =
      `---\nname: skill-${number}\ndescription: Does task ${number}\n---\n# ${number}\n`;
    files[`${directory}/notes.txt`] = `note ${number}`;
  }
  return files;
}

Deno.test("a small catalog lies in one value, which one read opens and answers from", async () => {
  const { catalog } = readFiles(library(3));
  const { encoded, view, stored } = await openedCatalog(catalog, { maxBlockBytes: 65_536 });
  assert.equal(encoded.values.length, 1);
  assert.equal((await view.skills.page({ kind: "any", below: ROOT, start: 0, count: 10 })).total, 3);
  assert.equal((await view.browsed("any", "group-0" as RepoPath, 0, 10)).rows.length, 3);
  assert.deepEqual(stored.reads, [[0]]);
});

Deno.test("a question reads the blocks that it is about, all at once, and none twice", async () => {
  const { catalog } = readFiles(library(200));
  const { encoded, view, stored } = await openedCatalog(catalog);
  assert(encoded.values.length > 50, "the catalog has many blocks");
  const opening = stored.reads.length;
  const path = "group-3/skill-31/SKILL.md";
  assert.equal((await view.skills.at(path))?.name, "skill-31");
  assert.deepEqual(stored.reads.slice(opening).map(({ length }) => length), [1]);
  await Promise.all([
    view.skills.at(path),
    view.files.at(path),
    view.folders.at("group-3"),
    view.files.at(path),
  ]);
  assert.equal(stored.reads.length, opening + 2, "what is asked for together is read together");
  const before = stored.reads.flat();
  await Promise.all([view.skills.at(path), view.files.at(path), view.folders.at("group-3")]);
  assert.deepEqual(stored.reads.flat(), before);
});

Deno.test("counting rows reads at most the blocks where the range begins and ends", async () => {
  const { catalog } = readFiles(library(200));
  const { view, stored } = await openedCatalog(catalog);
  const opening = stored.reads.length;
  const counted = { start: 0, count: 0 } as const;
  assert.equal((await view.skills.page({ kind: "listed", below: ROOT, ...counted })).total, 200);
  assert.equal(
    (await view.files.page({ kind: "invalid_skill", below: "group-3" as RepoPath, ...counted })).total,
    0,
  );
  assert.equal(stored.reads.length, opening, "the directory knows");
  assert.equal(
    (await view.skills.page({ kind: "listed", below: "group-3" as RepoPath, ...counted })).total,
    10,
  );
  assert(stored.reads.slice(opening).flat().length <= 2);
});

Deno.test("a block that is gone or broken is never answered from: it is told of, and the question fails", async () => {
  const { catalog } = readFiles(library(60));
  for (const [what, damage] of DAMAGES) {
    const stored = await storedCatalog(catalog);
    const opened = await stored.open();
    assert(opened !== null);
    for (let number = 1; number < stored.values.length; number++) {
      stored.values[number] = damage(stored.values[number] ?? new Uint8Array(), stored.values);
    }
    await assert.rejects(opened.view.skills.at("group-3/skill-31/SKILL.md"), CatalogGone, what);
    await assert.rejects(Array.fromAsync(opened.view.files.each("any", ROOT)), CatalogGone, what);
    const both = ["group-1", "group-5"].map((path) => opened.view.folders.at(path));
    const ends = await Promise.allSettled(both);
    assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(["rejected"]), what);
    assert(stored.broken >= 3, what);
  }
});

const DAMAGES: readonly (readonly [
  string,
  (value: Uint8Array, all: readonly (Uint8Array | null)[]) => Uint8Array | null,
])[] = [
  ["deleted", () => null],
  ["cut off", (value) => value.subarray(0, value.length - 1)],
  ["changed", (value) => value.map((byte, index) => index === value.length >> 1 ? byte ^ 1 : byte)],
  ["another block", (value, all) => all.find((other) => other !== null && other !== value) ?? null],
  ["empty", () => new Uint8Array()],
];

Deno.test("a directory that is gone, broken or of another version does not open", async () => {
  const { catalog } = readFiles(library(30));
  const changed = (at: number, byte: number) => (value: Uint8Array) =>
    value.map((old, index) => index === at ? byte : old);
  const damages: readonly (readonly [string, (value: Uint8Array) => Uint8Array | null])[] = [
    ["deleted", () => null],
    ["empty", () => new Uint8Array()],
    ["cut off in the prefix", (value) => value.subarray(0, 10)],
    ["cut off", (value) => value.subarray(0, 60)],
    ["changed", changed(50, 0)],
    ["another version", changed(3, 0x32)],
    ["another length", changed(4, 1)],
    ["a length that nothing has", changed(7, 0xff)],
  ];
  for (const [what, damage] of damages) {
    const stored = await storedCatalog(catalog);
    stored.values[0] = damage(stored.values[0] ?? new Uint8Array());
    assert.equal(await stored.open(), null, what);
  }
});

Deno.test("a first block that is broken behind a whole directory is found when it is asked for", async () => {
  const stored = await storedCatalog(readFiles(library(30)).catalog);
  stored.values[0] = stored.values[0]?.subarray(0, -1) ?? null;
  const opened = await stored.open();
  assert(opened !== null);
  await assert.rejects(opened.view.folders.at(""), CatalogGone);
  assert.equal(stored.broken, 1);
});

Deno.test("a directory of any size, and a row larger than a value, are read whole", async () => {
  const long = Array.from({ length: 300 }, (_, number) => `${"d".repeat(200)}${number}`);
  const metadata = Array.from({ length: 100 }, (_, number) => `  key-${number}: ${randomText(100, number)}\n`)
    .join("");
  const files = Object.fromEntries(long.flatMap((name, number) => [
    [
      `${name}/SKILL.md`,
      `---\nname: s\ndescription: ${randomText(200, number)}\nmetadata:\n${metadata}---\n`,
    ],
  ]));
  const { catalog } = readFiles(files);
  const { encoded, view } = await openedCatalog(catalog, { maxBlockBytes: 1, codec: "none" });
  assert(encoded.values.every(({ byteLength }) => byteLength <= KV_LIMITS.chunkBytes));
  assert(encoded.manifest.chunks === encoded.values.length);
  assert.equal((await Array.fromAsync(view.skills.each("any", ROOT))).length, 300);
});

function randomText(length: number, seed: number): string {
  return Array.from({ length }, (_, index) => String.fromCharCode(97 + (index * 7 + seed * 13) % 26)).join(
    "",
  );
}

Deno.test("the next commit's catalog has this one's blocks but for those around what changed", async () => {
  const before = await encodeCatalog(readFiles(library(600)).catalog, { maxBlockBytes: 4096 });
  const extra = { "group-30/another/SKILL.md": "---\nname: another\ndescription: One more\n---\n" };
  const after = await encodeCatalog(readFiles(library(600, extra)).catalog, { maxBlockBytes: 4096 });
  const known = new Set(before.values.map((value) => value.toString()));
  const fresh = after.values.filter((value) => !known.has(value.toString()));
  assert(after.values.length > 100, `${after.values.length} blocks`);
  assert(fresh.length <= 24, `${fresh.length} of ${after.values.length} blocks are new`);
});

Deno.test("commits of a repository share blocks in memory", async () => {
  const cache = createByteCache<Block>(64 * 1024 * 1024);
  const one = await openedCatalog(readFiles(library(100)).catalog, { cache, maxBlockBytes: 4096 });
  await Array.fromAsync(one.view.skills.each("any", ROOT));
  const extra = { "zebra/SKILL.md": "---\nname: zebra\ndescription: The last\n---\n" };
  const other = await openedCatalog(readFiles(library(100, extra)).catalog, { cache, maxBlockBytes: 4096 });
  const opening = other.stored.reads.length;
  assert.equal((await other.view.skills.at("group-3/skill-31/SKILL.md"))?.name, "skill-31");
  assert.equal(other.stored.reads.length, opening);
});

Deno.test("blocks of rows that are read again weigh more in the cache, and give way within its bound", async () => {
  const maxBytes = 200_000;
  const cache = createByteCache<Block>(maxBytes);
  const { view } = await openedCatalog(readFiles(library(400)).catalog, { cache, maxBlockBytes: 16_384 });
  const weights: number[] = [];
  for (let time = 0; time < 3; time++) {
    await Promise.all(
      Array.from({ length: 10 }, (_, number) => view.skills.at(`group-0/skill-${number}/SKILL.md`)),
    );
    await view.skills.page({ kind: "any", below: ROOT, start: 0, count: 40 });
    weights.push(cache.bytes);
  }
  assert((weights[2] ?? 0) > (weights[0] ?? 0), `${weights}`);
  for (let time = 0; time < 3; time++) await Array.fromAsync(view.skills.each("any", ROOT));
  assert(cache.bytes <= maxBytes, `${cache.bytes} bytes are kept`);
});

Deno.test("cutBlocks() loses no row, keeps the order and the bound, and cuts the same wherever it began", () => {
  const rows = fc.array(fc.tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 300 })), {
    maxLength: 200,
  });
  fc.assert(fc.property(rows, (given) => {
    const sorted = given.map(([key, value], index) => ({ key: `${key}${index}`, flags: 0, value }));
    const blocks = [...cutBlocks(sorted, 600)];
    assert.deepEqual(blocks.flat().map(({ key }) => key), sorted.map(({ key }) => key));
    for (const block of blocks) {
      const bytes = block.reduce((sum, row) => sum + row.bytes, 0);
      assert(bytes <= 600 || block.length === 1, `${block.length} rows of ${bytes} bytes`);
    }
  }));
});
