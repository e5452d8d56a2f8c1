import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { SkillDocument } from "../../../contracts/domain.ts";
import { type Content, manifest, type ReadFiles, readFiles, skill } from "../_repository.ts";

Deno.test("readRepository() plans a context of all rules from the root, the instructions and the includes", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("", "\r\nBe kind.\r\n"),
    "docs/page.md": "---\ntitle: Page\n---\nShared.",
    "area/SKILLCDN.md": manifest("", " \n\t\n"),
    "area/sub/SKILLCDN.md": manifest("", "Sei höflich."),
    "area/sub/a/SKILL.md": skill(
      "a",
      "Go.\n",
      "skillcdn:\n  include: [data.json, /docs/page.md, ./data.json]\n",
    ),
    "area/sub/a/data.json": "{}\n",
  });
  const text = [
    "--- applicable rules: SKILLCDN.md ---\n\r\nBe kind.\r\n",
    "--- applicable rules: area/sub/SKILLCDN.md ---\nSei höflich.",
    "--- instructions ---\nGo.\n",
    "--- included file: area/sub/a/data.json ---\n{}\n",
    "--- included file: docs/page.md ---\n---\ntitle: Page\n---\nShared.",
  ].join("\n");
  const path = "area/sub/a/SKILL.md";
  assert.equal(read.context(path), text);
  const document = documentOf(read, path);
  assert.deepEqual(document.missing, []);
  const bytes = new TextEncoder().encode(read.document(path));
  assert.equal(document.bytes, bytes.length);
  const slice = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));
  assert.deepEqual(
    document.sections.map(({ kind, start, text, end }) => [kind, slice(start, text), slice(text, end)]),
    [
      ["rules", "--- applicable rules: SKILLCDN.md ---\n", "\r\nBe kind.\r\n"],
      ["rules", "--- applicable rules: area/sub/SKILLCDN.md ---\n", "Sei höflich."],
      ["instructions", "--- instructions ---\n", "Go.\n"],
      ["include", "--- included file: area/sub/a/data.json ---\n", "{}\n"],
      ["include", "--- included file: docs/page.md ---\n", "---\ntitle: Page\n---\nShared."],
    ],
  );
});

Deno.test("readRepository() gives a skill with an empty body an empty section of instructions (kind: fence at end of file)", () => {
  const read = readFiles({ "a/SKILL.md": "---\nname: a\ndescription: A.\n---" });
  assert.equal(read.context("a/SKILL.md"), "--- instructions ---\n");
  assert.deepEqual(documentOf(read, "a/SKILL.md").sections.map(({ text, end }) => end - text), [0]);
});

Deno.test("readRepository() names contexts by what is in them", () => {
  const id = (files: Record<string, string>) => documentOf(readFiles(files), "a/SKILL.md").content;
  const first = id({ "a/SKILL.md": skill("a") });
  assert.match(first, /^document:[0-9a-f]{64}$/);
  assert.equal(id({ "a/SKILL.md": skill("a"), "b/SKILL.md": skill("b") }), first);
  assert.notEqual(id({ "a/SKILL.md": skill("a", "Other.\n") }), first);
  assert.notEqual(id({ "a/SKILL.md": skill("a"), "SKILLCDN.md": manifest("", "Rule.\n") }), first);
});

Deno.test("readRepository() drops an include that is neither the skill's own nor a shared page", async (t) => {
  const outside = /it lies outside the skill and is no document of a manifest at or above it/;
  const cases: readonly (readonly [include: string, message: RegExp])[] = [
    ["/skills/b/SKILL.md", outside],
    ["/other/page.md", outside],
    ["/docs/.hidden.md", outside],
    ["/docs/run.sh", /neither Markdown nor JSON/],
    ["script.py", /neither Markdown nor JSON/],
    ["../../../etc/passwd.md", /".." segment/],
    [`${"d".repeat(1020)}.md`, /longer than 1024 characters/],
  ];
  for (const [include, message] of cases) {
    await t.step(include, () => {
      const read = readFiles({
        "docs/run.sh": "",
        "docs/.hidden.md": "# Hidden",
        "other/page.md": "# Page",
        "skills/b/SKILL.md": skill("b"),
        "skills/a/script.py": "",
        "skills/a/SKILL.md": skill("a", "Go.\n", `skillcdn:\n  include: [${include}]\n`),
      });
      const { warnings } = read.skill("skills/a/SKILL.md");
      assert.deepEqual(warnings.map(({ code }) => code), ["include_dropped"]);
      assert.match(warnings[0]?.message ?? "", message);
      assert.deepEqual(documentOf(read, "skills/a/SKILL.md").missing, []);
      assert.deepEqual(read.problems, ["include_dropped skills/a/SKILL.md"]);
    });
  }
});

