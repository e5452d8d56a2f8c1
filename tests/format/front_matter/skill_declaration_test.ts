import { deepEqual, equal, match } from "node:assert/strict";
import type { FrontMatterValue } from "../../../contracts/domain.ts";
import { problemsOf, skillFacts, skillOf } from "../_facts.ts";

const NAMED = ["name: ad-copy", "description: Writes ads"];

Deno.test("a skill needs a name and a description", async (t) => {
  const table: [string[], string[]][] = [
    [["description: b"], ["1:1 error field_missing"]],
    [["name: a"], ["1:1 error field_missing"]],
    [["name:", "description: b"], ["2:1 error field_invalid"]],
    [["name: '  '", "description: b"], ["2:1 error field_invalid"]],
    [["name: [a]", "description: b"], ["2:1 error field_invalid"]],
    [["name: |", "  a", "  b", "description: b"], ["2:1 error field_invalid"]],
    [[`name: ${"a".repeat(65)}`, "description: b"], ["2:1 error field_invalid"]],
    [["name: a", "description: ' '"], ["3:1 error field_invalid"]],
    [["name: a", "description: {}"], ["3:1 error field_invalid"]],
  ];
  for (const [lines, problems] of table) {
    await t.step(lines.join(" / "), () => {
      const facts = skillFacts(...lines);
      deepEqual([facts.skill, problemsOf(facts)], [null, problems]);
    });
  }
});

Deno.test("a missing name is said by its own name (case: name missing)", () => {
  equal(skillFacts("description: only").problems[0]?.message, '"name" is missing');
});

Deno.test("a name outside the Agent Skills rule is a warning (case: name with capitals or spaces)", () => {
  const unusual = ["Code Review", "PDF", "a--b", "-a", "a-", "snake_case", "café", "a.b"];
  for (const name of unusual) {
    const facts = skillFacts(`name: "${name}"`, "description: b");
    deepEqual([skillOf(facts).name, problemsOf(facts)], [name, ["2:1 warning invalid_name"]]);
  }
  for (const name of ["a", "123", "ad-copy-2", "a".repeat(64)]) {
    deepEqual(problemsOf(skillFacts(`name: ${name}`, "description: b")), []);
  }
});

Deno.test("the line break of a block scalar is no part of a name", () => {
  equal(skillOf(skillFacts("name: |", "  ad-copy", "description: b")).name, "ad-copy");
});

Deno.test("a long description is kept with a warning, counted in characters", () => {
  const long = skillFacts("name: a", `description: ${"漢".repeat(1025)}`);
  deepEqual([skillOf(long).description.length, problemsOf(long)], [1025, [
    "3:1 warning description_too_long",
  ]]);
  deepEqual(problemsOf(skillFacts("name: a", `description: ${"🙂".repeat(1024)}`)), []);
});

Deno.test("optional fields are kept as typed", () => {
  const skill = skillOf(skillFacts(
    ...NAMED,
    "license: MIT OR Apache-2.0",
    "compatibility: Needs git",
    "metadata:",
    "  version: 1.0",
    "  name: other",
    "  description: other",
    "custom:",
    "  - a: 1",
  ));
  equal(skill.name, "ad-copy");
  equal(skill.license, "MIT OR Apache-2.0");
  equal(skill.compatibility, "Needs git");
  deepEqual(skill.metadata, [["version", "1.0"], ["name", "other"], ["description", "other"]]);
  deepEqual(skill.fields.entries.map(([key]) => key), [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "custom",
  ]);
  deepEqual(skill.fields.entries.at(-1), ["custom", [{ entries: [["a", "1"]] }]]);
});

Deno.test("allowed-tools passes through as written (case: allowed-tools)", () => {
  const tools = (line: string) => skillOf(skillFacts(...NAMED, line)).allowedTools;
  equal(tools("allowed-tools: Read Bash(git:*)"), "Read Bash(git:*)");
  equal(tools("allowed-tools: Read, Write"), "Read, Write");
  deepEqual(tools("allowed-tools: [Read, 'Bash(npm run *)']"), ["Read", "Bash(npm run *)"]);
  equal(tools("x: y"), null);
});

Deno.test("an optional field that is not what the standard says is passed on whole, with a warning", async (t) => {
  const many = Array.from({ length: 129 }, (_, i) => [`k${i}`, "v"] as const);
  const table: [string, RegExp, FrontMatterValue][] = [
    ["license: [MIT]", /"license" must be text, not a list/, ["MIT"]],
    [`license: ${"a".repeat(201)}`, /longer than 200/, "a".repeat(201)],
    [`compatibility: ${"a".repeat(501)}`, /longer than 500/, "a".repeat(501)],
    ["compatibility: {a: b}", /not a mapping/, { entries: [["a", "b"]] }],
    ["allowed-tools: {a: b}", /text or a list of texts/, { entries: [["a", "b"]] }],
    ["allowed-tools: [[a]]", /text or a list of texts/, [["a"]]],
    ["metadata: text", /map text to text/, "text"],
    ["metadata: {tags: [a]}", /"tags" is a list/, { entries: [["tags", ["a"]]] }],
    ["metadata: {internal: true}", /"internal" is true or false/, { entries: [["internal", true]] }],
    [`metadata: {${many.map(([key, value]) => `${key}: ${value}`).join(", ")}}`, /more than 128/, {
      entries: many,
    }],
  ];
  for (const [line, message, served] of table) {
    await t.step(line.slice(0, 40), () => {
      const facts = skillFacts(...NAMED, line);
      deepEqual(problemsOf(facts), ["4:1 warning field_invalid"]);
      match(facts.problems[0]?.message ?? "", message);
      const skill = skillOf(facts);
      deepEqual([skill.license, skill.compatibility, skill.allowedTools], [null, null, null]);
      deepEqual(skill.fields.entries.slice(2), [[line.slice(0, line.indexOf(":")), served]]);
    });
  }
});

