import assert from "node:assert/strict";
import fc from "fast-check";
import { excerpt } from "../../src/search/_excerpt.ts";

const story = [
  "# Title",
  "",
  "A story about databases.",
  "filler text goes here. ".repeat(40),
  "When you migrate a\tdatabase   with zero downtime, expand first.",
  "more filler text. ".repeat(40),
].join("\n");

Deno.test("excerpt() shows the place that has most of the words, on one line", () => {
  const line = excerpt("database migrating zero-downtime", story, 100) ?? "";
  assert(line.includes("migrate a database with zero downtime"), line);
  assert(line.startsWith("…") && line.endsWith("…"));
  assert(!/\s\s|\n/.test(line));
});

Deno.test("excerpt() finds other forms, parts of compounds, near words, folded letters and scripts without spaces", () => {
  for (
    const [query, text, shown] of [
      ["running", "it runs well", "runs"],
      ["pdf", "call parsePdfFile now", "parsePdfFile"],
      ["ptr", "a weak_ptr here", "weak_ptr"],
      ["strasse", "Die Straße dort", "Straße"],
      ["eleve", "un élève ici", "élève"],
      ["базами", "перенести базу данных", "базу"],
      ["grafanna panel", "a Grafana dashboard", "Grafana"],
      ["docker", "the Dockerfile", "Dockerfile"],
      ["🚀", "then 🚀 it goes", "🚀"],
      ["👍", "all 👍🏽 here", "👍🏽"],
      ["بيانات", "نقل قاعدة البيانات", "البيانات"],
      ["迁移", "说明如何迁移数据库", "迁移"],
      ["ข้อมูล", "วิธีย้ายฐานข้อมูลใหม่", "ข้อมูล"],
    ] as const
  ) {
    assert(excerpt(query, text, 80)?.includes(shown), query);
  }
});

Deno.test("excerpt() answers null where no word occurs, and the whole of a short text", () => {
  assert.equal(excerpt("quince", story, 80), null);
  assert.equal(excerpt("", story, 80), null);
  assert.equal(excerpt("story", "", 80), null);
  assert.equal(excerpt("pear", "one pear", 80), "one pear");
});

Deno.test("excerpt() is one line of at most as many characters as it may be, and never cuts a character", () => {
  const word = fc.constantFrom(
    "pear",
    "plum",
    "naïve",
    "数据库",
    "👩‍💻",
    "\n",
    "\t",
    "a-b",
    "\u0000",
    "x".repeat(50),
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 60 }),
      word,
      fc.integer({ min: 1, max: 120 }),
      (words, query, most) => {
        const line = excerpt(query, words.join(" "), most);
        if (line === null) return;
        assert(line.length <= most, `${line.length} > ${most}`);
        assert(line.isWellFormed());
        assert(!/[\n\r\t\p{Cc}]/u.test(line));
      },
    ),
  );
});
