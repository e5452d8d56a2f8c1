import assert from "node:assert/strict";
import { type Files, licensed, MIT, RESERVED, storedText } from "../_licensed.ts";
import { manifest, readFiles, skill } from "../_repository.ts";

const DESCRIBED_ONLY: Files = {
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

Deno.test("a skill under a restrictive licence is only its header, and nothing of it is stored (kind: described only)", () => {
  const read = licensed(DESCRIBED_ONLY);
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
  const names = read.catalog.describedOnly.map(({ path }) => path);
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
  const read = licensed(DESCRIBED_ONLY);
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
  const read = readFiles(DESCRIBED_ONLY);
  assert.deepEqual(read.catalog.describedOnly, []);
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