Deno.test("an optional field behind which nothing is written counts as absent", () => {
  const facts = skillFacts(
    ...NAMED,
    "license:",
    "compatibility: ~",
    "allowed-tools: null",
    "metadata:",
    "skillcdn:",
  );
  const { license, compatibility, allowedTools, metadata, fields } = skillOf(facts);
  deepEqual([license, compatibility, allowedTools, metadata], [null, null, null, []]);
  deepEqual([problemsOf(facts), fields.entries.length], [[], 2]);
});

Deno.test("members of metadata that are one scalar are shown as typed, and all of it is passed on", () => {
  const skill = skillOf(skillFacts(
    ...NAMED,
    "metadata:",
    "  author: acme",
    "  version: 1.0",
    "  level: 3",
    "  claw: {requires: {bins: [jq, curl]}, always: true}",
    "  nothing:",
  ));
  deepEqual(skill.metadata, [["author", "acme"], ["version", "1.0"], ["level", "3"]]);
  deepEqual(skill.fields.entries[2], ["metadata", {
    entries: [
      ["author", "acme"],
      ["version", "1.0"],
      ["level", 3],
      ["claw", { entries: [["requires", { entries: [["bins", ["jq", "curl"]]] }], ["always", true]] }],
      ["nothing", null],
    ],
  }]);
});

Deno.test("includes are kept as written, without repeats, and dropped where they are no text", () => {
  const facts = skillFacts(
    ...NAMED,
    "skillcdn:",
    "  include:",
    "    - references/style.md",
    "    - /shared/voice.md",
    "    - ./../up.md",
    "    - references/style.md",
    "    - [a]",
  );
  deepEqual(skillOf(facts).includes, ["references/style.md", "/shared/voice.md", "./../up.md"]);
  deepEqual(problemsOf(facts), ["10:7 warning include_dropped"]);
  deepEqual(skillOf(facts).fields.entries.map(([key]) => key), ["name", "description"]);
});

Deno.test("a field that is nearly one of the format is passed on and named: a mistyped licence grants all", () => {
  const facts = skillFacts(
    ...NAMED,
    "licence: Proprietary",
    "allowed_tools: Bash",
    "version: 1",
    "tags: [a]",
  );
  deepEqual(facts.problems.map(({ severity, line, message }) => [severity, line, message]), [
    ["warning", 4, '"licence" is no field of a skill, but "license" is; it is passed on and not read'],
    [
      "warning",
      5,
      '"allowed_tools" is no field of a skill, but "allowed-tools" is; it is passed on and not read',
    ],
  ]);
  equal(skillOf(facts).license, null);
  equal(skillOf(facts).fields.entries.length, 6);
  deepEqual(problemsOf(skillFacts(...NAMED, "license: MIT", "licence: MIT")), []);
});

Deno.test("a field that skillcdn has not is ignored with a warning: a mistyped include never arrives", () => {
  const facts = skillFacts(...NAMED, "skillcdn:", "  includes: [a.md]");
  deepEqual(skillOf(facts).includes, []);
  deepEqual(facts.problems.map(({ severity, line, message }) => [severity, line, message]), [
    [
      "warning",
      5,
      '"includes" is no field of "skillcdn", whose fields are include, translations; it is ignored',
    ],
  ]);
});

Deno.test("at most 20 includes are read", () => {
  const lines = Array.from({ length: 25 }, (_, index) => `    - ${index}.md`);
  const facts = skillFacts(...NAMED, "skillcdn:", "  include:", ...lines);
  equal(skillOf(facts).includes.length, 20);
  deepEqual(problemsOf(facts), ["26:7 warning include_dropped"]);
  deepEqual(problemsOf(skillFacts(...NAMED, "skillcdn: {include: a.md}")), ["4:12 warning include_dropped"]);
  deepEqual(problemsOf(skillFacts(...NAMED, "skillcdn: a.md")), ["4:1 warning field_invalid"]);
});

Deno.test("translations keep what is usable of each language", () => {
  const facts = skillFacts(
    ...NAMED,
    "skillcdn:",
    "  translations:",
    "    de: {title: Anzeigen, description: Schreibt Anzeigen}",
    "    pt-BR: {description: Escreve}",
    `    fr: {title: ${"a".repeat(201)}, description: Écrit}`,
    "    not a tag: {title: x}",
    "    es: texto",
    "    it: {}",
  );
  deepEqual(skillOf(facts).translations, [
    { language: "de", title: "Anzeigen", description: "Schreibt Anzeigen" },
    { language: "pt-BR", title: null, description: "Escreve" },
    { language: "fr", title: null, description: "Écrit" },
  ]);
  deepEqual(problemsOf(facts), [
    "8:10 warning field_invalid",
    "9:5 warning field_invalid",
    "10:5 warning field_invalid",
    "11:5 warning field_invalid",
  ]);
});

Deno.test("a bad translated description does not touch the skill's own", () => {
  const facts = skillFacts(
    ...NAMED,
    "skillcdn: {translations: {de: {title: x, description: []}}}",
  );
  deepEqual(skillOf(facts).fields.entries.map(([key]) => key), ["name", "description"]);
});

Deno.test("at most 32 translations are read", () => {
  const lines = Array.from(
    { length: 40 },
    (_, index) => `    x${String.fromCharCode(97 + index % 26)}${index < 26 ? "" : "-AB"}: {title: t}`,
  );
  const facts = skillFacts(...NAMED, "skillcdn:", "  translations:", ...lines);
  equal(skillOf(facts).translations.length, 32);
  deepEqual(problemsOf(facts), ["38:5 warning field_invalid"]);
});