Deno.test("readRepository() shares only documents of manifests at or above the skill", () => {
  const including = (path: string) => skill("a", "Go.\n", `skillcdn:\n  include: [${path}]\n`);
  const included = (files: Record<string, string>, path: string) =>
    documentOf(readFiles(files), path).sections.some(({ kind }) => kind === "include");
  const files = {
    "docs/root.md": "# Root",
    "area/SKILLCDN.md": manifest("documents: [pages]\n"),
    "area/pages/p.md": "# P",
    "area/a/SKILL.md": including("/area/pages/p.md"),
    "area/b/SKILL.md": including("/docs/root.md"),
    "c/SKILL.md": including("/docs/root.md"),
    "d/SKILL.md": including("/area/pages/p.md"),
  };
  assert.ok(included(files, "area/a/SKILL.md"), "a page of the skill's own area");
  assert.ok(!included(files, "area/b/SKILL.md"), "the root's docs, which no manifest above declares");
  assert.ok(included(files, "c/SKILL.md"), "the root's docs without any manifest");
  assert.ok(!included(files, "d/SKILL.md"), "a page of an area beside the skill");
  assert.ok(
    included({ ...files, "SKILLCDN.md": manifest() }, "area/b/SKILL.md"),
    "documents of the root's manifest",
  );
});

Deno.test("readRepository() calls a required file that cannot be had missing, whatever the reason", async (t) => {
  const including = (path: string) => skill("a", "Go.\n", `skillcdn:\n  include: [${path}]\n`);
  const cases: Readonly<Record<string, readonly [path: string, files: Record<string, string | Uint8Array>]>> =
    {
      "it does not exist": ["gone.md", {}],
      "a shared page does not exist": ["/docs/gone.md", {}],
      "it is excluded": ["x.md", { "SKILLCDN.md": manifest("exclude: [a/x.md]\n"), "a/x.md": "# X" }],
      "it is not UTF-8": ["x.md", { "a/x.md": new Uint8Array([0xc3, 0x28]) }],
      "it is over the read limit": ["x.md", { "a/x.md": "x".repeat(2001) }],
      "it is an LFS pointer": [
        "x.md",
        {
          "a/x.md": `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12345\n`,
        },
      ],
    };
  for (const [name, [path, files]] of Object.entries(cases)) {
    await t.step(name, () => {
      const read = readFiles({ ...files, "a/SKILL.md": including(path) }, {
        limits: { readFileBytes: 2000 },
      });
      const document = documentOf(read, "a/SKILL.md");
      assert.deepEqual(document.missing.map(({ code, path }) => `${code} ${path}`), [
        "include_missing a/SKILL.md",
      ]);
      assert.deepEqual(document.sections.map(({ kind }) => kind), ["instructions"]);
      assert.ok(read.problems.includes("include_missing a/SKILL.md"));
    });
  }
});

Deno.test("readRepository() bounds contexts together, so that rules are not multiplied by skills without end", () => {
  const skills = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`s${index}/SKILL.md`, skill(`s${index}`)]),
  );
  const read = readFiles(
    { ...skills, "SKILLCDN.md": manifest("", `${"r".repeat(2000)}\n`) },
    { limits: { storedBytes: 20_000 } },
  );
  const whole = read.catalog.skills.filter(({ document }) => document?.missing.length === 0);
  assert.ok(whole.length > 5 && whole.length < 50, `${whole.length}`);
  assert.ok(read.catalog.skills.reduce((sum, { document }) => sum + (document?.bytes ?? 0), 0) <= 20_000);
  assert.deepEqual(read.catalog.partial, ["byte_limit"]);
});

