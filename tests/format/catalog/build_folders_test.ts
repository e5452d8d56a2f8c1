import assert from "node:assert/strict";
import { manifest, readFiles, skill } from "../_repository.ts";

Deno.test("readRepository() makes folders of directories that hold something to discover, and empty ones of the rest", () => {
  const read = readFiles({
    "docs/guide/a.md": "# A",
    "skills/a/SKILL.md": skill("a"),
    "skills/a/scripts/deep/run.py": "",
    "skills/stray/x.txt": "",
    "src/lib/main.rs": "",
    "src/SKILLCDN.md": manifest(),
    "linked/x.md": "# X",
    "docs/guide/b.md": "[x](/linked/x.md)",
  });
  assert.deepEqual(read.catalog.folders.map(({ path }) => path), [
    "",
    "docs",
    "docs/guide",
    "skills",
    "skills/a",
    "skills/a/scripts",
    "skills/a/scripts/deep",
  ]);
  assert.deepEqual(read.catalog.emptyDirectories, ["linked", "skills/stray", "src", "src/lib"]);
});

Deno.test("readRepository() lists a folder's children in path order: folders, skills and files", () => {
  const read = readFiles({
    "a/SKILL.md": skill("a"),
    "a/SKILLCDN.md": manifest("documents: [notes]\n"),
    "a/README.md": "# A",
    "a/nested/SKILL.md": skill("nested"),
    "a/notes/n.json": "{}",
    "a/notes/code.py": "",
    "a.md": "# Stray",
    "a-b/c/SKILL.md": skill("c"),
    "README.md": "[stray](a.md)",
  });
  assert.deepEqual(read.entries(""), ["skill a/SKILL.md", "folder a-b"]);
  assert.deepEqual(read.entries("a"), [
    "file a/README.md",
    "skill a/SKILL.md",
    "file a/SKILLCDN.md",
    "skill a/nested/SKILL.md",
    "folder a/notes",
  ]);
  assert.deepEqual(read.entries("a/notes"), ["file a/notes/code.py", "file a/notes/n.json"]);
  const folder = read.folder("a");
  assert.equal(read.catalog.skills[folder?.skill ?? -1]?.path, "a/SKILL.md");
  assert.equal(read.catalog.manifests[folder?.manifest ?? -1]?.path, "a/SKILLCDN.md");
  assert.equal(read.catalog.files[folder?.overview ?? -1]?.path, "a/README.md");
});

Deno.test("readRepository() counts listed skills and documents at any depth, and nothing else", () => {
  const read = readFiles({
    "SKILL.md": skill("root"),
    "x/a/SKILL.md": skill("a"),
    "x/a/y/b/SKILL.md": skill("b"),
    "x/a/y/help.md": "# Help",
    "x/copy/SKILL.md": skill("b"),
    ".hidden/h/SKILL.md": skill("h"),
    "docs/d.md": "[e](../e.md)",
    "docs/README.md": "# Docs",
    "e.txt": "",
  });
  const counts = (path: string) => read.folder(path)?.counts;
  assert.deepEqual(counts(""), { skills: 3, documents: 2 });
  assert.deepEqual(counts("x"), { skills: 2, documents: 0 });
  assert.deepEqual(counts("x/a"), { skills: 1, documents: 0 });
  assert.deepEqual(counts("x/a/y"), { skills: 0, documents: 0 });
  assert.deepEqual(counts("x/copy"), { skills: 1, documents: 0 });
  assert.deepEqual(counts(".hidden"), { skills: 0, documents: 0 });
  assert.deepEqual(counts("docs"), { skills: 0, documents: 2 });
  assert.deepEqual(read.entries(".hidden"), ["skill .hidden/h/SKILL.md"]);
});

Deno.test("readRepository() makes documents inside a skill searchable by themselves and folds its other files", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("language: de\n"),
    "a/SKILL.md": skill("a", "# Title\n\nText.\n"),
    "a/SKILLCDN.md": manifest(),
    "a/docs/d.md": "# D\n\nAbout d.\n\n## Part\n",
    "a/data.json": "{}",
    "a/help.md": "# Help",
    "a/run.py": "",
    "a/logo.png": new Uint8Array([0xff]),
  });
  assert.deepEqual(
    read.searchable.map(({ path, group, name, description, language, skill }) => ({
      path,
      group,
      name,
      description,
      language,
      skill,
    })),
    [
      {
        path: "a/SKILL.md",
        group: "a/SKILL.md",
        name: "a",
        description: "Does a.",
        language: "de",
        skill: 0,
      },
      {
        path: "a/data.json",
        group: "a/SKILL.md",
        name: "data.json",
        description: "",
        language: "de",
        skill: 0,
      },
      {
        path: "a/docs/d.md",
        group: "a/docs/d.md",
        name: "D",
        description: "About d.",
        language: "de",
        skill: 0,
      },
      { path: "a/help.md", group: "a/SKILL.md", name: "Help", description: "", language: "de", skill: 0 },
    ],
  );
  assert.deepEqual(read.searchable[2]?.headings, ["D", "Part"]);
  assert.deepEqual(read.catalog.files.filter(({ searched }) => searched).map(({ path }) => path), [
    "a/SKILL.md",
    "a/data.json",
    "a/docs/d.md",
    "a/help.md",
  ]);
});

Deno.test("readRepository() changes a fingerprint with whatever is indexed, and with nothing else", () => {
  const print = (files: Record<string, string>) =>
    readFiles(files).searchable.find(({ path }) => path === "docs/d.md")?.fingerprint;
  const first = print({ "docs/d.md": "# D" });
  assert.equal(print({ "docs/d.md": "# D", "docs/e.md": "# E", "SKILL.md": skill("root") }), first);
  assert.notEqual(print({ "docs/d.md": "# D\n" }), first);
  assert.notEqual(print({ "docs/d.md": "# D", "SKILLCDN.md": manifest("language: de\n") }), first);
});
