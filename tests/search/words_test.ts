import assert from "node:assert/strict";
import { englishRoot, englishStem } from "../../src/search/_english_stem.ts";
import { foldMarks } from "../../src/search/_fold_marks.ts";
import { parseQuery } from "../../src/search/_query_words.ts";
import { wordsOf } from "../../src/search/_scan_words.ts";
import { analyseWord } from "../../src/search/_words.ts";

const terms = (word: string) =>
  analyseWord(word).tokens.map(({ term, offset }) => `${term}@${offset}`).join(" ");

for (
  const [word, expected] of [
    ["Test", "test@0"],
    ["database-migration", "databasemigration@0 database@0 migration@1"],
    ["weak_ptr", "weakptr@0 weak@0 ptr@1"],
    ["parsePdfFile", "parsepdffile@0 parse@0 pdf@1 file@2"],
    ["HTTPServer", "httpserver@0 http@0 server@1"],
    ["utf8", "utf8@0 utf@0"],
    ["k8s", "k8s@0"],
    ["react18-to-19", "react18to19@0 react18@0 react@0 to@1 19@2"],
    ["C++", "c++@0 c@0"],
    ["C#", "c#@0 c@0"],
    ["Café", "café@0 cafe@0"],
    ["straße", "straße@0 strasse@0"],
    ["ÉtéHiver", "étéhiver@0 été@0 ete@0 hiver@1"],
    ["数据库", "数据@0 据库@1 库@2"],
    ["GPT4で作る", "gpt4@0 gpt@0 で作@1 作る@2 る@3"],
    ["서비스를", "서비스를@0 서비@0 비스@1 스를@2"],
    ["ฐานข้อมูล", "ฐานข้อมูล@0 ฐา@0 าน@1 นข้@2 ข้อ@3 อมู@4 มูล@5"],
  ] as const
) {
  Deno.test(`analyseWord() gives the tokens of "${word}"`, () => {
    // A segmenter may see one compound or its two words: every pair of letters is there either way.
    if (word === "ฐานข้อมูล") {
      for (const pair of ["ข้อ", "อมู", "มูล"]) assert(terms(word).includes(`${pair}@`));
    } else assert.equal(terms(word), expected);
  });
}

Deno.test("wordsOf() cuts plain text and text of other scripts alike", () => {
  assert.deepEqual(wordsOf("It's C++/C#, e-mail — “quoted” foo_bar. 50% naïve", 1000), [
    "It",
    "s",
    "C++",
    "C#",
    "e-mail",
    "quoted",
    "foo_bar",
    "50",
    "naïve",
  ]);
  assert.deepEqual(wordsOf("ｆｕｌｌ ﬁle x-é é-x", 1000), ["full", "file", "x-é", "é-x"]);
  assert.deepEqual(wordsOf("-a- _b_ --", 1000), ["a", "b"]);
  assert.deepEqual(wordsOf("one two three", 7), ["one", "two"]);
});

for (
  const [forms, stem] of [
    ["test tests tested testing", "test"],
    ["policy policies", "policy"],
    ["run running", "run"],
    ["plan plans planned planning", "plan"],
    ["bill bills billed billing", "bill"],
    ["cache caches cached caching", "cach"],
    ["box boxes", "box"],
    ["class classes", "class"],
    ["status", "status"],
    ["analysis", "analysis"],
    ["string", "string"],
    ["spring", "spring"],
  ] as const
) {
  Deno.test(`englishStem() of ${forms} is ${stem}`, () => {
    for (const form of forms.split(" ")) assert.equal(englishStem(form), stem, form);
  });
}

Deno.test("englishRoot() joins verbs and the nouns made of them, and no others", () => {
  const root = (word: string) => englishRoot(englishStem(word));
  for (
    const [verb, noun] of [["migrate", "migration"], ["deploy", "deployments"], [
      "configure",
      "configuration",
    ]] as const
  ) {
    assert.equal(root(verb), root(noun));
  }
  assert.notEqual(root("server"), root("serve"));
});

for (
  const [word, folded] of [
    ["été", "ete"],
    ["ё", "е"],
    ["йод", "йод"],
    ["їжак", "їжак"],
    ["ς", "σ"],
    ["ώρα", "ωρα"],
    ["łódź", "lodz"],
    ["توقّف", "توقف"],
    ["が", "が"],
    ["डेटा", "डेटा"],
    ["การ", "การ"],
  ] as const
) {
  Deno.test(`foldMarks() of "${word}" is "${folded}"`, () => assert.equal(foldMarks(word), folded));
}

Deno.test("parseQuery() leaves filler words out, unless there is nothing else", () => {
  const words = (query: string) =>
    parseQuery(query).words.filter(({ kind }) => kind === "word").map(({ terms: [term] }) => term);
  assert.deepEqual(words("how do I test a Solidity contract?"), ["test", "solidity", "contract"]);
  assert.deepEqual(words("how to"), ["how", "to"]);
  assert.deepEqual(words("test TEST Test"), ["test"]);
  assert.deepEqual(words("?!"), []);
});

Deno.test("parseQuery() takes compounds and neighbours for one word as well", () => {
  const { words, whole } = parseQuery("spring boot e-mail");
  const of = (kind: string) => words.filter((word) => word.kind === kind).map(({ terms: [term] }) => term);
  assert.deepEqual(of("compound"), ["email"]);
  assert.deepEqual(of("pair"), ["springboot", "boote"]);
  assert.equal(whole, "springbootemail");
});
