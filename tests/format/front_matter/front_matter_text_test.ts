import { skillEntry } from "@modelcontextprotocol/server/ext/skills";
import fc from "fast-check";
import assert from "node:assert/strict";
import { CORE_SCHEMA, load, YAML11_SCHEMA } from "js-yaml";
import { parse } from "yaml";
import type { FrontMatterMap, FrontMatterValue } from "../../../contracts/domain.ts";
import { frontMatterText, unwritable } from "../../../src/format/front_matter/front_matter_text.ts";
import { findInvisible } from "../../../src/format/text/invisible_characters.ts";
import { skillFacts, skillOf } from "../_facts.ts";

/** Texts that some YAML parser takes for something else when they stand unquoted. */
const HOSTILE = [
  "yes",
  "Off",
  "~",
  "null",
  "1.0",
  "0x1F",
  "0o17",
  "017",
  "1_000",
  "1:30",
  ".inf",
  "2024-01-15",
  "<<",
  "=",
  "- a",
  "# no comment",
  "text # no comment",
  "a: b",
  "? a",
  "'",
  '"',
  "\\",
  "\\x41",
  "---",
  "...",
  "%YAML 1.1",
  "&anchor",
  "*alias",
  "!!binary aGk=",
  "[a, b]",
  "{a: b}",
  "|",
  ">-",
  "@at",
  "`tick`",
  " spaces around ",
  "tab\there",
  "line\nbreak\n\n",
  "\n---\nname: forged",
  "no-break\u00a0space",
  "not a character \ufffe\uffff",
  "漢字 é 👩🏽‍💻 \u{10ffff}",
  "//",
  "</script>",
];

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary", maxLength: 40 }).filter((text) => findInvisible(text, "\n\t") < 0),
);

const scalar = fc.oneof(
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.integer({ min: -1e6, max: 1e6 }).map((number) => number / 100),
);

const value: fc.Arbitrary<FrontMatterValue> = fc.letrec<{ value: FrontMatterValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    text,
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(text.filter(isKey), tie("value"), { maxKeys: 3, noNullPrototype: true })
      .map((map) => ({ entries: Object.entries(map) })),
  ),
})).value;

const fields = fc.dictionary(
  text.filter((key) => isKey(key) && !/^(?:name|description|metadata|compatibility)$/.test(key)),
  value,
  {
    maxKeys: 6,
    noNullPrototype: true,
  },
).map((map): FrontMatterMap => ({
  entries: [["name", "a"], ["description", "Does a."], ...Object.entries(map)],
}));

Deno.test("frontMatterText() is read as the same values by two parsers of YAML 1.1 and 1.2, by the extension's own and by lines", async () => {
  await fc.assert(
    fc.asyncProperty(fields, async (map) => {
      const written = frontMatterText(map);
      const data = dataOf(map);
      const yaml = written.slice("---\n".length, -"---\n".length);
      assert.deepEqual(parse(yaml, { version: "1.1" }), data);
      assert.deepEqual(parse(yaml, { version: "1.2" }), data);
      assert.deepEqual(load(yaml, { schema: CORE_SCHEMA }), data);
      assert.deepEqual(load(yaml, { schema: YAML11_SCHEMA }), data);
      for (const [key, item] of map.entries) {
        if (typeof item === "string") assert.equal(lineValue(yaml, key), item);
      }
      const { frontmatter } = await skillEntry("a", { "SKILL.md": `${written}Body\n` });
      assert.deepEqual(frontmatter, data);
    }),
    { numRuns: 400 },
  );
});

Deno.test("frontMatterText() writes a field a line in the author's order, plain where every reader agrees what it is", () => {
  const map: FrontMatterMap = {
    entries: [
      ["name", "ad-copy"],
      ["description", "One\nline: no"],
      ["title", 'Say "hi" to Zoë & co, for $5 (C#)'],
      ["colon", "ends so:"],
      ["note", "see #5"],
      ["word", "yes"],
      ["day", "2024-01-15"],
      ["3d", "3D models"],
      ["code", "deed"],
      ["disable-model-invocation", true],
      ["effort", 3],
      ["nothing", null],
      ["metadata", { entries: [["version", "1.0"], ["beta", "yes"]] }],
      ["allowed-tools", ["Read", "Bash(git:*)"]],
      ["empty", { entries: [] }],
    ],
  };
  assert.equal(
    frontMatterText(map),
    [
      "---",
      "name: ad-copy",
      'description: "One\\nline: no"',
      'title: Say "hi" to Zoë & co, for $5 (C#)',
      'colon: "ends so:"',
      'note: "see #5"',
      'word: "yes"',
      'day: "2024-01-15"',
      '"3d": 3D models',
      "code: deed",
      "disable-model-invocation: true",
      "effort: 3",
      "nothing: null",
      'metadata: {"version": "1.0", "beta": "yes"}',
      'allowed-tools: ["Read", "Bash(git:*)"]',
      "empty: {}",
      "---",
      "",
    ].join("\n"),
  );
});

Deno.test("a field that no client would read back is ignored with a warning", async (t) => {
  const deep = `${"[".repeat(20)}x${"]".repeat(20)}`;
  const cases: Readonly<Record<string, string>> = {
    "the key __proto__": "__proto__: x",
    "the key __proto__ inside": "x-data: {a: {__proto__: b}}",
    "a key that is too long": `? ${"k".repeat(1200)}\n: v`,
    "too many levels": `x-data: ${deep}`,
  };
  for (const [name, line] of Object.entries(cases)) {
    await t.step(name, () => {
      const facts = skillFacts("name: a", "description: A.", ...line.split("\n"), "kept: yes");
      assert.deepEqual(skillOf(facts).fields.entries.map(([key]) => key), ["name", "description", "kept"]);
      assert.deepEqual(facts.problems.map(({ code, severity }) => `${severity} ${code}`), [
        "warning field_invalid",
      ]);
    });
  }
});

Deno.test("whatever is written is read back at the deepest that is allowed", async () => {
  let nested: FrontMatterValue = "x";
  while (unwritable(["k", [nested]]) === null) nested = [nested];
  const map: FrontMatterMap = { entries: [["name", "a"], ["description", "A."], ["k", nested]] };
  const { frontmatter } = await skillEntry("a", { "SKILL.md": frontMatterText(map) });
  assert.deepEqual(frontmatter, dataOf(map));
});

/** As readers do that know no YAML: the rest of the line behind a key, taken out of its double quotes. */
function lineValue(yaml: string, key: string): unknown {
  const line = yaml.split("\n").find((line) =>
    line.startsWith(`${key}: `) || line.startsWith(`"`) && keyOf(line) === key
  );
  const written = line?.slice(line.startsWith(`${key}: `) ? key.length + 2 : line.indexOf('": ') + 3);
  return written?.startsWith('"') ? JSON.parse(written) : written;
}

function keyOf(line: string): unknown {
  const [quoted = '""'] = /^"(?:[^"\\]|\\.)*"/.exec(line) ?? [];
  return JSON.parse(quoted);
}

function isKey(text: string): boolean {
  return text !== "" && text !== "__proto__";
}

function dataOf(value: FrontMatterValue): unknown {
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map(dataOf);
  return Object.fromEntries(value.entries.map(([key, item]) => [key, dataOf(item)]));
}

function isList(value: FrontMatterValue): value is readonly FrontMatterValue[] {
  return Array.isArray(value);
}
