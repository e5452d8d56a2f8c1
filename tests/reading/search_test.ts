import assert from "node:assert/strict";
import fc from "fast-check";
import { search } from "../../src/reading/mod.ts";
import { type Files, snapshotOf } from "../support/snapshot_of.ts";
import { LIBRARY } from "./_library.ts";
import { failureOf, found } from "./_outcome.ts";

const root = await snapshotOf(LIBRARY);

Deno.test("search() folds a skill's files under it and says where the words are", async () => {
  const { items, total } = found(await search(root, { query: "walrus" }));
  assert.equal(total, 1);
  const [item] = items;
  assert.equal(item?.kind, "skill");
  assert.equal(item?.path, "marketing/skills/ad-copy/SKILL.md");
  assert.equal(item?.title, "ad-copy");
  assert.deepEqual(item?.files, ["marketing/skills/ad-copy/references/examples.md"]);
  assert.equal(item?.match.path, "marketing/skills/ad-copy/references/examples.md");
  assert.match(item?.match.excerpt ?? "", /Buy the walrus/);
});

Deno.test("search() shows documents with their title and summary", async () => {
  const { items } = found(await search(root, { query: "friendly" }));
  const document = items.find(({ path }) => path === "marketing/docs/brand-voice.md");
  assert.equal(document?.kind, "file");
  assert.equal(document?.title, "Brand voice");
  assert.equal(document?.description, "Friendly, brief and exact. Never shout.");
});

Deno.test("search() never shows translations of front matter", async () => {
  const { items } = found(await search(root, { query: "angle Geheimwort" }));
  assert.ok(items.length > 0);
  for (const { match } of items) assert.doesNotMatch(match.excerpt ?? "", /Geheimwort/);
});

Deno.test("search() lets the best file stand for a skill that lies above the mount", async () => {
  const inside = await snapshotOf(LIBRARY, {
    address: "/gh/acme/library/marketing/skills/ad-copy/references",
  });
  const { items } = found(await search(inside, { query: "walrus" }));
  assert.deepEqual(items.map(({ kind, path, files }) => [kind, path, files]), [
    ["file", "marketing/skills/ad-copy/references/examples.md", []],
  ]);
});

Deno.test("search() stays inside the mount and inside the given directory", async () => {
  const engineering = await snapshotOf(LIBRARY, { address: "/gh/acme/library/engineering" });
  assert.equal(found(await search(engineering, { query: "walrus angle" })).total, 0);
  const scoped = found(await search(root, { query: "short code", path: "engineering/skills" }));
  assert.deepEqual(scoped.items.map(({ path }) => path), ["engineering/skills/review/SKILL.md"]);
  assert.equal(
    failureOf(await search(engineering, { query: "x", path: "marketing" })).code,
    "folder.not_found",
  );
});

Deno.test("search() finds nothing of what is excluded", async () => {
  assert.equal(found(await search(root, { query: "nobody secret" })).total, 0);
});

Deno.test("search() pages through every result once, for any limits", async () => {
  const files: Files = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `skills/s${index}/SKILL.md`,
      `---\nname: s${index}\ndescription: Common words, number ${index}.\n---\nBody.\n`,
    ]),
  );
  const many = await snapshotOf(files);
  const limits = fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 30, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(limits, async (limits) => {
      const seen = new Set<string>();
      let cursor: string | undefined;
      for (const limit of limits) {
        const page = found(await search(many, { query: "common words", cursor, limit }));
        for (const { path } of page.items) {
          assert.ok(!seen.has(path));
          seen.add(path);
        }
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      assert.equal(seen.size, 30);
    }),
    { numRuns: 20 },
  );
});

Deno.test("search() refuses a blank query and one of more than 500 characters", async () => {
  for (const query of ["", "  \n", "🙂".repeat(501)]) {
    assert.equal(failureOf(await search(root, { query })).code, "request.invalid");
  }
  assert.equal(found(await search(root, { query: "🙂".repeat(500) })).total, 0);
});
