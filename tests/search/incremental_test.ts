import assert from "node:assert/strict";
import fc from "fast-check";
import { createSearchIndex } from "../../src/search/mod.ts";
import { found, openIndex, repoPath, skill, type TestFile, toEntries } from "./_entries.ts";

const words = fc.constantFrom(
  "alpha",
  "beta",
  "gamma-delta",
  "weak_ptr",
  "parsePdfFile",
  "straße",
  "数据库",
  "데이터베이스",
  "running",
  "runs",
  "C++",
  // Near each other, and beginnings of each other.
  "docker",
  "dockerfile",
  "databaze",
  "database",
);
const text = fc.array(words, { maxLength: 12 }).map((list) => list.join(" "));
const file: fc.Arbitrary<TestFile> = fc.record({
  path: fc.constantFrom(
    "a/SKILL.md",
    "a/notes.md",
    "a/b/SKILL.md",
    "a/b/x.md",
    "c/SKILL.md",
    "docs/d.md",
    "z.md",
  ),
  name: text,
  description: text,
  headings: fc.array(text, { maxLength: 2 }),
  body: text,
  language: fc.constantFrom(null, "en", "de"),
}).map((known) => ({ ...known, group: groupOf(known.path) }));
const repository = fc.uniqueArray(file, { selector: ({ path }) => path, maxLength: 7 });
const within = fc.constantFrom("", "a", "a/b", "docs", "nowhere");

function groupOf(path: string): string {
  if (path.startsWith("a/b/")) return "a/b/SKILL.md";
  return path.startsWith("a/") ? "a/SKILL.md" : path;
}

Deno.test("build() gives the same bytes on top of any earlier index as from nothing", async () => {
  const engine = createSearchIndex();
  await fc.assert(
    fc.asyncProperty(repository, repository, async (before, after) => {
      const earlier = await engine.build(toEntries(before), null);
      const fresh = await engine.build(toEntries(after), null);
      assert.deepEqual(await engine.build(toEntries(after), earlier), fresh);
    }),
  );
});

Deno.test("build() reads only what the earlier index does not hold", async () => {
  const engine = createSearchIndex();
  const files = [skill("a", "pear"), skill("b", "plum"), skill("c", "fig")];
  const earlier = await engine.build(toEntries(files), null);
  const read: string[] = [];
  const entries = toEntries([skill("a", "pear"), skill("b", "quince"), skill("d", "fig")]).map((entry) => ({
    ...entry,
    fields: () => {
      read.push(entry.path);
      return entry.fields();
    },
  }));
  const reader = await engine.open(await engine.build(entries, earlier));
  assert(reader !== null);
  assert.deepEqual(read, ["skills/b/SKILL.md", "skills/d/SKILL.md"]);
  assert.deepEqual(found(reader, "plum"), []);
  assert.deepEqual(found(reader, "quince"), ["skills/b/SKILL.md"]);
  assert.deepEqual(found(reader, "fig"), ["skills/d/SKILL.md"]);
});

Deno.test("build() reads a file again when it moves to another skill", async () => {
  const engine = createSearchIndex();
  const moved = (group: string) =>
    toEntries([{ path: "a/b/x.md", group, body: "pear", fingerprint: "same" }, skill("a", "", "", "a")]);
  const earlier = await engine.build(moved("a/SKILL.md"), null);
  assert.deepEqual(
    await engine.build(moved("a/b/SKILL.md"), earlier),
    await engine.build(moved("a/b/SKILL.md"), null),
  );
});

Deno.test("build() starts anew where the earlier index is broken", async () => {
  const engine = createSearchIndex();
  const entries = toEntries([skill("a", "pear")]);
  const fresh = await engine.build(entries, null);
  assert.deepEqual(await engine.build(entries, fresh.subarray(0, 40)), fresh);
});

Deno.test("search() within a directory answers as if the repository were that directory alone", async () => {
  const engine = createSearchIndex();
  await fc.assert(
    fc.asyncProperty(repository, text, within, async (files, query, directory) => {
      const all = await engine.open(await engine.build(toEntries(files), null));
      const inside = files.filter(({ path }) => directory === "" || path.startsWith(`${directory}/`));
      const alone = await engine.open(await engine.build(toEntries(inside), null));
      assert(all !== null && alone !== null);
      assert.deepEqual(all.search(query, repoPath(directory)), alone.search(query, repoPath("")));
    }),
  );
});

Deno.test("asking for the first hits gives the first of all, and how many there are", async () => {
  const text = fc.array(fc.constantFrom("pear", "plum", "quince"), { maxLength: 4 }).map((words) =>
    words.join(" ")
  );
  const file = fc.record({ number: fc.nat({ max: 60 }), owner: fc.nat({ max: 20 }), body: text });
  const files = fc.uniqueArray(file, { maxLength: 60, selector: ({ number }) => number });
  await fc.assert(
    fc.asyncProperty(files, text, fc.nat({ max: 70 }), async (files, query, most) => {
      const reader = await openIndex(files.map(({ number, owner, body }) => ({
        path: `s${owner}/f${number}.md`,
        group: `s${owner}/SKILL.md`,
        body,
      })));
      const { hits, total } = reader.search(query, repoPath(""));
      assert.equal(hits.length, total);
      assert.deepEqual(reader.search(query, repoPath(""), most), { hits: hits.slice(0, most), total });
    }),
  );
});