Deno.test("a document is front matter, its sources, what is left out, then the context, to the byte", () => {
  const files = {
    "SKILLCDN.md": manifest("", "Be kind.\n"),
    "docs/page.md": "Shared.\n",
    "a/SKILL.md": skill(
      "a",
      "Go.\n",
      "license: MIT\nrev: 1.0\nmetadata: [not, text]\nskillcdn:\n  include: [/docs/page.md]\n",
    ),
    "a/data.bin": new Uint8Array(3001),
    "a/b/SKILL.md": skill("b"),
    "a/b/more.bin": new Uint8Array(3002),
  };
  const options = { limits: { readFileBytes: 3000 } };
  const text = [
    "---",
    "name: a",
    "description: Does a.",
    "license: MIT",
    'rev: "1.0"',
    'metadata: ["not", "text"]',
    "---",
    "Assembled from: SKILLCDN.md, a/SKILL.md, docs/page.md",
    "Left out for its size: a/b/more.bin (3002 bytes), at https://raw.example/a/b/more.bin",
    "Left out for its size: a/data.bin (3001 bytes), at https://raw.example/a/data.bin",
    "--- applicable rules: SKILLCDN.md ---",
    "Be kind.",
    "",
    "--- instructions ---",
    "Go.",
    "",
    "--- included file: docs/page.md ---",
    "Shared.",
    "",
  ].join("\n");
  const read = readFiles(files, options);
  assert.equal(read.document("a/SKILL.md"), text);
  const { sha256, bytes, contextStart } = documentOf(read, "a/SKILL.md");
  assert.equal(sha256, createHash("sha256").update(text).digest("hex"));
  assert.equal(bytes, text.length);
  assert.equal(contextStart, text.indexOf("--- applicable"));
  assert.equal(readFiles(files, options).document("a/SKILL.md"), text);

  const nowhere = readFiles(files, { ...options, sourceUrl: () => null }).document("a/SKILL.md");
  assert.match(nowhere, /^Left out for its size: a\/data\.bin \(3001 bytes\), only in the repository$/m);
});

Deno.test("a change of a commit changes the digests of the skills it is part of, and no others", async (t) => {
  const files: Readonly<Record<string, Content>> = {
    "README.md": "# Library",
    "SKILLCDN.md": manifest("", "Be kind.\n"),
    "docs/page.md": "Shared.\n",
    "docs/other.md": "Other.\n",
    "area/SKILLCDN.md": manifest("", "Be brief.\n"),
    "area/a/SKILL.md": skill("a", "See [x](x.md).\n", "skillcdn:\n  include: [/docs/page.md]\n"),
    "area/a/x.md": "X",
    "area/a/b/SKILL.md": skill("b"),
    "c/SKILL.md": skill("c"),
    "d/SKILL.md": skill("d"),
    "d/big.bin": new Uint8Array(5001),
  };
  const at = (commit: string) => ({
    limits: { readFileBytes: 5000 },
    sourceUrl: (path: string) => `https://raw.example/${commit}/${path}`,
  });
  const digests = (some: Readonly<Record<string, Content>>, commit = "1") =>
    new Map(
      readFiles({ ...files, ...some }, at(commit)).catalog.skills
        .map(({ path, document }) => [path, document?.sha256]),
    );
  const before = digests({});
  const changedBy = (some: Readonly<Record<string, Content>>, commit?: string) =>
    [...digests(some, commit)].flatMap(([path, digest]) => digest === before.get(path) ? [] : [path]);

  const cases: Readonly<
    Record<string, readonly [some: Record<string, Content>, changed: readonly string[]]>
  > = {
    "nothing": [{}, []],
    "the root's rules": [{ "SKILLCDN.md": manifest("", "Be very kind.\n") }, [
      "area/a/SKILL.md",
      "area/a/b/SKILL.md",
      "c/SKILL.md",
      "d/SKILL.md",
    ]],
    "what a manifest declares, but no rule": [
      { "SKILLCDN.md": manifest("license: MIT\n", "Be kind.\n") },
      [],
    ],
    "an area's rules": [{ "area/SKILLCDN.md": manifest("", "Be long.\n") }, [
      "area/a/SKILL.md",
      "area/a/b/SKILL.md",
    ]],
    "a shared page": [{ "docs/page.md": "Changed.\n" }, ["area/a/SKILL.md"]],
    "a page nobody includes": [{ "docs/other.md": "Changed.\n" }, []],
    "a nested skill": [{ "area/a/b/SKILL.md": skill("b", "Changed.\n") }, ["area/a/b/SKILL.md"]],
    "a supporting file": [{ "area/a/x.md": "Changed" }, []],
    "another skill": [{ "c/SKILL.md": skill("c", "Changed.\n") }, ["c/SKILL.md"]],
    "display translations": [
      { "c/SKILL.md": skill("c", undefined, "skillcdn:\n  translations:\n    de:\n      title: C\n") },
      [],
    ],
    "a README and a new skill": [{ "README.md": "# New", "e/SKILL.md": skill("e") }, ["e/SKILL.md"]],
  };
  for (const [name, [some, changed]] of Object.entries(cases)) {
    await t.step(name, () => assert.deepEqual(changedBy(some), changed));
  }
  await t.step("a commit that changes nothing, but where a skill's large file is had from", () => {
    assert.deepEqual(changedBy({}, "2"), ["d/SKILL.md"]);
  });
});

function documentOf(read: ReadFiles, path: string): SkillDocument {
  const { document } = read.skill(path);
  assert.ok(document !== null);
  return document;
}
