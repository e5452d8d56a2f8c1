import assert from "node:assert/strict";
import type { Problem } from "../../../contracts/domain.ts";
import { manifest, readFiles, skill } from "../_repository.ts";

/** What is told of the links of one SKILL.md with this body, beside these files. */
function deadLinks(body: string, files: Readonly<Record<string, string>> = {}): readonly Problem[] {
  const path = "skills/a/SKILL.md";
  const { catalog } = readFiles({ ...files, [path]: skill("a", body) });
  return catalog.diagnostics.filter((found) => found.path === path && found.code === "link_missing");
}

Deno.test("a destination of a skill that leads to nothing is a warning at its line, whatever its extension", () => {
  const body = [
    "Run [it](scripts/run.py), see ![how](pictures/how.png)",
    "and [the sheet](data/sheet.xlsx) or",
    "[all of it](references/).",
    "",
    "| [cell](cell.csv) |",
    "| --- |",
    "| ![x](x.gif) |",
  ].join("\n");
  assert.deepEqual(
    deadLinks(body).map(({ line, severity, link }) => [line, severity, link?.path]),
    [
      [5, "warning", "skills/a/scripts/run.py"],
      [5, "warning", "skills/a/pictures/how.png"],
      [6, "warning", "skills/a/data/sheet.xlsx"],
      [7, "warning", "skills/a/references"],
      [9, "warning", "skills/a/cell.csv"],
      [11, "warning", "skills/a/x.gif"],
    ],
  );
});

Deno.test("what exists in the repository is no dead link, served or not", () => {
  const files = {
    "tools/run.sh": "",
    "skills/a/scripts/run.py": "",
    "skills/a/references/deep/r.txt": "",
    "skills/a/q?.md": "",
  };
  const body = [
    "[1](scripts/run.py) [2](references/) [3](references) [4](../../tools/run.sh) [5](/tools) [6](.) [7](..)",
    "[8](scripts/run.py?raw=true#L1) [9](q%3F.md) [10](#top) [11](?a) [12]() [13](https://x.example/y.png)",
    "[14](mailto:a@x.example) [15](//x.example/z) `[16](code.md)`",
  ].join("\n");
  assert.deepEqual(deadLinks(body, files), []);
});

Deno.test("a folder of which everything is excluded is a dead link like one that does not exist", () => {
  const files = {
    "SKILLCDN.md": manifest("exclude: [skills/a/secret/x.txt, skills/a/closed]\n"),
    "skills/a/secret/x.txt": "",
    "skills/a/closed/y.txt": "",
  };
  const found = deadLinks("[1](secret) [2](closed/) [3](nothing/)\n", files);
  assert.deepEqual(found.map(({ link }) => link?.nearest), [null, null, null]);
});

Deno.test("the nearest path is the one that differs least", async (t) => {
  const cases:
    readonly (readonly [what: string, written: string, existing: readonly string[], nearest: string])[] = [
      [
        "letter case",
        "References/Guide.md",
        ["skills/a/references/guide.md"],
        "skills/a/references/guide.md",
      ],
      ["Unicode form", "%C3%9Cber.md", ["skills/a/U\u0308ber.md"], "skills/a/U\u0308ber.md"],
      ["an extension that was left out", "references/guide", [
        "skills/a/references/guide.md",
        "skills/a/references/guides.md",
      ], "skills/a/references/guide.md"],
      ["a folder in another case", "Scripts/", ["skills/a/scripts/x.sh"], "skills/a/scripts"],
      [
        "the same name elsewhere",
        "guide.md",
        ["skills/a/references/guide.md"],
        "skills/a/references/guide.md",
      ],
      [
        "a name like it",
        "referense.md",
        ["skills/a/reference.md", "skills/a/other.md"],
        "skills/a/reference.md",
      ],
    ];
  for (const [what, written, existing, nearest] of cases) {
    await t.step(what, () => {
      const [found] = deadLinks(`[x](${written})\n`, Object.fromEntries(existing.map((path) => [path, "x"])));
      assert.equal(found?.link?.nearest, nearest);
    });
  }
});

Deno.test("what is only described is never the nearest path", () => {
  const files = {
    "skills/b/SKILL.md": skill("b"),
    "skills/b/LICENSE": "All rights reserved.",
    "skills/b/Secret-Plan.md": "x",
    "skills/a/SKILL.md": skill("a", "[x](../b/secret-plan.md)\n"),
  };
  const [found] = readFiles(files, { serving: "licensed" }).skill("skills/a/SKILL.md").warnings;
  assert.deepEqual([found?.code, found?.link?.nearest], ["link_missing", null]);
});

Deno.test("rules and includes are held to every destination, and the skills that work by them are told", () => {
  const read = readFiles({
    "SKILLCDN.md": manifest("", "[run](tools/run.sh) [see](gone.md)\n"),
    "docs/page.md": "[picture](gone.png)\n",
    "docs/other.md": "[picture](gone.png) [page](gone.md)\n",
    "skills/a/SKILL.md": skill("a", "Do.\n", "skillcdn:\n  include: [/docs/page.md]\n"),
    "skills/b/SKILL.md": skill("b"),
  });
  assert.deepEqual(
    read.catalog.diagnostics.map(({ path, severity, line, link }) => [path, severity, line, link?.written]),
    [
      ["SKILLCDN.md", "warning", 4, "tools/run.sh"],
      ["SKILLCDN.md", "warning", 4, "gone.md"],
      // A document that no skill works by owes only its links to Markdown.
      ["docs/other.md", "info", 1, "gone.md"],
      ["docs/page.md", "warning", 1, "gone.png"],
    ],
  );
  const told = (path: string) => read.skill(path).warnings.map(({ message }) => message);
  assert.deepEqual(told("skills/a/SKILL.md"), [
    'In "SKILLCDN.md" 2 links lead to nothing',
    'In "docs/page.md" 1 link leads to nothing',
  ]);
  assert.deepEqual(told("skills/b/SKILL.md"), ['In "SKILLCDN.md" 2 links lead to nothing']);
});

Deno.test("dead links of one file are told up to twenty, and the rest is counted", () => {
  const body = Array.from({ length: 25 }, (_, index) => `[x](${index}.png)`).join(" ");
  const found = deadLinks(`${body}\n`);
  assert.equal(found.length, 21);
  assert.equal(found.find(({ link }) => link === undefined)?.message, "5 more links lead to nothing");
});
