import assert from "node:assert/strict";
import fc from "fast-check";
import { browse } from "../../src/reading/mod.ts";
import { snapshotOf } from "../support/snapshot_of.ts";
import { LIBRARY } from "./_library.ts";
import { failureOf, found } from "./_outcome.ts";

const root = await snapshotOf(LIBRARY);
const marketing = await snapshotOf(LIBRARY, { address: "/gh/acme/library/marketing" });

Deno.test("browse() lists the mounted directory's own entries by their paths from the repository root", async () => {
  const result = found(await browse(marketing, {}));
  assert.deepEqual(result.entries.map(({ kind, path }) => [kind, path]), [
    ["file", "marketing/SKILLCDN.md"],
    ["folder", "marketing/docs"],
    ["folder", "marketing/skills"],
  ]);
  assert.equal(result.total, 3);
  assert.equal(result.nextCursor, null);
});

Deno.test("browse() describes a folder by its manifest, else its README, else the host's description", async () => {
  const described = await snapshotOf({ "skills/a/SKILL.md": "---\nname: a\ndescription: A.\n---\n" }, {
    description: "What the host says",
  });
  const readme = await snapshotOf({ ...LIBRARY, "engineering/README.md": "# Eng\n\nHow we build.\n" });
  assert.equal(found(await browse(root, { path: "marketing" })).folder.description, "Copy and campaigns.");
  assert.equal(found(await browse(root, { path: "marketing" })).folder.overview?.path, "marketing/README.md");
  assert.equal(found(await browse(readme, { path: "engineering" })).folder.description, "How we build.");
  assert.equal(found(await browse(described, {})).folder.description, "What the host says");
  assert.equal(found(await browse(described, { path: "skills" })).folder.description, null);
});

Deno.test("browse() gives a skill's exact path, where its files are, and its nested skills", async () => {
  const result = found(await browse(root, { path: "marketing/skills" }));
  const [skill] = result.entries;
  assert.ok(skill?.kind === "skill");
  assert.equal(skill.path, "marketing/skills/ad-copy/SKILL.md");
  assert.equal(skill.browsePath, "marketing/skills/ad-copy");
  assert.deepEqual([skill.files, skill.nestedSkills], [3, 1]);
});

Deno.test("browse() says why a SKILL.md is not a skill (name missing)", async () => {
  const { diagnostics } = found(await browse(root, { path: "marketing/skills" }));
  assert.deepEqual(diagnostics.shown.map(({ path, code }) => [path, code]), [
    ["marketing/skills/broken/SKILL.md", "field_missing"],
  ]);
  assert.equal(found(await browse(root, { path: "engineering" })).diagnostics.shown.length, 0);
});

Deno.test("browse() reports an unreadable manifest below and above the folder", async () => {
  const files = { ...LIBRARY, "marketing/SKILLCDN.md": "no front matter" };
  const closed = await snapshotOf(files);
  const paths = async (path?: string) =>
    found(await browse(closed, { path })).diagnostics.shown.map((shown) => shown.path);
  assert.ok((await paths()).includes("marketing/SKILLCDN.md"));
  assert.deepEqual(await paths("engineering"), []);
  const inside = await snapshotOf(files, { address: "/gh/acme/library" });
  assert.equal(
    failureOf(await browse(inside, { path: "marketing/skills/ad-copy" })).code,
    "folder.not_found",
  );
});

Deno.test("browse() pages through every entry once, for any limits", async () => {
  const path = "marketing/skills/ad-copy";
  const all = found(await browse(root, { path, limit: 200 })).entries.map((entry) => entry.path);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 10, maxLength: 10 }),
      async (limits) => {
        const seen: string[] = [];
        let cursor: string | undefined;
        for (const limit of limits) {
          const page = found(await browse(root, { path, cursor, limit }));
          seen.push(...page.entries.map((entry) => entry.path));
          if (page.nextCursor === null) break;
          assert.equal(page.nextCursor, page.cursorAt(page.start + page.entries.length));
          cursor = page.nextCursor;
        }
        assert.deepEqual(seen, all);
      },
    ),
  );
});

Deno.test("browse() answers alike for what is outside the mount, excluded, and what does not exist", async () => {
  const outside = ["engineering", "docs", "", "marketing/skills/secret", "marketing/nothing"];
  for (const path of outside) {
    assert.deepEqual(failureOf(await browse(marketing, { path })), {
      code: "folder.not_found",
      path,
      hint: "Browse or search for the exact paths of this mount",
    });
  }
});

Deno.test("browse() shows an empty repository as an empty folder", async () => {
  const result = found(await browse(await snapshotOf({}), {}));
  assert.deepEqual([result.total, result.entries, result.nextCursor], [0, [], null]);
});

Deno.test("browse() refuses limits that are no whole numbers from 1 to 200", async () => {
  for (const limit of [0, -1, 201, 1.5, NaN, Infinity]) {
    assert.equal(failureOf(await browse(root, { limit })).code, "request.invalid");
  }
});
