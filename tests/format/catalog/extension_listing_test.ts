import { skillEntry } from "@modelcontextprotocol/server/ext/skills";
import assert from "node:assert/strict";
import { type Content, manifest, readFiles, type ReadOptions, skill } from "../_repository.ts";

type Files = Readonly<Record<string, Content>>;

function reasonOf(files: Files, path = "a/SKILL.md", options: ReadOptions = {}): string | null {
  const { unpublished, warnings } = readFiles(files, options).skill(path);
  if (unpublished !== null) {
    assert.ok(warnings.some(({ code }) => code === unpublished), `${unpublished} is told`);
  }
  return unpublished;
}

/** `count` small files of a skill besides its SKILL.md. */
function filesOf(directory: string, count: number, size = 1): Record<string, Content> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${directory}/f${index}.txt`, "x".repeat(size)]),
  );
}

Deno.test("a skill is listed by the extension unless a host could not hold it whole, and its warnings say why", async (t) => {
  const many = filesOf("a", 8, 2 * 1024 * 1024);
  const cases: Readonly<
    Record<string, readonly [reason: string | null, files: Files, path?: string, options?: ReadOptions]>
  > = {
    "nothing is wrong": [null, { "a/SKILL.md": skill("a"), "a/x.txt": "" }],
    "a directory of another name": ["name_directory_mismatch", { "a/SKILL.md": skill("b") }],
    "a root skill, whatever its name": [null, { "SKILL.md": skill("b"), "x/y.md": "" }, "SKILL.md"],
    "a root skill named like a directory": [
      "uri_collision",
      { "SKILL.md": skill("docs"), "docs/x.md": "" },
      "SKILL.md",
    ],
    "a root skill named like a closed directory": [
      null,
      { "SKILL.md": skill("b"), "b/x.md": "", "SKILLCDN.md": manifest("exclude: [b]\n") },
      "SKILL.md",
    ],
    "a name that clients refuse": ["invalid_name", { "A b/SKILL.md": skill("A b") }, "A b/SKILL.md"],
    "a description that clients refuse": [
      "description_too_long",
      { "a/SKILL.md": `---\nname: a\ndescription: |\n  ${"d".repeat(1024)}\n---\n` },
    ],
    "the longest description": [null, {
      "a/SKILL.md": `---\nname: a\ndescription: ${"d".repeat(1024)}\n---\n`,
    }],
    "512 files": [null, { "a/SKILL.md": skill("a"), ...filesOf("a", 511) }],
    "513 files": ["too_many_files", { "a/SKILL.md": skill("a"), ...filesOf("a", 512) }],
    "513 files, nested skills counted": [
      "too_many_files",
      { "a/SKILL.md": skill("a"), ...filesOf("a", 300), "a/b/SKILL.md": skill("b"), ...filesOf("a/b", 211) },
    ],
    "the nested skill of those": [
      null,
      { "a/SKILL.md": skill("a"), ...filesOf("a", 300), "a/b/SKILL.md": skill("b"), ...filesOf("a/b", 211) },
      "a/b/SKILL.md",
    ],
    "over 16 MiB": ["too_large", { "a/SKILL.md": skill("a"), ...many }],
    "a file over the read limit": [
      null,
      { "a/SKILL.md": skill("a"), "a/x.bin": "x".repeat(201) },
      "a/SKILL.md",
      { limits: { readFileBytes: 200 } },
    ],
    "a file that could not be had": [
      "file_unavailable",
      { "a/SKILL.md": skill("a"), "a/x.md": "x" },
      "a/SKILL.md",
      { unavailable: ["a/x.md"] },
    ],
    "a file that a limit of the commit left out": [
      "file_unavailable",
      { "a/SKILL.md": skill("a"), "a/x.md": "x" },
      "a/SKILL.md",
      { limits: { servedFiles: 1 } },
    ],
    "an include that is missing": [
      "file_unavailable",
      { "a/SKILL.md": skill("a", "", "skillcdn:\n  include: [gone.md]\n") },
    ],
    "a copy": ["duplicate", { "a/SKILL.md": skill("s"), "aa/SKILL.md": skill("s") }, "aa/SKILL.md"],
    "a hidden skill": ["hidden", { ".a/SKILL.md": skill("a"), "b/SKILL.md": skill("b") }, ".a/SKILL.md"],
    "a skill whose licence keeps it at its source": [
      "described_only",
      { "a/SKILL.md": skill("a"), "a/LICENSE": "All rights reserved." },
      "a/SKILL.md",
      { serving: "licensed" },
    ],
    "the same where it is served in full": [null, {
      "a/SKILL.md": skill("a"),
      "a/LICENSE": "All rights reserved.",
    }],
  };
  for (const [name, [reason, files, path, options]] of Object.entries(cases)) {
    await t.step(name, () => assert.equal(reasonOf(files, path, options), reason));
  }
});

Deno.test("what the extension lists, the SDK's own checks accept with the same front matter", async () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("", "Rule.\n"),
    "x/a/SKILL.md": skill(
      "a",
      "Go.\n",
      "compatibility: |\n  " + "c".repeat(500) + "\nmetadata:\n  k: 1.0\nrev: 2024-01-15\n",
    ),
    "x/b/SKILL.md": "---\nname: >\n  b\ndescription: B\n---\nGo.\n",
  });
  for (const { path, fields, unpublished, name } of read.catalog.skills) {
    assert.equal(unpublished, null);
    const { frontmatter } = await skillEntry(name, { "SKILL.md": read.document(path) });
    assert.deepEqual(Object.keys(frontmatter), fields.entries.map(([key]) => key));
    assert.equal(frontmatter.name, name);
  }
});
