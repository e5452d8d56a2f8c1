import assert from "node:assert/strict";
import { readFiles, skill } from "../_repository.ts";

Deno.test("readRepository() finds skills at every depth and at the root (kinds: depth, root skill and nested skills)", () => {
  const paths = [
    "SKILL.md",
    "plugins/p/skills/e/SKILL.md",
    "skills/cat/b/SKILL.md",
    "skills/cat/sub/c/SKILL.md",
  ];
  const { catalog } = readFiles(Object.fromEntries(paths.map((path, index) => [path, skill(`s${index}`)])));
  assert.deepEqual(catalog.skills.map(({ path }) => path), paths);
  assert.equal(catalog.counts.skills, 4);
});

Deno.test("readRepository() gives every file to the nearest skill above it", () => {
  const read = readFiles({
    "SKILL.md": skill("root"),
    "scripts/run.py": "print()",
    "skills/a/SKILL.md": skill("a"),
    "skills/a/data.bin": new Uint8Array([0, 255]),
    "skills/a/nested/SKILL.md": skill("nested"),
    "skills/a/nested/deep/x.md": "# X",
    "skills/b.md": "# Stray",
  });
  assert.deepEqual(read.skill("SKILL.md").files, ["scripts/run.py", "skills/b.md"]);
  assert.deepEqual(read.skill("skills/a/SKILL.md").files, ["skills/a/data.bin"]);
  assert.deepEqual(read.skill("skills/a/nested/SKILL.md").files, ["skills/a/nested/deep/x.md"]);
  assert.equal(read.file("skills/a/nested/deep/x.md")?.skill, 2);
  assert.equal(read.file("skills/a/nested/SKILL.md")?.skill, 2);
});

Deno.test("readRepository() keeps skills of one name apart by path (kind: same name twice)", () => {
  const { catalog } = readFiles({
    "support/refunds/SKILL.md": skill("refunds", "Ask.\n"),
    "billing/refunds/SKILL.md": skill("refunds", "Pay.\n"),
  });
  assert.deepEqual(catalog.skills.map(({ path, unlisted }) => [path, unlisted]), [
    ["billing/refunds/SKILL.md", null],
    ["support/refunds/SKILL.md", null],
  ]);
});

Deno.test("readRepository() skips an invalid SKILL.md, serves it as a file and keeps its neighbours (kinds: colon, name missing)", () => {
  const read = readFiles({
    "skills/bad/SKILL.md": "---\ndescription: Only this.\n---\nBody\n",
    "skills/bad/notes.md": "# Notes",
    "skills/colon/SKILL.md": "---\nname: colon\ndescription: Makes a video: fast\n---\n",
    "skills/good/SKILL.md": skill("good"),
  });
  assert.deepEqual(read.catalog.skills.map(({ name }) => name), ["good"]);
  assert.deepEqual(read.served, [
    "invalid_skill skills/bad/SKILL.md",
    "invalid_skill skills/colon/SKILL.md",
    "skill skills/good/SKILL.md",
  ]);
  assert.deepEqual(read.entries("skills"), ["skill skills/good/SKILL.md"]);
  assert.deepEqual(read.catalog.counts, { skills: 1, documents: 0, files: 3, invalidSkills: 2 });
  assert.ok(read.problems.includes("field_missing skills/bad/SKILL.md"));
  assert.ok(
    read.catalog.diagnostics.some(({ path, line }) => path === "skills/colon/SKILL.md" && line === 3),
  );
});

Deno.test("readRepository() treats an invalid SKILL.md inside a skill as a file of that skill", () => {
  const read = readFiles({
    "maker/SKILL.md": skill("maker"),
    "maker/template/SKILL.md": "---\nname:\n---\nFill this in.\n",
    "maker/template/more.md": "# More",
  });
  assert.deepEqual(read.skill("maker/SKILL.md").files, ["maker/template/SKILL.md", "maker/template/more.md"]);
  assert.deepEqual(read.entries("maker/template"), [
    "file maker/template/SKILL.md",
    "file maker/template/more.md",
  ]);
});

Deno.test("readRepository() reports wrong file names and reads exact ones only (kind: lower case)", () => {
  const read = readFiles({
    "a/skill.md": skill("a"),
    "b/SKILL.md": skill("b"),
    "b/Skill.md": skill("b"),
    "skillcdn.md": "---\ndescription: No manifest.\nexclude: [b]\n---\n",
  });
  assert.deepEqual(read.catalog.skills.map(({ path }) => path), ["b/SKILL.md"]);
  assert.deepEqual(read.problems, [
    "wrong_file_name a/skill.md",
    "wrong_file_name b/Skill.md",
    "name_not_portable b/Skill.md",
    "wrong_file_name skillcdn.md",
  ]);
});

