import fc from "fast-check";
import { CORE_SCHEMA, load } from "js-yaml";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { factsOf, markdownOf, problemsOf, skillFacts, skillOf } from "../_facts.ts";

const HEAD = "---\nname: a\ndescription: b\n---\n";

/** The body of a SKILL.md by the offset that was found. */
function bodyOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    bytes.subarray(markdownOf(factsOf("SKILL.md", text)).bodyStart),
  );
}

Deno.test("front matter reads alike with a BOM, CRLF and mixed endings (case: BOM, CRLF, mixed endings)", () => {
  const lf = "---\nname: a\ndescription: |\n  one\n  two\n---\nBody\n";
  const variants = [lf, "\uFEFF" + lf, lf.replaceAll("\n", "\r\n"), lf.replace("\n", "\r\n")];
  for (const text of variants) {
    const skill = skillOf(factsOf("SKILL.md", text));
    deepEqual([skill.name, skill.description], ["a", "one\ntwo\n"]);
    equal(bodyOf(text).replace("\r\n", "\n"), "Body\n");
  }
});

Deno.test("a fence may end the file, a line that only ends in one is none (case: fence at end of file)", () => {
  const atEnd = "---\nname: a\ndescription: b\n---";
  equal(skillOf(factsOf("SKILL.md", atEnd)).name, "a");
  equal(bodyOf(atEnd), "");
  equal(markdownOf(factsOf("SKILL.md", atEnd)).blank, true);

  const unclosed = factsOf("SKILL.md", "---\nname: foo---");
  equal(unclosed.skill, null);
  deepEqual(problemsOf(unclosed), ["1:1 error no_front_matter"]);
});

Deno.test("what looks like a fence is content, and the body keeps every byte (case: fence-like text)", () => {
  const text =
    '---\nname: a\ndescription: a---b\nnote: "one\n  ----\n  two"\n---\n\n---\nrule: é\n---\n----\n';
  const skill = skillOf(factsOf("SKILL.md", text));
  equal(skill.description, "a---b");
  deepEqual(skill.fields.entries.at(-1), ["note", "one ---- two"]);
  equal(bodyOf(text), "\n---\nrule: é\n---\n----\n");
  equal(bodyOf("---\nname: é漢\ndescription: b\n---  \nBody"), "Body");
});

Deno.test("a file without front matter says why (case: no front matter)", async (t) => {
  const table: [string, RegExp][] = [
    ["", /empty/],
    ["# Title\n\n---\nname: a\n---\n", /first line is not "---"/],
    ["```yaml\n---\nname: a\n---\n```\n", /code block/],
    ["\n---\nname: a\n---\n", /must be the first line/],
    ["----\nname: a\n----\n", /first line is not "---"/],
    ["---\nname: a\n", /never closed/],
    ["---", /first line is not "---"/],
  ];
  for (const [text, reason] of table) {
    await t.step(JSON.stringify(text), () => {
      const facts = factsOf("SKILL.md", text);
      deepEqual([facts.skill, problemsOf(facts)], [null, ["1:1 error no_front_matter"]]);
      match(facts.problems[0]?.message ?? "", reason);
      equal(markdownOf(facts).bodyStart, 0);
    });
  }
});

Deno.test("front matter holds at most 16,384 characters", () => {
  const filler = (length: number) => `# ${"é".repeat(length)}\n`;
  const base = "name: a\ndescription: b\n";
  const longest = `---\n${base}${filler(16_384 - base.length - 3)}---\n`;
  ok(factsOf("SKILL.md", longest).skill);
  deepEqual(problemsOf(factsOf("SKILL.md", longest.replace("é", "éé"))), ["1:1 error front_matter_too_long"]);
});

Deno.test("every value means what YAML 1.2 makes of it, and is text where a type would lose what was typed (case: typed values)", () => {
  const facts = skillFacts(
    "name: 123",
    "description: yes",
    "version: 16",
    "rev: 1.0",
    "released: 2024-01-15",
    "beta: no",
    "list: [1.0, ~, 0x10, 012, 1e3, .5, -0, +1, 1_000, 9007199254740993, -12.5, .inf]",
    "disable-model-invocation: true",
    "user-invocable: False",
    "nothing:",
    "quoted: 'true'",
    "block: |-",
    "  16",
    "single: 'it''s'",
    'double: "a\\tb"',
  );
  deepEqual(skillOf(facts).fields.entries, [
    ["name", "123"],
    ["description", "yes"],
    ["version", 16],
    ["rev", "1.0"],
    ["released", "2024-01-15"],
    ["beta", "no"],
    [
      "list",
      ["1.0", null, "0x10", "012", "1e3", ".5", "-0", "+1", "1_000", "9007199254740993", -12.5, ".inf"],
    ],
    ["disable-model-invocation", true],
    ["user-invocable", false],
    ["nothing", null],
    ["quoted", "true"],
    ["block", "16"],
    ["single", "it's"],
    ["double", "a\tb"],
  ]);
});

