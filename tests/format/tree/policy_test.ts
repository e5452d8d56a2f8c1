import assert from "node:assert/strict";
import { manifest, readFiles, skill } from "../_repository.ts";

/** All that is served, as text: everything but what authors are told. */
function named(read: ReturnType<typeof readFiles>): string {
  const toAuthors = ["diagnostics", "warnings"];
  return JSON.stringify(
    [read.catalog, read.searchable, read.documents],
    (key, value) => toAuthors.includes(key) ? undefined : value,
  );
}

Deno.test("readRepository() lets a manifest's documents replace the default in its scope, never add to it", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("documents: [guides, docs/api]\n"),
    "docs/x.md": "# X",
    "docs/api/y.json": "{}",
    "guides/g.md": "# G",
    "area/SKILLCDN.md": manifest(),
    "area/docs/in.md": "# In",
    "area/guides/out.md": "# Out",
    "none/SKILLCDN.md": manifest("documents: []\n"),
    "none/docs/out.md": "# Out",
    "all/SKILLCDN.md": manifest("documents: [.]\n"),
    "all/deep/in.markdown": "# In",
    "all/deep/script.py": "",
  });
  assert.deepEqual(read.served.filter((line) => line.startsWith("document")), [
    "document all/deep/in.markdown",
    "document area/docs/in.md",
    "document docs/api/y.json",
    "document guides/g.md",
  ]);
});

Deno.test("readRepository() reads hidden documents only where an entry names the hidden directory", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("documents: [., .github/notes]\n"),
    ".github/notes/a.md": "# A",
    ".github/b.md": "# B",
    "docs/.draft.md": "# Draft",
    "docs/c.md": "# C",
  });
  assert.deepEqual(read.served.filter((line) => line.startsWith("document")), [
    "document .github/notes/a.md",
    "document docs/c.md",
  ]);
});

Deno.test("readRepository() adds up exclusions from the root down, by whole segments, over every declaration", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("documents: [docs, gone]\nexclude: [gone, area/secret.md, area/sub]\n"),
    "README.md": "[gone](gone/a.md) [secret](area/secret.md)",
    "gone/a.md": "# A",
    "gone/SKILL.md": skill("gone"),
    "gone-not/SKILL.md": skill("gone-not", "[s](../area/secret.md)\n"),
    "area/SKILLCDN.md": manifest("documents: [., sub]\nexclude: [more]\n"),
    "area/secret.md": "# Secret",
    "area/open.md": "# Open",
    "area/more/x.md": "# X",
    "area/sub/SKILLCDN.md": manifest("documents: [.]\n"),
    "area/sub/y.md": "# Y",
    "area/use/SKILL.md": skill("use", "Go.\n", "skillcdn:\n  include: [/area/secret.md, /area/open.md]\n"),
  });
  assert.deepEqual(read.catalog.skills.map(({ name }) => name), ["use", "gone-not"]);
  assert.deepEqual(read.catalog.manifests.map(({ path }) => path), ["SKILLCDN.md", "area/SKILLCDN.md"]);
  const { document } = read.skill("area/use/SKILL.md");
  assert.deepEqual(document?.sections.map(({ path }) => path), ["area/use/SKILL.md", "area/open.md"]);
  assert.deepEqual(document?.missing.map(({ code }) => code), ["include_missing"]);
  for (const path of ["gone/", "area/secret", "area/more", "area/sub"]) {
    assert.ok(!read.served.some((line) => line.includes(` ${path}`)), path);
    assert.ok(
      !read.catalog.emptyDirectories.some((directory) => `${directory}/`.startsWith(`${path}/`)),
      path,
    );
    assert.ok(!read.requested.some((line) => line.startsWith(path) && !line.endsWith("SKILLCDN.md")), path);
  }
});

Deno.test("readRepository() tells of exclusions and document directories that name nothing", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest(
      "documents: [guides, area, nowhere]\nexclude: [drafts, draft, area/a.md, area/b]\n",
    ),
    "guides/g.md": "# G",
    "area/a.md": "# A",
    "drafts/x.md": "# X",
  });
  assert.deepEqual(
    read.catalog.diagnostics.map(({ path, code, severity, message }) => [path, code, severity, message]),
    [
      ["SKILLCDN.md", "exclusion_unmatched", "warning", "Exclusion 2 names nothing in the repository"],
      ["SKILLCDN.md", "exclusion_unmatched", "warning", "Exclusion 4 names nothing in the repository"],
      ["SKILLCDN.md", "document_dropped", "warning", "Document directory 3 names nothing in the repository"],
    ],
  );
});

