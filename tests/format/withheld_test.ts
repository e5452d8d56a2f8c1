import assert from "node:assert/strict";
import fc from "fast-check";
import { type Content, manifest, type ReadFiles, readFiles, skill } from "./_repository.ts";

type Files = Readonly<Record<string, Content>>;

const RESERVED = "Copyright 2024 Somebody. All rights reserved.\n";
const MIT = `MIT License

Copyright (c) 2024 Somebody

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;

function licensed(files: Files): ReadFiles {
  return readFiles(files, { serving: "licensed" });
}

/** Everything that a snapshot stores of a reading, as text. */
function storedText(read: ReadFiles): string {
  const documents = read.catalog.skills.flatMap(({ path, document }) =>
    document === null ? [] : read.document(path)
  );
  return JSON.stringify([read.catalog, read.searchable, read.documents, documents]);
}

const KEPT: Files = {
  "LICENSE": MIT,
  "kept/LICENSE.txt": RESERVED,
  "kept/SKILL.md": [
    "---",
    "name: kept",
    "description: Shown description.",
    "metadata:",
    "  shown: value",
    "zxfield: zxunknown",
    "zxflaw: 1 # zxcomment",
    "skillcdn:",
    "  include: [zxinclude.md, ../zxdropped.md]",
    "  translations:",
    "    de:",
    "      title: zxtitle",
    "---",
    "# zxheading",
    "",
    "zxbody [zxlink](references/zxlinked.md) [zxdead](zxdead.md) [out](../other/reached.md)",
    "",
  ].join("\n"),
  "kept/zxinclude.md": "zxincluded",
  "kept/references/zxlinked.md": "# zxtitle\n\nzxsummary\n",
  "kept/README.md": "# zxreadme\n",
  "kept/SKILLCDN.md": manifest("name: zxmanifest\n", "zxrules\n"),
  "kept/docs/zxpage.md": "# zxpage\n",
  "kept/data.json": '{"zxdata": 1}',
  "kept/broken/SKILL.md": "---\nname: zxbroken\nzxkey: [\n---\n",
  "other/reached.md": "only a kept skill links here",
  "open/SKILL.md": skill(
    "open",
    "Go. [kept](../kept/references/zxlinked.md) [skill](../kept/SKILL.md)\n",
    "skillcdn:\n  include: [/docs/page.md]\n",
  ),
  "docs/page.md": "Shared.\n",
};

Deno.test("a skill under a restrictive licence is only its header, and nothing of it is stored (kind: withheld words)", () => {
  const read = licensed(KEPT);
  const kept = read.skill("kept/SKILL.md");
  assert.equal(kept.serving, "described");
  assert.deepEqual(kept.licence, {
    label: kept.licence?.label,
    class: "restrictive",
    path: "kept/LICENSE.txt",
    source: "file",
  });
  assert.deepEqual(
    [kept.name, kept.description, kept.metadata],
    ["kept", "Shown description.", [["shown", "value"]]],
  );
  assert.deepEqual([kept.files, kept.references, kept.translations, kept.fields.entries, kept.document], [
    [],
    [],
    [],
    [],
    null,
  ]);
  assert.deepEqual(kept.warnings.map(({ code }) => code), ["described_only"]);

  // Their names are what a read is answered with; no word from inside is anywhere.
  const names = read.catalog.withheld.map(({ path }) => path);
  const text = names.reduce((text, name) => text.replaceAll(JSON.stringify(name), ""), storedText(read));
  // The links of the open skill are its own text.
  assert.deepEqual(text.replaceAll("../kept/references/zxlinked.md", "").match(/zx\w*/g) ?? [], []);
  assert.deepEqual(names, [
    "kept/LICENSE.txt",
    "kept/README.md",
    "kept/SKILL.md",
    "kept/SKILLCDN.md",
    "kept/broken/SKILL.md",
    "kept/data.json",
    "kept/docs/zxpage.md",
    "kept/references/zxlinked.md",
    "kept/zxinclude.md",
  ]);
  assert.ok(read.catalog.files.every(({ path }) => !path.startsWith("kept/")));
  assert.equal(read.file("other/reached.md"), undefined, "its links expose nothing");
});

Deno.test("a skill that is only described is counted, browsed and found by its header alone", () => {
  const read = licensed(KEPT);
  assert.deepEqual(read.catalog.counts, { skills: 2, documents: 1, files: 2, invalidSkills: 0 });
  assert.deepEqual(read.entries(""), ["folder docs", "skill kept/SKILL.md", "skill open/SKILL.md"]);
  assert.deepEqual(read.entries("kept"), ["skill kept/SKILL.md"]);
  const folder = read.folder("kept");
  assert.deepEqual([folder?.manifest, folder?.overview, folder?.counts], [null, null, {
    skills: 1,
    documents: 0,
  }]);
  const entry = read.searchable.find(({ path }) => path === "kept/SKILL.md");
  assert.deepEqual([entry?.name, entry?.description, entry?.headings, entry?.body], [
    "kept",
    "Shown description.",
    [],
    null,
  ]);
});

Deno.test("in full, a restrictive licence is named and keeps nothing back", () => {
  const read = readFiles(KEPT);
  assert.deepEqual(read.catalog.withheld, []);
  assert.equal(read.skill("kept/SKILL.md").licence?.class, "restrictive");
  assert.equal(read.skill("kept/SKILL.md").serving, "full");
  assert.ok(read.file("kept/references/zxlinked.md")?.stored);
  assert.deepEqual([...read.untold], []);
});

Deno.test("what others need of a file that is kept is missing, and they say so", () => {
  const read = licensed({
    "LICENSE": RESERVED,
    "SKILLCDN.md": manifest("name: zxname\n", "zxrules\n"),
    "docs/page.md": "zxpage\n",
    "a/LICENSE": MIT,
    "a/SKILL.md": skill("a", "Go.\n", "skillcdn:\n  include: [/docs/page.md, b/x.md]\n"),
    "a/b/SKILL.md": skill("b", "zxb\n", "license: Proprietary\n"),
    "a/b/x.md": "zxx\n",
  });
  const { document, unpublished, serving } = read.skill("a/SKILL.md");
  assert.equal(serving, "full");
  assert.equal(unpublished, "file_unavailable");
  assert.deepEqual(document?.missing.map(({ code, message }) => `${code}: ${message}`), [
    'described_only: Rules file "SKILLCDN.md" is kept at its source by its licence',
    'described_only: Included file "docs/page.md" is kept at its source by its licence',
    'described_only: Included file "a/b/x.md" is kept at its source by its licence',
  ]);
  assert.equal(read.context("a/SKILL.md"), "--- instructions ---\nGo.\n");
  assert.ok(!storedText(read).includes("zx"));
  assert.deepEqual(read.catalog.manifests, []);
});

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
      assert.deepEqual(licensed(files).catalog.withheld.map(({ path }) => path), kept);
      assert.deepEqual(readFiles(files).catalog.withheld, []);
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

const licence = fc.constantFrom("", MIT, RESERVED);
const field = fc.constantFrom("", "license: MIT\n", "license: Proprietary\n", "license: see LICENSE\n");
const directory = fc.array(fc.constantFrom("a", "b", "docs", ".h"), { maxLength: 3 }).map((parts) =>
  parts.join("/")
);
const links = fc.array(
  fc.constantFrom(
    "x.md",
    "../x.md",
    "/docs/x.md",
    "a/SKILL.md",
    "/b/README.md",
    "/SKILLCDN.md",
    "LICENSE.md",
  ),
  { maxLength: 3 },
);

/** Each file's words are its own: `zx` and its number. */
const repository = fc.array(
  fc.tuple(
    directory,
    fc.constantFrom("SKILL.md", "SKILLCDN.md", "LICENSE", "x.md", "README.md", "x.json", "broken", ".x.md"),
    licence,
    field,
    links,
  ),
  { maxLength: 25 },
).map((files) =>
  Object.fromEntries(files.map(([directory, name, text, field, links], index) => {
    const word = `zx${index}zx`;
    const body = `# ${word}\n\n${word} ${links.map((to) => `[${word}](${to})`).join(" ")}\n`;
    const file = name === "broken" ? "SKILL.md" : name;
    const path = directory === "" ? file : `${directory}/${file}`;
    if (name === "LICENSE") return [path, `${text}\n`];
    if (name === "broken") return [path, `---\nname: [${word}\n---\n${body}`];
    if (name === "SKILLCDN.md") {
      return [path, manifest(`documents: [., docs]\nname: ${word}\n${field}`, body)];
    }
    if (name !== "SKILL.md") return [path, body];
    const own = `x-${word}: ${word}\nskillcdn:\n  include: [x.md, /docs/x.md, a/x.md]\n`;
    return [path, skill("s", body, field + own)];
  }))
);

Deno.test("no word of a file that is kept at its source is stored, for every tree and its licences", () => {
  fc.assert(
    fc.property(repository, (files) => {
      const read = licensed(files);
      const kept = read.catalog.withheld.map(({ path }) => path);
      const served = new Set<string>(read.catalog.files.map(({ path }) => path));
      const text = storedText(read);
      for (const path of kept) {
        assert.ok(!served.has(path), path);
        const [word] = /zx\d+zx/.exec(files[path] ?? "") ?? [];
        if (word !== undefined) assert.ok(!text.includes(word), `${path}: ${word}`);
      }
      const full = new Set<string>(readFiles(files).catalog.files.map(({ path }) => path));
      for (const path of [...served, ...kept]) assert.ok(full.has(path), path);
      for (const path of read.untold) assert.ok(kept.includes(path) || /SKILLCDN\.md$/.test(path), path);
      for (const path of kept) assert.ok(read.untold.has(path) || !/SKILL(?:CDN)?\.md$/.test(path), path);
    }),
    { numRuns: 500 },
  );
});
