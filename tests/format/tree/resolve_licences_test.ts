import assert from "node:assert/strict";
import { path } from "../_paths.ts";
import { manifest, readFiles, skill } from "../_repository.ts";

type Files = Readonly<Record<string, string>>;

const RESERVED = "All rights reserved.\n";

function licenceOf(files: Files): string | null {
  const { licence } = readFiles(files).skill("area/a/SKILL.md");
  return licence && `${licence.label} (${licence.source} ${licence.path}) ${licence.class}`;
}

Deno.test("readRepository() takes the licence of the first that speaks for a skill (kind: licence per skill)", () => {
  const layers: readonly (readonly [files: Files, licence: string | null])[] = [
    [{ "area/a/LICENSE.txt": RESERVED }, "All rights reserved (file area/a/LICENSE.txt) restrictive"],
    [
      { "area/a/SKILL.md": skill("a", "", "license: Apache-2.0\n") },
      "Apache-2.0 (skill area/a/SKILL.md) permissive",
    ],
    [
      { "area/SKILLCDN.md": manifest("license: CC-BY-NC-4.0\n") },
      "CC-BY-NC-4.0 (manifest area/SKILLCDN.md) restrictive",
    ],
    [{ "LICENSE": "MIT" }, "MIT (file LICENSE) permissive"],
    [{ "SKILLCDN.md": manifest("license: ISC\n") }, "ISC (manifest SKILLCDN.md) permissive"],
    [{ "area/a/SKILL.md": skill("a") }, null],
  ];
  for (const [index, [, expected]] of layers.entries()) {
    const files = Object.assign({}, ...layers.slice(index).map(([files]) => files).reverse());
    assert.equal(licenceOf(files), expected);
  }
});

Deno.test("readRepository() skips a licence field that only points elsewhere", () => {
  const pointers = [
    "See LICENSE",
    "Complete terms in LICENSE.txt",
    "SEE LICENSE IN ../../LICENSE.md",
    "license",
  ];
  for (const field of pointers) {
    const files = { "area/a/SKILL.md": skill("a", "", `license: ${field}\n`), "LICENSE": "MIT" };
    assert.equal(licenceOf(files), "MIT (file LICENSE) permissive", field);
  }
  const texts: Readonly<Record<string, string>> = {
    "Proprietary": "restrictive",
    "GPL-2.0-only": "permissive",
    "Apache-2.0 OR MIT": "permissive",
    "Apache-2.0 AND CC-BY-NC-4.0": "restrictive",
  };
  for (const [field, of] of Object.entries(texts)) {
    const files = { "area/a/SKILL.md": skill("a", "", `license: ${field}\n`), "LICENSE": "MIT" };
    assert.equal(licenceOf(files), `${field} (skill area/a/SKILL.md) ${of}`);
  }
});

Deno.test("readRepository() prefers the plainest name of a licence file", () => {
  const names = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "UNLICENSE",
    "LICENSE.md",
    "LICENSE-MIT",
    "COPYING.LESSER",
    "LICENSE-APACHE-2.0.txt",
  ];
  for (const [index, name] of names.entries()) {
    const files = Object.fromEntries(names.slice(index).map((name) => [`area/a/${name}`, ""]));
    assert.equal(
      licenceOf({ ...files, "area/a/SKILL.md": skill("a") }),
      `Empty licence text (file area/a/${name}) restrictive`,
    );
  }
  const others = ["license.ts", "license-check.js", "LICENSES", "my-license", "licenses.md", "license.json"];
  const files = Object.fromEntries(others.map((name) => [`area/a/${name}`, ""]));
  assert.equal(licenceOf({ ...files, "area/a/SKILL.md": skill("a") }), null);
});

Deno.test("readRepository() never names an excluded or symlinked licence file", () => {
  const excluded = { "SKILLCDN.md": manifest("exclude: [LICENSE]\n"), "LICENSE": "MIT" };
  assert.equal(licenceOf({ ...excluded, "area/a/SKILL.md": skill("a") }), null);
  const { catalog } = readFiles({ "LICENSE": { mode: "symlink" }, "a/SKILL.md": skill("a") });
  assert.equal(catalog.licence, null);
});

Deno.test("readRepository() names the licence of what lies outside skills", () => {
  const root = (files: Files) => readFiles(files).catalog.licence?.label;
  assert.equal(root({ "LICENSE.md": "ISC", "SKILLCDN.md": manifest("license: MIT\n") }), "ISC");
  assert.equal(root({ "SKILLCDN.md": manifest("license: MIT\n") }), "MIT");
  assert.equal(root({}), undefined);
});

Deno.test("licence files that are named after licences are a choice between them, unless one is not open", () => {
  const text = (name: string) => `This is licensed under the ${name} licence.\n`;
  const licenceOf = (files: Readonly<Record<string, string>>) =>
    readFiles({ "skills/a/SKILL.md": skill("a"), ...files }).skill("skills/a/SKILL.md").licence;
  assert.deepEqual(licenceOf({ "LICENSE-MIT": text("MIT"), "LICENSE-APACHE": text("Apache-2.0") }), {
    label: "MIT OR Apache-2.0",
    class: "permissive",
    path: path("LICENSE-MIT"),
    otherPaths: [path("LICENSE-APACHE")],
    source: "file",
  });
  // One may be that which content is under.
  assert.deepEqual(licenceOf({ "LICENSE-MIT": text("MIT"), "LICENSE-CC-BY-NC-4.0": text("CC-BY-NC-4.0") }), {
    label: "CC-BY-NC-4.0",
    class: "restrictive",
    path: path("LICENSE-CC-BY-NC-4.0"),
    source: "file",
  });
  // A plain name speaks for the whole.
  const plain = licenceOf({ "LICENSE": text("MIT"), "LICENSE-APACHE": text("Apache-2.0") });
  assert.deepEqual([plain?.label, plain?.path, plain?.otherPaths], ["MIT", "LICENSE", undefined]);
});
