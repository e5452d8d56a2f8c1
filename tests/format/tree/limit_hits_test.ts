import assert from "node:assert/strict";
import { DEFAULT_READING_LIMITS } from "../../../contracts/limits.ts";
import { readRepository } from "../../../src/format/mod.ts";
import { COMMIT, entriesOf, manifest, readFiles, skill } from "../_repository.ts";

Deno.test("readRepository() asks for manifests first, then skills, then the rest in path order", () => {
  const read = readFiles({
    "a/SKILL.md": skill("a", "[x](/x.md)\n"),
    "a/run.py": "",
    "docs/d.md": "# D",
    "README.md": "# Hello",
    "z/SKILLCDN.md": manifest(),
    "z/b/SKILL.md": skill("b"),
    "x.md": "# X",
    "never.txt": "",
  });
  assert.deepEqual(read.requested, [
    "z/SKILLCDN.md",
    "a/SKILL.md",
    "z/b/SKILL.md",
    "a/run.py",
    "docs/d.md",
    "README.md",
    "x.md",
  ]);
});

Deno.test("readRepository() never asks for a file over the read limit, and names it (kind: binary)", () => {
  const read = readFiles({
    "a/SKILL.md": skill("a"),
    "a/big.bin": new Uint8Array(2001),
    "a/fits.bin": new Uint8Array(2000).fill(0xff),
    "a/text.txt": "zwölf\0",
    "b/SKILL.md": skill("b", "x".repeat(2000)),
  }, { limits: { readFileBytes: 2000 } });
  assert.ok(!read.requested.includes("a/big.bin"));
  const shape = (path: string) => {
    const file = read.file(path);
    return [file?.kind, file?.size, file?.stored, file?.characters];
  };
  assert.deepEqual(shape("a/big.bin"), ["supporting", 2001, false, null]);
  assert.deepEqual(shape("a/fits.bin"), ["supporting", 2000, true, null]);
  assert.deepEqual(shape("a/text.txt"), ["supporting", 7, true, 6]);
  assert.equal(read.file("b/SKILL.md")?.kind, "invalid_skill");
  assert.deepEqual(read.problems, ["file_over_read_limit a/big.bin", "file_over_read_limit b/SKILL.md"]);
  assert.deepEqual(read.catalog.partial, []);
});

Deno.test("readRepository() lists a file over the indexing limit without searching it", () => {
  const read = readFiles({
    "docs/big.md": `# Big\n\n${"x ".repeat(600)}`,
    "docs/big.json": `"${"x".repeat(1100)}"`,
    "docs/small.md": "# Small",
    "docs/big.png": new Uint8Array(2000),
    "a/SKILL.md": skill("a", `# Long\n\n${"y ".repeat(600)}`),
  }, { limits: { indexedFileBytes: 1000 } });
  assert.deepEqual(read.searchable.map(({ path }) => path), ["a/SKILL.md", "docs/small.md"]);
  assert.equal(read.searchable[0]?.body, null);
  assert.equal(read.file("a/SKILL.md")?.searched, false);
  assert.equal(read.catalog.counts.documents, 3);
  assert.deepEqual(read.problems.filter((line) => line.startsWith("file_not_indexed")), [
    "file_not_indexed a/SKILL.md",
    "file_not_indexed docs/big.json",
    "file_not_indexed docs/big.md",
  ]);
});

Deno.test("readRepository() serves manifests and skills before other files when a limit is hit, and says so", () => {
  const files = {
    "a/1.txt": "1",
    "a/2.txt": "2",
    "a/SKILL.md": skill("a"),
    "docs/d.md": "# D",
    "z/SKILL.md": skill("z"),
    "z/SKILLCDN.md": manifest(),
  };
  const few = readFiles(files, { limits: { servedFiles: 4 } });
  assert.deepEqual(few.catalog.files.map(({ path }) => path), [
    "a/1.txt",
    "a/SKILL.md",
    "z/SKILL.md",
    "z/SKILLCDN.md",
  ]);
  assert.deepEqual(few.catalog.partial, ["file_limit"]);
  assert.deepEqual(few.problems, ["file_limit ", "file_unavailable a/SKILL.md"]);

  const small = readFiles(
    { ...files, "a/2.txt": "x".repeat(100) },
    { limits: { storedBytes: 200 } },
  );
  assert.deepEqual(small.catalog.files.map(({ path }) => path), [
    "a/1.txt",
    "a/SKILL.md",
    "docs/d.md",
    "z/SKILL.md",
    "z/SKILLCDN.md",
  ]);
  assert.deepEqual(small.catalog.partial, ["byte_limit"]);
});

