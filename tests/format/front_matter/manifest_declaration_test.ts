import { deepEqual, equal, match } from "node:assert/strict";
import { manifestFacts, manifestOf, problemsOf } from "../_facts.ts";

const DESCRIBED = "description: Everything about marketing";

Deno.test("a manifest needs nothing but a description", () => {
  deepEqual(manifestOf(manifestFacts(DESCRIBED)), {
    name: null,
    description: "Everything about marketing",
    documents: null,
    exclusions: [],
    language: null,
    image: null,
    license: null,
    translations: [],
    metadata: [],
  });
});

Deno.test("a manifest declares its folder", () => {
  const manifest = manifestOf(manifestFacts(
    "name: Marketing",
    DESCRIBED,
    "documents: [., guides/en]",
    "exclude: [drafts, notes/secret.md, .]",
    "language: en",
    "image: assets/logo.png",
    "license: MIT",
    "translations: {de: {name: Werbung}}",
    "metadata: {team: growth}",
  ));
  deepEqual(manifest, {
    name: "Marketing",
    description: "Everything about marketing",
    documents: [".", "guides/en"],
    exclusions: ["drafts", "notes/secret.md", "."],
    language: "en",
    image: "assets/logo.png",
    license: "MIT",
    translations: [{ language: "de", name: "Werbung", description: null }],
    metadata: [["team", "growth"]],
  });
});

Deno.test("a manifest without a usable description cannot be read", () => {
  for (const line of ["name: a", "description:", "description: [a]", `description: ${"a".repeat(1025)}`]) {
    const facts = manifestFacts(line);
    equal(facts.manifest, null, line);
    equal(facts.problems[0]?.severity, "error");
  }
});

Deno.test("one bad exclusion fails the manifest", async (t) => {
  const table: [string, RegExp][] = [
    ["exclude: drafts", /list of paths, not text/],
    ["exclude:", /list of paths/],
    ["exclude: [ok, ../up]", /Exclusion 2 .*"\.\." segment/],
    ["exclude: [/abs]", /starts with "\/"/],
    ["exclude: [drafts/]", /ends with "\/"/],
    ["exclude: ['*.md']", /patterns/],
    ["exclude: ['drafts/**']", /patterns/],
    ["exclude: ['a?.md']", /patterns/],
    ["exclude: ['{a,b}']", /patterns/],
    ["exclude: ['[ab].md']", /patterns/],
    ["exclude: ['!keep.md']", /taken back/],
    ["exclude: ['']", /empty/],
    ["exclude: [[a]]", /not a list/],
    ["exclude: ['a\\b']", /backslash/],
    [`exclude: [${Array.from({ length: 101 }, (_, index) => `f${index}`).join(", ")}]`, /more than 100/],
  ];
  for (const [line, message] of table) {
    await t.step(line.slice(0, 40), () => {
      const facts = manifestFacts(DESCRIBED, line);
      equal(facts.manifest, null);
      deepEqual(facts.problems.map(({ code }) => code), ["exclusion_invalid"]);
      match(facts.problems[0]?.message ?? "", message);
    });
  }
});

Deno.test("bad document directories are dropped, and what was declared replaces the default", () => {
  const facts = manifestFacts(DESCRIBED, "documents: [docs, ../up, /abs, a/./b, [c], docs]");
  deepEqual(manifestOf(facts).documents, ["docs"]);
  deepEqual(problemsOf(facts), [
    "3:19 warning document_dropped",
    "3:26 warning document_dropped",
    "3:32 warning document_dropped",
    "3:39 warning document_dropped",
  ]);
  deepEqual(manifestOf(manifestFacts(DESCRIBED, "documents: []")).documents, []);
  deepEqual(manifestOf(manifestFacts(DESCRIBED, "documents: [..]")).documents, []);
  deepEqual(manifestOf(manifestFacts(DESCRIBED, "documents: handbook")).documents, []);
  const many = manifestFacts(DESCRIBED, `documents: [${"abcdefghijklmnopqrstuvwxy".split("").join(", ")}]`);
  equal(manifestOf(many).documents?.length, 20);
});

Deno.test("an unusable optional field of a manifest is ignored with a warning", async (t) => {
  const table = [
    "name: [a]",
    `name: ${"a".repeat(101)}`,
    'name: "a\\nb"',
    "language: English please",
    "language: [en]",
    "image: http://example.org/a.png",
    "image: https://user:secret@example.org/a.png",
    "image: javascript:alert(1)",
    "image: ../a.png",
    "image: https://",
    "license: {}",
    "metadata: [a]",
    "translations: [de]",
  ];
  for (const line of table) {
    await t.step(line.slice(0, 40), () => {
      const facts = manifestFacts(DESCRIBED, line);
      const { name, language, image, license, metadata, translations } = manifestOf(facts);
      deepEqual([name, language, image, license, metadata, translations], [null, null, null, null, [], []]);
      deepEqual(facts.problems.map(({ code, severity }) => [code, severity]), [["field_invalid", "warning"]]);
    });
  }
  for (const image of ["https://example.org/a.png", "/assets/a.png", "a b.png"]) {
    equal(manifestOf(manifestFacts(DESCRIBED, `image: ${image}`)).image, image);
  }
});

Deno.test("a field that no manifest has is named with those it has, or with the one that was meant", () => {
  const facts = manifestFacts(DESCRIBED, "Language: de", "owner: me");
  equal(manifestOf(facts).language, null);
  deepEqual(facts.problems.map(({ code, severity, line, message }) => [code, severity, line, message]), [
    [
      "field_invalid",
      "warning",
      3,
      '"Language" is no field of a manifest, but "language" is; it is ignored',
    ],
    [
      "field_invalid",
      "warning",
      4,
      '"owner" is no field of a manifest, whose fields are name, description, documents, exclude, language, image, license, translations, metadata; it is ignored',
    ],
  ]);
});

Deno.test("a mistyped exclusion fails the manifest, so that it publishes nothing", () => {
  for (const key of ["excludes", "Exclude", "EXCLUDED", "exclusions", "exclude-paths"]) {
    const facts = manifestFacts(DESCRIBED, `${key}: [drafts]`);
    equal(facts.manifest, null, key);
    deepEqual(facts.problems.map(({ code, severity, line, message }) => [code, severity, line, message]), [
      ["exclusion_invalid", "error", 3, `"${key}" is no field of a manifest, but "exclude" is`],
    ]);
  }
});