Deno.test("readRepository() makes no skill of a directory whose SKILL.md is excluded", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("exclude: [a/SKILL.md, b/inner/SKILL.md]\n"),
    "a/SKILL.md": skill("a"),
    "a/x.md": "# X",
    "b/SKILL.md": skill("b"),
    "b/inner/SKILL.md": skill("inner"),
    "b/inner/y.md": "# Y",
  });
  assert.deepEqual(read.served, ["manifest SKILLCDN.md", "skill b/SKILL.md", "supporting b/inner/y.md"]);
  assert.deepEqual(read.skill("b/SKILL.md").files, ["b/inner/y.md"]);
});

Deno.test("readRepository() closes everything when a manifest excludes its own directory", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("exclude: [.]\n"),
    "README.md": "# Hello",
    "a/SKILL.md": skill("a"),
  });
  assert.deepEqual(read.served, []);
  assert.deepEqual(read.problems, []);
  assert.deepEqual(read.catalog.folders.map(({ path, entries }) => ({ path, entries })), [{
    path: "",
    entries: [],
  }]);
});

Deno.test("readRepository() closes the directory of a manifest that is excluded by name", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("exclude: [area/SKILLCDN.md, other]\n"),
    "area/SKILLCDN.md": manifest("", "Be kind.\n"),
    "area/a/SKILL.md": skill("a"),
    "other/SKILLCDN.md": manifest(),
    "z/SKILL.md": skill("z"),
  });
  assert.deepEqual(read.catalog.skills.map(({ name }) => name), ["z"]);
  assert.deepEqual(read.problems, ["excluded_policy area/SKILLCDN.md"]);
  assert.ok(!named(read).includes("area"));
});

Deno.test("readRepository() fails closed under a manifest that cannot be read, and nothing nested reopens it", async (t) => {
  const broken: Readonly<Record<string, Parameters<typeof readFiles>>> = {
    "invalid YAML": [{ "area/SKILLCDN.md": "---\ndescription: [\n---\n" }],
    "no description": [{ "area/SKILLCDN.md": "---\nname: x\n---\n" }],
    "one bad exclusion": [{ "area/SKILLCDN.md": manifest("exclude: [ok, ../bad]\n") }],
    "not UTF-8": [{ "area/SKILLCDN.md": new Uint8Array([45, 45, 45, 255]) }],
    "a symbolic link": [{ "area/SKILLCDN.md": { mode: "symlink" } }],
    "over the read limit": [
      { "area/SKILLCDN.md": manifest("", "x".repeat(3000)) },
      { limits: { readFileBytes: 2000 } },
    ],
    "not to be had": [{ "area/SKILLCDN.md": manifest() }, { unavailable: ["area/SKILLCDN.md"] }],
  };
  for (const [name, [files, options]] of Object.entries(broken)) {
    await t.step(name, () => {
      const read = readFiles({
        ...files,
        "area/README.md": "# Area",
        "area/a/SKILL.md": skill("a"),
        "area/nested/SKILLCDN.md": manifest("documents: [.]\n"),
        "area/nested/x.md": "# X",
        "area/skills/bad-link": { mode: "symlink" },
        "docs/d.md": "[it](../area/README.md)",
        "z/SKILL.md": skill("z", "[it](../area/a/SKILL.md)\n"),
      }, options);
      assert.deepEqual(read.served, ["document docs/d.md", "skill z/SKILL.md"]);
      assert.ok(read.problems.includes("manifest_unreadable area/SKILLCDN.md"));
      assert.ok(!named(read).includes("area"));
      const about = read.problems.filter((line) => line.includes(" area/"));
      assert.ok(about.every((line) => line.endsWith(" area/SKILLCDN.md")), about.join());
    });
  }
});

Deno.test("readRepository() fails closed when a directory's manifest has a path too long to serve", () => {
  const deep = Array.from({ length: 8 }, () => "d".repeat(126)).join("/");
  const read = readFiles({
    [`${deep}/SKILLCDN.md`]: manifest("exclude: [a.md]\n"),
    [`${deep}/a.md`]: "# A",
    "SKILLCDN.md": manifest("documents: [.]\n"),
  });
  assert.deepEqual(read.served, ["manifest SKILLCDN.md"]);
});

Deno.test("readRepository() inherits language and image alone, and names a manifest after its folder", () => {
  const { catalog } = readFiles({
    "SKILLCDN.md": "---\ndescription: Top.\nlanguage: de\nimage: assets/logo.png\nlicense: MIT\n---\n",
    "assets/logo.png": "png",
    "area/SKILLCDN.md": manifest(),
    "area/deep/SKILLCDN.md": manifest("name: Deep down\nlanguage: fr\nimage: missing.png\n"),
  });
  assert.deepEqual(
    catalog.manifests.map(({ name, language, image, licence }) => [name, language, image, licence]),
    [
      ["library", "de", "assets/logo.png", "MIT"],
      ["area", "de", "assets/logo.png", null],
      ["Deep down", "fr", null, null],
    ],
  );
});