Deno.test("readRepository() closes what a manifest beyond the limits governs", () => {
  const read = readFiles({
    "a/SKILLCDN.md": manifest(),
    "a/x/SKILL.md": skill("x"),
    "b/SKILLCDN.md": manifest("exclude: [x]\n"),
    "b/x/SKILL.md": skill("x", "Other.\n"),
  }, { limits: { servedFiles: 1 } });
  assert.deepEqual(read.served, ["manifest a/SKILLCDN.md"]);
  assert.ok(read.problems.includes("manifest_unreadable b/SKILLCDN.md"));
});

Deno.test("readRepository() leaves out paths that cannot be served and says how many, where they are open", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("exclude: [closed]\n"),
    "a/SKILL.md": skill("a"),
    "a/bad\\name.md": "",
    "a/new\nline/x.md": "",
    "a/new\nline/y.md": "",
    "closed/bad\\name.md": "",
    "../escape.md": "",
    "a//b.md": "",
    "a/./b.md": "",
    "": "",
  });
  assert.deepEqual(read.served, ["manifest SKILLCDN.md", "skill a/SKILL.md"]);
  assert.deepEqual(read.problems, ["path_unservable ", "path_unservable a"]);
  assert.equal(read.catalog.diagnostics[1]?.message, "Left out: 5 files below whose path cannot be served");
});

Deno.test("readRepository() bounds directories like entries", () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`d${index}/a/b/c/x.md`, ""]));
  const read = readFiles(files, { limits: { treeEntries: 20 } });
  assert.equal(read.catalog.folders.length + read.catalog.emptyDirectories.length, 20);
  assert.deepEqual(read.catalog.partial, ["file_limit"]);
});

Deno.test("readRepository() keeps a bounded number of diagnostics, the worst first", () => {
  const files = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`n${index}/skill.md`, ""]));
  const { catalog } = readFiles({ ...files, "z/SKILL.md": "No front matter" });
  assert.equal(catalog.diagnostics.length, 1000);
  assert.equal(catalog.diagnostics.at(-2)?.path, "z/SKILL.md");
  assert.deepEqual(catalog.diagnostics.at(-1), {
    path: "",
    code: "diagnostic_limit",
    severity: "info",
    message: "502 more problems are not listed",
  });
});

Deno.test("readRepository() lists what the host could not give as not stored", () => {
  const read = readFiles(
    { "a/SKILL.md": skill("a"), "a/x.md": "# X", "b/SKILL.md": skill("b") },
    { unavailable: ["a/x.md", "b/SKILL.md"] },
  );
  assert.equal(read.file("a/x.md")?.stored, false);
  assert.deepEqual(read.catalog.skills.map(({ name }) => name), ["a"]);
  assert.deepEqual(read.problems, [
    "file_unavailable a/SKILL.md",
    "file_not_indexed a/x.md",
    "file_not_indexed b/SKILL.md",
  ]);
});

Deno.test("readRepository() marks a Git LFS pointer as what it is (kind: LFS pointer)", () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12345\n`;
  const read = readFiles({ "a/SKILL.md": skill("a"), "a/logo.png": pointer, "a/notes.md": pointer });
  assert.deepEqual(
    read.catalog.files.map(({ path, lfsPointer, searched }) => [path, lfsPointer, searched]),
    [["a/SKILL.md", false, true], ["a/logo.png", true, false], ["a/notes.md", true, false]],
  );
  assert.deepEqual(read.problems, ["lfs_pointer a/logo.png", "lfs_pointer a/notes.md"]);
});

Deno.test("readRepository() pauses often on a large tree", () => {
  const entries = entriesOf(
    Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`src/${index % 100}/${index}.rs`, ""])),
  );
  const reading = readRepository({
    commit: COMMIT,
    repositoryName: "library",
    tree: { entries, truncated: false },
    limits: DEFAULT_READING_LIMITS,
    serving: "licensed",
    sourceUrl: () => null,
  });
  let pauses = 0;
  for (let step = reading.next(new Map()); !step.done; step = reading.next(new Map())) {
    assert.deepEqual(step.value, []);
    pauses++;
  }
  assert.ok(pauses >= 6, `${pauses}`);
});