Deno.test("readRepository() warns when a name differs from its directory, not at the root (kind: name is not the directory)", () => {
  const read = readFiles({
    "SKILL.md": skill("anything"),
    "skills/react-best/SKILL.md": skill("vendor-react-best"),
  });
  assert.deepEqual(read.skill("SKILL.md").warnings, []);
  const [warning] = read.skill("skills/react-best/SKILL.md").warnings;
  assert.equal(warning?.code, "name_directory_mismatch");
  assert.equal(warning?.message, 'The name differs from that of its directory, which is "react-best"');
});

Deno.test("readRepository() leaves hidden files of a skill out until they are included", () => {
  const read = readFiles({
    "a/.env": "SECRET=1",
    "a/.notes/kept.md": "# Kept",
    "a/.notes/other.md": "# Other",
    "a/SKILL.md": skill("a", "Go.\n", "skillcdn:\n  include: [.notes/kept.md]\n"),
    "a/x.txt": "x",
  });
  assert.deepEqual(read.skill("a/SKILL.md").files, ["a/.notes/kept.md", "a/x.txt"]);
  assert.deepEqual(read.served, ["supporting a/.notes/kept.md", "skill a/SKILL.md", "supporting a/x.txt"]);
});

Deno.test("readRepository() follows no link and reads no submodule (kinds: symlinked skills folder, traversal)", () => {
  const read = readFiles({
    ".agents/skills/a/SKILL.md": skill("a"),
    ".agents/skills/a/shared": { mode: "symlink" },
    ".claude/skills": { mode: "symlink" },
    "AGENTS.md": { mode: "symlink" },
    "b/SKILL.md": { mode: "symlink" },
    "vendor": { mode: "submodule" },
  });
  assert.deepEqual(read.served, ["skill .agents/skills/a/SKILL.md"]);
  assert.deepEqual(read.problems, [
    "symlink_not_followed .agents/skills/a/shared",
    "symlink_not_followed .claude/skills",
    "symlink_not_followed b/SKILL.md",
    "submodule_not_read vendor",
  ]);
});

Deno.test("readRepository() serves a repository without skills, and one without files", () => {
  const documents = readFiles({ "docs/a.md": "# A", "README.md": "# Hello" });
  assert.deepEqual(documents.catalog.counts, { skills: 0, documents: 1, files: 2, invalidSkills: 0 });
  const nothing = readFiles({});
  assert.deepEqual(nothing.catalog.counts, { skills: 0, documents: 0, files: 0, invalidSkills: 0 });
  assert.deepEqual(nothing.catalog.folders.map(({ path }) => path), [""]);
});

Deno.test("readRepository() says what a flat file where skills are kept would have to be", () => {
  const told = (files: Readonly<Record<string, string>>) =>
    readFiles(files).catalog.diagnostics.map(({ path, severity, message }) => [path, severity, message]);
  const flat = "---\nname: tidy\ndescription: Tidies.\n---\nTidy.\n";
  assert.deepEqual(told({ "skills/tidy.md": flat, "skills/README.md": "# Skills" }), [[
    "skills/tidy.md",
    "warning",
    "Not a skill, which is a folder: were it one, its file would be skills/tidy/SKILL.md",
  ]]);
  const beside = told({
    "skills/overview.md": "# All",
    "skills/a/SKILL.md": skill("a"),
    "skills/a/x.md": "# X",
  });
  assert.deepEqual(beside.map(([path, severity]) => [path, severity]), [["skills/overview.md", "info"]]);
});

Deno.test("readRepository() warns of files of a skill that other disks cannot hold", () => {
  const read = readFiles({
    "a/SKILL.md": skill("a"),
    "a/skill.md": "x",
    "a/Read.md": "x",
    "a/read.md": "x",
    "a/\u00fcber.md": "x",
    "a/u\u0308ber.md": "x",
    "a/what?.md": "x",
    "a/con.txt": "x",
    "a/dot./x.md": "x",
    "a/fine (1).md": "x",
  });
  assert.deepEqual(
    read.catalog.diagnostics.filter(({ code }) => code === "name_not_portable").map(({ path }) => path),
    ["a/con.txt", "a/dot./x.md", "a/read.md", "a/skill.md", "a/what?.md", "a/\u00fcber.md"],
  );
});
