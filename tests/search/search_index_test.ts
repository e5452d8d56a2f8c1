import assert from "node:assert/strict";
import { createSearchIndex } from "../../src/search/mod.ts";
import { found, openIndex, repoPath, skill, toEntries } from "./_entries.ts";

Deno.test("search() puts an exact skill name first, however much others speak of it", async () => {
  const reader = await openIndex([
    skill("database-migration", "Moves schemas", "plain text"),
    skill("database", "database migration database migration", "database migration ".repeat(50)),
    skill("migration-database-notes", "database migration"),
  ]);
  assert.equal(found(reader, "database-migration")[0], "skills/database-migration/SKILL.md");
  assert.equal(found(reader, "Database Migration")[0], "skills/database-migration/SKILL.md");
});

Deno.test("search() finds parts of hyphenated, snake and camel-case words", async () => {
  const reader = await openIndex([
    skill("alpha", "one", "call parsePdfFile here"),
    skill("beta", "two", "the weak_ptr type"),
    skill("gamma-delta", "three"),
  ]);
  assert.deepEqual(found(reader, "pdf"), ["skills/alpha/SKILL.md"]);
  assert.deepEqual(found(reader, "ptr"), ["skills/beta/SKILL.md"]);
  assert.deepEqual(found(reader, "weak_ptr"), ["skills/beta/SKILL.md"]);
  assert.deepEqual(found(reader, "delta"), ["skills/gamma-delta/SKILL.md"]);
  assert.deepEqual(found(reader, "gammadelta"), ["skills/gamma-delta/SKILL.md"]);
});

Deno.test("search() folds supporting files under their skill, at the best member's position", async () => {
  const group = "skills/a/SKILL.md";
  const reader = await openIndex([
    skill("a", "about apples"),
    { path: "skills/a/one.md", group, body: "quince quince" },
    { path: "skills/a/two.md", group, body: "quince and a much longer text about other things" },
    skill("b", "about bears"),
  ]);
  const [hit, ...rest] = reader.search("quince", repoPath("")).hits;
  assert.deepEqual(rest, []);
  assert.equal(hit?.path, group);
  assert.equal(hit?.matched, false);
  assert.deepEqual(hit?.members, ["skills/a/one.md", "skills/a/two.md"]);
  assert.equal(hit?.best, "skills/a/one.md");
  assert.equal(hit?.field, "body");
});

Deno.test("search() clips by whole path segments", async () => {
  const reader = await openIndex([
    skill("x", "pear", "", "a/b"),
    skill("y", "pear", "", "a/bc"),
    skill("z", "pear", "", "a"),
  ]);
  assert.deepEqual(found(reader, "pear", "a/b"), ["a/b/SKILL.md"]);
  assert.equal(found(reader, "pear", "a").length, 3);
  assert.deepEqual(found(reader, "pear", "nowhere"), []);
});

Deno.test("open() refuses bytes that are not an index, cut or changed", async () => {
  const engine = createSearchIndex();
  const bytes = await engine.build(toEntries([skill("a", "pear")]), null);
  assert.equal(await engine.open(new Uint8Array(0)), null);
  assert.equal(await engine.open(bytes.subarray(0, bytes.length - 1)), null);
  for (let at = 0; at < bytes.length; at++) {
    const changed = bytes.slice();
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal(await engine.open(changed), null, `byte ${at}`);
  }
});

Deno.test("search() answers nothing for an empty repository or an empty query", async () => {
  assert.deepEqual(found(await openIndex([]), "pear"), []);
  assert.deepEqual(found(await openIndex([skill("a", "pear")]), "  ?! "), []);
});
