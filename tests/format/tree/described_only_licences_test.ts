import assert from "node:assert/strict";
import { type Files, licensed, MIT, RESERVED } from "../_licensed.ts";
import { manifest, readFiles, skill } from "../_repository.ts";

Deno.test("the licence that speaks first decides what is kept", async (t) => {
  const cases: Readonly<Record<string, readonly [files: Files, kept: readonly string[]]>> = {
    "nothing speaks": [{ "a/SKILL.md": skill("a"), "docs/x.md": "x" }, []],
    "the repository reserves all": [
      { "LICENSE": RESERVED, "a/SKILL.md": skill("a"), "docs/x.md": "x", "README.md": "x" },
      ["README.md", "a/SKILL.md", "docs/x.md"],
    ],
    "a skill allows more": [
      {
        "LICENSE": RESERVED,
        "a/SKILL.md": skill("a", "", "license: MIT\n"),
        "a/x.md": "x",
        "docs/x.md": "x",
      },
      ["docs/x.md"],
    ],
    "a skill allows less by its field": [
      {
        "LICENSE": MIT,
        "a/SKILL.md": skill("a", "", "license: Proprietary\n"),
        "a/x.md": "x",
        "docs/x.md": "x",
      },
      ["a/SKILL.md", "a/x.md"],
    ],
    "its file beats its field": [
      { "a/LICENSE": MIT, "a/SKILL.md": skill("a", "", "license: Proprietary\n") },
      [],
    ],
    "an area allows less": [
      {
        "LICENSE": MIT,
        "p/SKILLCDN.md": manifest("license: CC-BY-NC-4.0\n"),
        "p/docs/x.md": "x",
        "docs/x.md": "x",
      },
      ["p/SKILLCDN.md", "p/docs/x.md"],
    ],
    "an area allows more": [
      {
        "LICENSE": RESERVED,
        "p/SKILLCDN.md": manifest("license: MIT\n"),
        "p/docs/x.md": "x",
        "docs/x.md": "x",
      },
      ["docs/x.md"],
    ],
    "a nested skill that says nothing lies in a kept directory": [
      { "LICENSE": MIT, "a/LICENSE": RESERVED, "a/SKILL.md": skill("a"), "a/b/SKILL.md": skill("b") },
      ["a/LICENSE", "a/SKILL.md", "a/b/SKILL.md"],
    ],
    "a nested skill that allows more": [
      {
        "LICENSE": MIT,
        "a/LICENSE": RESERVED,
        "a/SKILL.md": skill("a"),
        "a/b/SKILL.md": skill("b", "", "license: MIT\n"),
      },
      ["a/LICENSE", "a/SKILL.md"],
    ],
    "a SKILL.md that is no skill, with a licence beside it": [
      {
        "LICENSE": MIT,
        "a/LICENSE": RESERVED,
        "a/SKILL.md": "zx",
        "README.md": "[a](a/x.md)",
        "a/x.md": "x",
      },
      ["a/SKILL.md", "a/x.md"],
    ],
    "a licence that is no text": [
      { "a/LICENSE": new Uint8Array([0xff, 0xfe]), "a/SKILL.md": skill("a") },
      ["a/LICENSE", "a/SKILL.md"],
    ],
    "a licence over 64 KiB": [
      { "a/LICENSE": MIT.repeat(70), "a/SKILL.md": skill("a") },
      ["a/LICENSE", "a/SKILL.md"],
    ],
    "an excluded licence says nothing": [
      { "LICENSE": RESERVED, "SKILLCDN.md": manifest("exclude: [LICENSE]\n"), "a/SKILL.md": skill("a") },
      [],
    ],
  };
  for (const [name, [files, kept]] of Object.entries(cases)) {
    await t.step(name, () => {
      assert.deepEqual(licensed(files).catalog.describedOnly.map(({ path }) => path), kept);
      assert.deepEqual(readFiles(files).catalog.describedOnly, []);
    });
  }
});

Deno.test("a licence that cannot be had keeps what it speaks for", () => {
  const files = { "a/LICENSE": MIT, "a/SKILL.md": skill("a") };
  const read = readFiles(files, { serving: "licensed", unavailable: ["a/LICENSE"] });
  assert.equal(read.skill("a/SKILL.md").serving, "described");
});

Deno.test("what a manifest says wrong is told only where its licence allows it", () => {
  const broken = "---\ndescription: x\nzxkey: [\n---\n";
  const flawed = manifest("zxkey: zx # zxcomment\nlanguage: zx zx\n");
  const told = (files: Files) => {
    const read = licensed(files);
    return [read.catalog.diagnostics.some(({ code }) => code !== "manifest_unreadable"), [...read.untold]];
  };
  assert.deepEqual(told({ "SKILLCDN.md": broken }), [true, []]);
  assert.deepEqual(told({ "LICENSE": RESERVED, "SKILLCDN.md": broken }), [false, ["SKILLCDN.md"]]);
  assert.deepEqual(told({ "LICENSE": RESERVED, "a/SKILLCDN.md": broken }), [false, ["a/SKILLCDN.md"]]);
  assert.deepEqual(told({ "LICENSE": MIT, "a/SKILLCDN.md": broken }), [true, []]);
  assert.deepEqual(told({ "LICENSE": MIT, "a/LICENSE": RESERVED, "a/SKILLCDN.md": broken }), [false, [
    "a/SKILLCDN.md",
  ]]);
  assert.deepEqual(told({ "LICENSE": RESERVED, "SKILLCDN.md": flawed }), [false, ["SKILLCDN.md"]]);
});
