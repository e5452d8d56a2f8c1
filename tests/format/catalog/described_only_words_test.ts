import fc from "fast-check";
import assert from "node:assert/strict";
import { licensed, MIT, RESERVED, storedText } from "../_licensed.ts";
import { manifest, readFiles, skill } from "../_repository.ts";

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
      const kept = read.catalog.describedOnly.map(({ path }) => path);
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
