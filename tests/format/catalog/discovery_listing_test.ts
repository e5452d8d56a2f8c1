import assert from "node:assert/strict";
import { manifest, readFiles, skill } from "../_repository.ts";

function listings(read: ReturnType<typeof readFiles>): readonly string[] {
  return read.catalog.skills.map(({ path, unlisted, duplicateOf }) =>
    `${path} ${unlisted ?? "listed"}${duplicateOf === null ? "" : ` ${duplicateOf}`}`
  );
}

Deno.test("readRepository() lists hidden skills only when no skill is visible", () => {
  const hidden = { ".claude/skills/a/SKILL.md": skill("a"), "x/.y/b/SKILL.md": skill("b") };
  assert.deepEqual(listings(readFiles(hidden)), [
    ".claude/skills/a/SKILL.md listed",
    "x/.y/b/SKILL.md listed",
  ]);
  const read = readFiles({ ...hidden, "skills/c/SKILL.md": skill("c") });
  assert.deepEqual(listings(read), [
    ".claude/skills/a/SKILL.md hidden",
    "skills/c/SKILL.md listed",
    "x/.y/b/SKILL.md hidden",
  ]);
  assert.deepEqual(read.searchable.map(({ path }) => path), ["skills/c/SKILL.md"]);
  assert.deepEqual(read.skill(".claude/skills/a/SKILL.md").warnings.map(({ code }) => code), ["hidden"]);
});

Deno.test("readRepository() lists one of several equal copies: the visible one, else the shortest path, else the first", () => {
  const copy = (directory: string) => ({
    [`${directory}/SKILL.md`]: skill("a"),
    [`${directory}/ref/x.md`]: "# X",
  });
  const read = readFiles({ ...copy(".claude/a"), ...copy("plugins/p/a"), ...copy("plugins/q/a") });
  assert.deepEqual(listings(read), [
    ".claude/a/SKILL.md duplicate plugins/p/a/SKILL.md",
    "plugins/p/a/SKILL.md listed",
    "plugins/q/a/SKILL.md duplicate plugins/p/a/SKILL.md",
  ]);
  assert.deepEqual(read.searchable.map(({ path }) => path), ["plugins/p/a/SKILL.md", "plugins/p/a/ref/x.md"]);
  assert.equal(read.catalog.counts.skills, 1);
  assert.deepEqual(read.entries("plugins/q"), ["skill plugins/q/a/SKILL.md"]);
  assert.deepEqual(read.folder("plugins/q")?.counts, { skills: 0, documents: 0 });

  const hiddenOnly = readFiles({ ...copy(".claude/skills/a"), ...copy(".cursor/a") });
  assert.deepEqual(listings(hiddenOnly), [
    ".claude/skills/a/SKILL.md listed",
    ".cursor/a/SKILL.md duplicate .claude/skills/a/SKILL.md",
  ]);
});

Deno.test("readRepository() takes skills for copies only when they are equal file for file", async (t) => {
  const base = { "a/SKILL.md": skill("a"), "a/x.md": "# X" };
  const others: Readonly<Record<string, Record<string, string>>> = {
    "another text": { "b/SKILL.md": skill("a", "Other.\n"), "b/x.md": "# X" },
    "a file less": { "b/SKILL.md": skill("a") },
    "a file more": { "b/SKILL.md": skill("a"), "b/x.md": "# X", "b/y.md": "" },
    "another file name": { "b/SKILL.md": skill("a"), "b/X.md": "# X" },
  };
  for (const [name, other] of Object.entries(others)) {
    await t.step(name, () => assert.equal(readFiles({ ...base, ...other }).catalog.counts.skills, 2));
  }
  await t.step("a nested skill is a skill of its own", () => {
    const nested = { "b/SKILL.md": skill("a"), "b/x.md": "# X", "b/n/SKILL.md": skill("n") };
    assert.equal(readFiles({ ...base, ...nested }).skill("b/SKILL.md").duplicateOf, "a/SKILL.md");
  });
});

Deno.test("readRepository() calls copies hidden, not duplicates, when none of them is listed", () => {
  const read = readFiles({
    ".x/a/SKILL.md": skill("a"),
    ".y/a/SKILL.md": skill("a"),
    "b/SKILL.md": skill("b"),
  });
  assert.deepEqual(listings(read), [".x/a/SKILL.md hidden", ".y/a/SKILL.md hidden", "b/SKILL.md listed"]);
});

Deno.test("readRepository() neither counts nor searches the documents of a copy, and serves them", () => {
  const copy = (directory: string) => ({
    [`${directory}/SKILL.md`]: skill("a"),
    [`${directory}/SKILLCDN.md`]: manifest("documents: [pages]\n"),
    [`${directory}/pages/p.md`]: "# P",
  });
  const read = readFiles({ ...copy("a"), ...copy("copies/a") });
  assert.deepEqual(read.catalog.counts, { skills: 1, documents: 1, files: 6, invalidSkills: 0 });
  assert.deepEqual(read.searchable.map(({ path }) => path), ["a/SKILL.md", "a/pages/p.md"]);
  assert.equal(read.file("copies/a/pages/p.md")?.kind, "document");
});

Deno.test("of copies the one where people put skills is listed, before places of examples, tests and build output", () => {
  const listed = (...directories: string[]) => {
    const files = Object.fromEntries(directories.map((directory) => [`${directory}/a/SKILL.md`, skill("a")]));
    const { skills } = readFiles(files).catalog;
    return skills.filter(({ unlisted }) => unlisted === null).map(({ directory }) => directory);
  };
  assert.deepEqual(listed("x", "plugins/p/skills"), ["plugins/p/skills/a"]);
  assert.deepEqual(listed("docs", "some/where/else"), ["some/where/else/a"]);
  assert.deepEqual(listed("dist/skills", "packages/core/skills"), ["packages/core/skills/a"]);
  assert.deepEqual(listed("tests/fixtures", "examples"), ["examples/a"]);
  assert.deepEqual(listed(".agents/skills", "examples"), ["examples/a"]);
});

Deno.test("what a package manager put there is never listed, and loads by its path", () => {
  const path = "node_modules/@x/y/skills/a/SKILL.md";
  const alone = readFiles({ [path]: skill("a") });
  assert.deepEqual([alone.skill(path).unlisted, alone.catalog.counts.skills], ["hidden", 0]);
  assert.match(alone.document(path), /Do a\./);
  assert.deepEqual(alone.searchable, []);
  const hidden = readFiles({ [path]: skill("a"), ".agents/skills/a/SKILL.md": skill("a") });
  assert.equal(hidden.skill(".agents/skills/a/SKILL.md").unlisted, null);
});
