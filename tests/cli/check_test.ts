import assert from "node:assert/strict";
import { checkable, type Files, reportOn } from "../support/checkable.ts";

const skill = (name: string, more = "", body = "# Steps\n") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\n${body}`;

const CLEAN: Files = {
  "LICENSE": "MIT License\n",
  "skills/alpha/SKILL.md": skill("alpha", "license: MIT\n", "Read [more](references/more.md).\n"),
  "skills/alpha/references/more.md": "# More\n",
};

const FLAWED: Files = {
  "SKILLCDN.md":
    "---\nname: Library\ndescription: For tests.\nexclude:\n  - private\n  - notes.md\n---\nHouse rules.\n",
  "docs/guide.md": "# Guide\n\nSee [the plan](plans/plan.md) and [the style](../docs/stile.md).\n",
  "docs/style.md": "# Style\n",
  "docs/plan.md": "# Plan\n",
  "private/one.md": "one\n",
  "private/deep/two.md": "two\n",
  "notes.md": "notes\n",
  "src/main.c": "int main;\n",
  "src/deep/more.c": "int more;\n",
  "skills/alpha/SKILL.md": skill(
    "alpha",
    "",
    "First.\n\nUse [style](/docs/style.md), then [gone](references/gone.md).\n",
  ),
  "skills/alpha/data.bin": new Uint8Array([0, 255]),
  "skills/beta/SKILL.md": skill("other-name"),
  "skills/broken/SKILL.md": "---\nname: broken\ndescription: Makes a video: fast\n---\n",
  "closed/SKILLCDN.md": "no front matter\n",
  "closed/page.md": "closed\n",
};

Deno.test("check tells of each skill what an agent gets and whether the extension lists it", async () => {
  const { skills, manifests, counts } = await reportOn(FLAWED);
  assert.deepEqual(
    skills.map(({ path, extension, unlisted, serving }) => ({ path, extension, unlisted, serving })),
    [
      {
        path: "skills/alpha/SKILL.md",
        extension: { listed: true, reason: null },
        unlisted: null,
        serving: "full",
      },
      {
        path: "skills/beta/SKILL.md",
        extension: { listed: false, reason: "name_directory_mismatch" },
        unlisted: null,
        serving: "full",
      },
    ],
  );
  const [alpha] = skills;
  assert.deepEqual(alpha?.files, [{ path: "skills/alpha/data.bin", bytes: 2, stored: true }]);
  assert((alpha?.contextBytes ?? 0) > "House rules.\nFirst.\n".length);
  assert.deepEqual(manifests, [
    { path: "SKILLCDN.md", name: "Library", description: "For tests.", language: null, licence: null },
  ]);
  assert.equal(counts.invalidSkills, 1);
});

Deno.test("check tells problems with their line and column, once", async () => {
  const { problems, findings } = await reportOn(FLAWED);
  const told = problems.map(({ path, severity, code, line }) => [path, severity, code, line]);
  assert.deepEqual(
    told,
    [
      ["closed/SKILLCDN.md", "error", "manifest_unreadable", null],
      ["closed/SKILLCDN.md", "error", "no_front_matter", 1],
      ["docs/guide.md", "info", "link_missing", 3],
      ["docs/guide.md", "info", "link_missing", 3],
      ["skills/alpha/SKILL.md", "warning", "link_missing", 7],
      ["skills/beta/SKILL.md", "warning", "name_directory_mismatch", null],
      ["skills/broken/SKILL.md", "error", "yaml_syntax", 3],
    ],
  );
  assert.deepEqual(findings, { errors: 3, warnings: 2, notes: 2 });
});

Deno.test("check finds dead links and what may have been meant", async () => {
  const { deadLinks } = await reportOn(FLAWED);
  assert.deepEqual(deadLinks, [
    {
      path: "docs/guide.md",
      line: 3,
      column: 16,
      written: "plans/plan.md",
      target: "docs/plans/plan.md",
      suggestion: "docs/plan.md",
    },
    {
      path: "docs/guide.md",
      line: 3,
      column: 47,
      written: "../docs/stile.md",
      target: "docs/stile.md",
      suggestion: "docs/style.md",
    },
    {
      path: "skills/alpha/SKILL.md",
      line: 7,
      column: 42,
      written: "references/gone.md",
      target: "skills/alpha/references/gone.md",
      suggestion: null,
    },
  ]);
});

Deno.test("check suggests a file for a dead link only where it may be meant", async () => {
  const table: readonly (readonly [target: string, others: readonly string[], suggestion: string | null])[] =
    [
      ["a/README.md", ["b/README.md", "c/README.md"], null],
      ["tool/README.md", ["tools/README.md", "other/README.md"], "tools/README.md"],
      ["guide.md", ["docs/Guide.md"], "docs/Guide.md"],
      ["x/refs/page.md", ["x/page.md"], "x/page.md"],
      ["x/one.md", ["x/two.md"], null],
      ["%C3%A9t%C3%A9.md", ["docs/été.md"], "docs/été.md"],
      ["../../out.md", ["out.md"], "out.md"],
      ["../../../out.md", ["out.md"], null],
    ];
  for (const [target, others, suggestion] of table) {
    const files = Object.fromEntries(others.map((path) => [`skills/s/${path}`, "# Page\n"]));
    const { deadLinks } = await reportOn({
      ...files,
      "skills/s/SKILL.md": skill("s", "", `[x](${target})\n`),
    });
    const expected = suggestion === null ? null : `skills/s/${suggestion}`;
    assert.deepEqual(deadLinks.map(({ suggestion }) => suggestion), [expected], target);
  }
});

Deno.test("check places a dead link where it is a destination", async () => {
  const body = "About gone.md and xgone.md.\n\n```\n(gone.mdx)\n```\n\n[it][ref]\n\n[ref]: gone.md\n";
  const { deadLinks } = await reportOn({ "skills/s/SKILL.md": skill("s", "", body) });
  assert.deepEqual(deadLinks.map(({ line, column }) => [line, column]), [[13, 8]]);
});

Deno.test("check tells what is not served and why, whole directories as one", async () => {
  const { notServed } = await reportOn(FLAWED);
  assert.deepEqual(notServed, [
    { path: "closed/", files: 2, reason: "closed" },
    { path: "notes.md", files: 1, reason: "excluded" },
    { path: "private/", files: 2, reason: "excluded" },
    { path: "src/", files: 2, reason: "unreachable" },
  ]);
});

Deno.test("check tells that a directory holds nothing of use", async () => {
  const { problems, findings } = await reportOn({ "README.md": "# Nothing\n" });
  assert.deepEqual(problems.map(({ path, code }) => [path, code]), [["", "nothing_served"]]);
  assert.equal(findings.warnings, 1);
});

Deno.test("check ends with 0 without findings, 1 with some, 2 when it cannot read", async () => {
  await using clean = await checkable(CLEAN);
  const passed = await clean.check();
  assert.deepEqual([passed.code, passed.err], [0, ""], passed.out);
  await using flawed = await checkable(FLAWED);
  for (const format of ["text", "json", "github"] as const) {
    assert.equal((await flawed.check({ format })).code, 1, format);
  }
  assert.deepEqual(await clean.check({ address: "/local/acme/missing", directory: "missing" }), {
    code: 2,
    out: "",
    err: 'Cannot read "missing": there is no such directory',
  });
  const limits = {
    indexedFileBytes: 1024,
    readFileBytes: 1024,
    servedFiles: 9,
    treeEntries: 2,
    storedBytes: 1e6,
  };
  const large = await clean.check({ limits });
  assert.equal(large.code, 2);
  assert.equal(
    large.err,
    'Cannot read "library": The commit could not be indexed: the commit holds more files than this server reads',
  );
});

Deno.test("check shows how far it is on large trees, and only there", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 1000 }, (_, n) => [`skills/alpha/data/${n}.txt`, `${n}`]),
  );
  const told: string[] = [];
  await using large = await checkable({ ...CLEAN, ...many });
  await large.check({ progress: (text) => void told.push(text) });
  assert.equal(told[0], "Read 100 of at most 1003 files");
  assert.equal(told.at(-1), "");
  await using small = await checkable(CLEAN);
  told.length = 0;
  await small.check({ progress: (text) => void told.push(text) });
  assert.deepEqual(told, [""]);
});