Deno.test("block scalars fold as YAML says (case: block scalars)", () => {
  const description = (indicator: string) =>
    skillOf(skillFacts("name: a", `description: ${indicator}`, "  one", "  two", "", "  three", ""))
      .description;
  equal(description(">"), "one two\nthree\n");
  equal(description(">-"), "one two\nthree");
  equal(description(">+"), "one two\nthree\n\n");
  equal(description("|"), "one\ntwo\n\nthree\n");
  equal(description("|-"), "one\ntwo\n\nthree");
  equal(description("|1"), " one\n two\n\n three\n");
});

Deno.test("broken YAML names the key, the place and the remedy (cases: colon, optional field)", async (t) => {
  const table: [string[], string, RegExp][] = [
    [["description: Makes a video: fast"], "3:27", /"description" holds an unquoted ": "/],
    [["description: See also:"], "3:22", /"description" holds an unquoted ": "/],
    [["description: Makes a video", "  that is: fast"], "4:10", /"description" holds an unquoted ": "/],
    [["description: ok", "argument-hint: [file] - then text"], "4:16", /"argument-hint" starts with "\["/],
    [["description: {curly} text"], "3:14", /"description" starts with "{"/],
    [["description: & more"], "3:14", /"description" starts with "&"/],
    [["description: *bold* text"], "3:14", /"description" starts with "\*"/],
    [["description: %s is replaced"], "3:14", /"description" starts with "%"/],
    [["description: @someone"], "3:14", /"description" starts with "@"/],
    [["description: `code` first"], "3:14", /"description" starts with "`"/],
    [['description: "quoted" text'], "3:23", /"description" goes on behind its closing quote/],
    [['description: "never closed'], "3:14", /never closed/],
    [
      ['description: "never closed', "license: MIT"],
      "3:14",
      /"description" starts with a quote.* never closed/,
    ],
    [
      ["description: 'never closed", "license: MIT"],
      "3:14",
      /"description" starts with a quote.* never closed/,
    ],
    [["description: [never closed"], "3:14", /"description" starts with "\[".* close it with "\]"/],
    [["description: [broken", "license: MIT"], "3:14", /"description" starts with "\[".* close it with "\]"/],
    [["description: {broken", "license: MIT"], "3:14", /"description" starts with "{".* close it with "}"/],
    [["description: [a,", "  b", "license: MIT]"], "3:14", /"description" starts with "\["/],
    [["description: [a, [b]", "license: MIT"], "3:14", /"description" starts with "\["/],
    [["description: [a, [b, c", "license: MIT"], "3:14", /"description" starts with "\["/],
    [['description: ["a]', "license: MIT"], "3:15", /part of "description" starts with a quote/],
    [["metadata:", "  tags:", "    - [a", "    - b", "description: c"], "5:7", /"tags" starts with "\["/],
    [["metadata:", "  author: [me", "description: c"], "4:11", /"author" starts with "\["/],
    [['description: "C:\\path"'], "3:17", /double quotes/],
    [["description: | text"], "3:14", /next line/],
    [["description: - a"], "3:14", /starts with "- "/],
    [["description: ok", "metadata:", "\tauthor: me"], "5:1", /tab/],
    [["description: ok", "and a line"], "4:1", /neither "key: value" nor indented to continue "description"/],
    [
      ["description: Write for #deploys", "  and more"],
      "3:23",
      /"description" goes on behind an unquoted " #"/,
    ],
  ];
  for (const [lines, place, message] of table) {
    await t.step(lines.join(" / "), () => {
      const facts = skillFacts("name: a", ...lines);
      equal(facts.skill, null);
      deepEqual(problemsOf(facts), [`${place} error yaml_syntax`]);
      match(facts.problems[0]?.message ?? "", message);
    });
  }
});

Deno.test("a hash that cuts a value short is told (case: hash)", () => {
  const facts = skillFacts("name: a", "description: Write text for the #deploys channel", "owner: #team");
  equal(skillOf(facts).description, "Write text for the");
  deepEqual(problemsOf(facts), ["3:33 warning commented_value", "4:8 warning commented_value"]);
  deepEqual(
    problemsOf(skillFacts("name: a", 'description: "a #b"', "# note", "x: >", "  a #b", "y: a#b")),
    [],
  );
});

