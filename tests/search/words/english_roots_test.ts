import assert from "node:assert/strict";
import fc from "fast-check";
import { englishRoots } from "../../../src/search/words/_english_roots.ts";
import { englishStem } from "../../../src/search/words/_english_stem.ts";

const roots = (word: string) => englishRoots(englishStem(word));
const related = (a: string, b: string) => roots(a).some((root) => roots(b).includes(root));

const families = [
  "accessible accessibility",
  "analyse analyze analysis analyses analytics analytical analyst",
  "approve approval",
  "automatic automatically",
  "aware awareness",
  "classify classification classifier",
  "cancel cancelled cancellation",
  "comply compliance compliant",
  "compute computation computational",
  "configure configuration",
  "consume consumption",
  "construct construction",
  "convert conversion",
  "decide decision",
  "deploy deployments",
  "describe description",
  "document documentation",
  "explain explainable explainability",
  "extend extension extensive",
  "function functional functionality",
  "generate generation generator generative",
  "implement implementation",
  "limit limitation",
  "maintain maintenance",
  "manage management",
  "migrate migration",
  "optimise optimisation optimize optimization optimizer",
  "permit permission permissions",
  "persuade persuasion persuasive",
  "predict prediction predictive",
  "ready readiness",
  "recommend recommendation",
  "reduce reduction",
  "resolve resolution",
  "retain retention",
  "revise revision",
  "secure security securely",
  "statistics statistical statistically",
  "summary summarise summarize summarization",
];

for (const family of families) {
  Deno.test(`englishRoots() relates ${family}`, () => {
    const [first = "", ...others] = family.split(" ");
    for (const other of others) assert(related(first, other), `${other}: ${roots(other)}`);
  });
}

for (
  const [one, other] of [
    ["server", "serve"],
    ["format", "form"],
    ["general", "generation"],
    ["import", "important"],
    ["perform", "performance"],
    ["computer", "compute"],
    ["family", "fame"],
    ["useful", "use"],
    ["category", "cat"],
    ["nation", "native"],
  ] as const
) {
  Deno.test(`englishRoots() leaves ${one} and ${other} apart`, () => assert(!related(one, other)));
}

Deno.test("englishRoots() relates a word to all of its spellings and inflections", () => {
  const verb = fc.stringMatching(/^(?:[bcdfglmnprst][aeiou]){2,4}[bdglmnprt]$/);
  const pair = fc.constantFrom(
    ["ise", "izing"],
    ["isation", "izations"],
    ["ise", "ization"],
    ["ate", "ations"],
    ["ated", "ation"],
    ["ment", "ments"],
    ["ify", "ified"],
    ["ify", "ification"],
    ["able", "ability"],
  );
  fc.assert(
    fc.property(verb, pair, (begin, [one = "", other = ""]) => {
      assert(related(begin + one, begin + other), `${begin}${one}, ${begin}${other}`);
    }),
  );
});

Deno.test("englishRoots() gives one or more that the word begins with, in bounded time", () => {
  const ending = fc.constantFrom(
    "",
    "ation",
    "isation",
    "ibility",
    "ability",
    "ility",
    "ement",
    "sion",
    "ption",
    "ally",
    "iness",
    "y",
  );
  const word = fc.tuple(fc.stringMatching(/^[a-z]{1,30}$/), fc.array(ending, { maxLength: 3 }));
  fc.assert(
    fc.property(word, ([begin, endings]) => {
      const written = begin + endings.join("");
      const found = roots(written);
      assert(found.length > 0 && found.length <= 6);
      for (const root of found) {
        assert.match(root, /^[a-z]+[A-Z]?$/);
        assert(written.startsWith(root.replace(/(?:[A-Z]|y)$/, "")), `${written}: ${root}`);
      }
    }),
  );
});
