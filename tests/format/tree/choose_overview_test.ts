import assert from "node:assert/strict";
import { manifest, readFiles, skill } from "../_repository.ts";

function overviewOf(read: ReturnType<typeof readFiles>, folder: string): string | undefined {
  return read.catalog.files[read.folder(folder)?.overview ?? -1]?.path;
}

Deno.test("readRepository() shows one README a folder, the plainest spelling first", () => {
  const spellings = ["README.md", "readme.md", "README.MD", "ReadMe.md", "README.markdown", "readme.mdx"];
  for (const [index, expected] of spellings.entries()) {
    const files = spellings.slice(index).reverse().map((name) => [name, `# ${name}`] as const);
    const read = readFiles(Object.fromEntries([...files, ["README.de.md", "# No"], ["README", "No"]]));
    assert.equal(overviewOf(read, ""), expected);
    assert.deepEqual(read.served, [`overview ${expected}`]);
  }
});

Deno.test("readRepository() shows READMEs of the root and of folders that are exposed, and of no others", () => {
  const read = readFiles({
    "README.md": "# Root\n\nWelcome.",
    "area/README.md": "# Area",
    "area/deep/a/SKILL.md": skill("a"),
    "area/deep/a/README.md": "# Of the skill",
    "src/README.md": "# Source",
    "src/main.py": "",
  });
  assert.equal(overviewOf(read, ""), "README.md");
  assert.equal(overviewOf(read, "area"), "area/README.md");
  assert.equal(overviewOf(read, "area/deep"), undefined);
  assert.equal(overviewOf(read, "area/deep/a"), "area/deep/a/README.md");
  assert.deepEqual(read.served, [
    "overview README.md",
    "overview area/README.md",
    "supporting area/deep/a/README.md",
    "skill area/deep/a/SKILL.md",
  ]);
  assert.equal(read.file("README.md")?.summary, "Welcome.");
  assert.equal(read.file("README.md")?.searched, false);
  assert.deepEqual(read.catalog.counts, { skills: 1, documents: 0, files: 4, invalidSkills: 0 });
  assert.deepEqual(read.entries(""), ["folder area"]);
});

Deno.test("readRepository() never shows an excluded README", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("exclude: [README.md]\n"),
    "README.md": "# Secret",
    "readme.md": "# Open",
  });
  assert.equal(overviewOf(read, ""), "readme.md");
});