Deno.test("a repeated key is named with both lines (case: duplicate key)", () => {
  const facts = skillFacts("name: a", "description: b", "license: MIT", "description: c");
  equal(facts.skill, null);
  deepEqual(problemsOf(facts), ["5:1 error duplicate_key"]);
  equal(facts.problems[0]?.message, '"description" is declared twice, on lines 3 and 5');
  deepEqual(problemsOf(skillFacts("name: a", "description: b", "metadata:", "  x: 1", "  x: 2")), [
    "6:3 error duplicate_key",
  ]);
});

Deno.test("features of YAML that are no text are refused", async (t) => {
  const table: [string, string][] = [
    ["note: &anchor text", "4:7"],
    ["note: *alias", "4:7"],
    ["note: !tag text", "4:7"],
    ["note: !!str text", "4:8"],
    ["[a]: b", "4:1"],
    ["? {a: b}", "4:3"],
    [": b", "4:1"],
    ["...\nsecond: document", "5:1"],
  ];
  for (const [line, place] of table) {
    await t.step(line, () => {
      deepEqual(problemsOf(skillFacts("name: a", "description: b", line)), [`${place} error yaml_feature`]);
    });
  }
  await t.step("a merge key is a key like any other", () => {
    deepEqual(skillOf(skillFacts("name: a", "description: b", "<<: c")).fields.entries.at(-1), ["<<", "c"]);
  });
});

Deno.test("values hold no character that cannot be seen", async (t) => {
  const hidden = [
    "a\u200bb",
    "a\u202eb",
    "a\u{e0041}b",
    "a\u2028b",
    "a\0b",
    "a\rb",
    '"a\\u200bb"',
    '"\\ud800"',
  ];
  for (const value of hidden) {
    await t.step(JSON.stringify(value), () => {
      const facts = skillFacts("name: a", `description: ${value}`);
      deepEqual([facts.skill, facts.problems.map(({ code }) => code)], [null, ["invisible_character"]]);
    });
  }
  for (const value of ["⚠️ 👨‍💻 1️⃣", "می\u200cخواهم", "café\u0301"]) {
    await t.step(
      value,
      () => equal(skillOf(skillFacts("name: a", `description: ${value}`)).description, value),
    );
  }
});

Deno.test("only mappings are front matter", () => {
  for (const line of ["- a", "text", "name:a", "[a]"]) {
    deepEqual(skillFacts(line).problems.map(({ code }) => code), ["yaml_syntax"], line);
  }
  deepEqual(problemsOf(factsOf("SKILL.md", "---\n---\n")), [
    "1:1 error field_missing",
    "1:1 error field_missing",
  ]);
});

Deno.test("hostile front matter is refused with few problems", async (t) => {
  const fill = (piece: string) => piece.repeat(Math.floor(16_000 / piece.length));
  const table = {
    brackets: `a: ${fill("[")}`,
    dashes: fill("- "),
    questions: fill("? "),
    mappings: `a: ${fill("{b: ")}`,
    "one key": fill("a: b\n"),
    "line break first": `\n\t${fill("a\n")}`,
    commas: `[${fill(",")}`,
    anchors: fill("&a "),
    hidden: fill("a: \u200b\n"),
  };
  for (const [kind, lines] of Object.entries(table)) {
    await t.step(kind, () => {
      const facts = factsOf("SKILL.md", `---\n${lines}\n---\n`);
      equal(facts.skill, null);
      ok(facts.problems.length > 0 && facts.problems.length <= 20);
    });
  }
});

Deno.test("a problem never repeats a long key", () => {
  const facts = skillFacts(`${"k".repeat(900)}: [`, "name: a");
  ok(facts.problems.every(({ message }) => message.length < 200));
});

Deno.test("documents may hold any front matter", () => {
  const facts = factsOf("docs/a.md", `---\ntitle: "x: y\n---\n# Heading\n`);
  deepEqual([facts.problems, markdownOf(facts).title], [[], "Heading"]);
  equal(markdownOf(factsOf("docs/a.md", HEAD)).summary, "b");
});

Deno.test("a plain scalar is what YAML 1.2 makes of it, or the text as typed", () => {
  const typed = fc.stringMatching(/^[\d.eExo+\-_a-f:~nulTtrsyi]{1,8}$/).filter((text) =>
    // By itself "..." ends a document, which no value behind a key does.
    /^[^-:~][^:]*$|^-\d[^:]*$/.test(text) && text !== "..."
  );
  fc.assert(
    fc.property(typed, (text) => {
      const [, , field] = skillOf(skillFacts("name: a", "description: b", `x: ${text}`)).fields.entries;
      const value = field?.[1];
      const core = load(text, { schema: CORE_SCHEMA });
      if (value !== text) equal(value, core);
      else if (typeof core !== "string") ok(typeof core === "number" && String(core) !== text);
    }),
    { numRuns: 2000 },
  );
});
