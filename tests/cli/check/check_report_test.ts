import assert from "node:assert/strict";
import { checkable, type Files, reportOn } from "../../support/checkable.ts";

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

/** A link and a name that are nearly right. */
const MISSPELT: Files = {
  "skills/alpha/SKILL.md": "---\nname: beta\ndescription: Does it.\n---\nSee [x](stile.md).\n",
  "skills/alpha/style.md": "# Style\n",
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
    { path: "closed/", files: 2, reason: "closed", rule: null },
    { path: "notes.md", files: 1, reason: "excluded", rule: null },
    { path: "private/", files: 2, reason: "excluded", rule: null },
    { path: "src/", files: 2, reason: "unreachable", rule: null },
  ]);
});

Deno.test("check gives one reason for a path that cannot be served: the rule that it breaks", async () => {
  const { notServed, problems, skills } = await reportOn({
    "skills/s/SKILL.md": skill("s"),
    "skills/s/..\\..\\evil.txt": "x",
    "skills/s/Icon\r": "x",
    "skills/s/two\nlines.md": "x",
    "skills/bad\\dir/one.md": "x",
    "skills/bad\\dir/SKILL.md": skill("dir"),
    "private/a\\b.md": "x",
    "private/SKILLCDN.md": "---\ndescription: Kept.\nexclude: [.]\n---\n",
  });
  const backslash = "the path holds a backslash";
  const control = "the path holds a control or invisible character";
  assert.deepEqual(notServed, [
    { path: "private/", files: 2, reason: "excluded", rule: null },
    { path: "skills/bad\\dir/", files: 2, reason: "unservable", rule: backslash },
    { path: "skills/s/..\\..\\evil.txt", files: 1, reason: "unservable", rule: backslash },
    { path: "skills/s/Icon\r", files: 1, reason: "unservable", rule: control },
    { path: "skills/s/two\nlines.md", files: 1, reason: "unservable", rule: control },
  ]);
  assert.deepEqual(
    problems.map(({ path, severity, message }) => [path, severity, message]),
    notServed.filter(({ rule }) => rule !== null).map(({ path, rule }) => [
      path,
      path === "skills/bad\\dir/" ? "error" : "warning",
      `Not served: ${rule}`,
    ]),
  );
  assert.deepEqual(skills.map(({ path }) => path), ["skills/s/SKILL.md"]);
});

Deno.test("check bounds how many paths that cannot be served it tells one by one", async () => {
  const many = Object.fromEntries(Array.from({ length: 130 }, (_, n) => [`a/${n}\\x.md`, "x"]));
  const { problems, notServed } = await reportOn({ ...many, "SKILL.md": skill("root") });
  assert.equal(notServed.length, 130);
  assert.equal(problems.length, 101);
  assert.deepEqual(problems.filter(({ path }) => path === "").map(({ message }) => message), [
    "30 more paths cannot be served",
  ]);
});

Deno.test("check takes a SKILL.md that is no skill for an error, whatever keeps it from being one", async () => {
  const limits = { readFileBytes: 4096, indexedFileBytes: 2048 };
  const table: Readonly<Record<string, string>> = {
    file_over_read_limit: skill("alpha", "", "x".repeat(5000)),
    no_front_matter: "# Heading first\n",
    yaml_syntax: "---\nname: alpha\ndescription: Makes a video: fast\n---\n",
    field_missing: "---\nname: alpha\n---\n",
    not_utf8: "---\nname: alpha\ndescription: \ufffd\n---\n",
  };
  for (const [code, content] of Object.entries(table)) {
    const bytes = code === "not_utf8" ? new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff]) : content;
    const files = { "skills/alpha/SKILL.md": bytes, "skills/good/SKILL.md": skill("good") };
    const { counts, invalidSkills, problems, findings } = await reportOn(files, limits);
    assert.equal(counts.skills, 1, code);
    assert.equal(counts.invalidSkills, 1, code);
    assert.deepEqual(invalidSkills, ["skills/alpha/SKILL.md"], code);
    assert.deepEqual(problems.map(({ severity, code }) => [severity, code]), [["error", code]], code);
    assert.equal(findings.errors, 1, code);
  }
});

Deno.test("check fails a directory that holds nothing of use: most likely another one was meant", async () => {
  const { problems, findings } = await reportOn({ "README.md": "# Nothing\n" });
  assert.deepEqual(problems.map(({ path, code }) => [path, code]), [["", "nothing_served"]]);
  assert.equal(findings.errors, 1);
});

Deno.test("check ends with 0 without errors, 1 with some or with warnings that count, 2 when it cannot read", async () => {
  await using clean = await checkable(CLEAN);
  await using warned = await checkable(MISSPELT);
  await using flawed = await checkable(FLAWED);
  for (const format of ["text", "json", "github", "sarif"] as const) {
    const codes = async (strict: boolean) =>
      (await Promise.all([clean, warned, flawed].map((made) => made.check({ format, strict }))))
        .map(({ code, err }) => [code, err]);
    assert.deepEqual(await codes(false), [[0, ""], [0, ""], [1, ""]], format);
    assert.deepEqual(await codes(true), [[0, ""], [1, ""], [1, ""]], format);
  }
  assert.deepEqual(await clean.check({ address: "/local/acme/missing", directory: "missing" }), {
    code: 2,
    out: "",
    err:
      'Cannot read "missing": there is no such directory; name the one that holds the folders with a SKILL.md',
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

Deno.test("check prints JSON whose members are these", async () => {
  await using made = await checkable(MISSPELT);
  const report = await made.report();
  assert.deepEqual(Object.keys(report), [
    "version",
    "findings",
    "commit",
    "rules",
    "manifests",
    "licence",
    "counts",
    "partial",
    "skills",
    "invalidSkills",
    "documents",
    "notServed",
    "deadLinks",
    "problems",
    "instructions",
  ]);
  const { commit: _, rules: __, instructions: ___, ...stable } = report;
  assert.deepEqual(stable, {
    version: 1,
    findings: { errors: 0, warnings: 2, notes: 0 },
    manifests: [],
    licence: null,
    counts: { skills: 1, documents: 0, files: 2, invalidSkills: 0 },
    partial: [],
    skills: [{
      path: "skills/alpha/SKILL.md",
      name: "beta",
      description: "Does it.",
      licence: null,
      serving: "full",
      contextBytes: stable.skills[0]?.contextBytes,
      files: [{ path: "skills/alpha/style.md", bytes: 8, stored: true }],
      extension: { listed: false, reason: "name_directory_mismatch" },
      unlisted: null,
      duplicateOf: null,
    }],
    invalidSkills: [],
    documents: [],
    notServed: [],
    deadLinks: [{
      path: "skills/alpha/SKILL.md",
      line: 5,
      column: 9,
      written: "stile.md",
      target: "skills/alpha/stile.md",
      suggestion: "skills/alpha/style.md",
    }],
    problems: [
      {
        path: "skills/alpha/SKILL.md",
        line: null,
        column: null,
        severity: "warning",
        code: "name_directory_mismatch",
        message: 'The name differs from that of its directory, which is "alpha"',
      },
      {
        path: "skills/alpha/SKILL.md",
        line: 5,
        column: 9,
        severity: "warning",
        code: "link_missing",
        message: 'A link leads to "skills/alpha/stile.md", where there is no file',
      },
    ],
  });
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
