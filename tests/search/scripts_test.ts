import assert from "node:assert/strict";
import type { SearchReader } from "../../contracts/search_index.ts";
import { found, openIndex, skill } from "./_entries.ts";

const chinese = skill(
  "shujuku",
  "数据库迁移指南",
  "本技能说明如何在不停机的情况下迁移数据库，并在出现问题时回滚。",
);
const japanese = skill(
  "kensaku",
  "全文検索エンジンの設定",
  "このスキルは、データベースの検索を速くする方法を説明します。東京のチームが保守しています。",
);
const korean = skill(
  "geomsaek",
  "데이터베이스를 이전하는 방법",
  "이 기술은 서비스 중단 없이 데이터베이스를 옮기는 절차를 설명합니다.",
);
const thai = skill("khomun", "คู่มือย้ายฐานข้อมูล", "ทักษะนี้อธิบายวิธีย้ายฐานข้อมูลโดยไม่หยุดระบบ");
const russian = skill(
  "migratsiya",
  "Перенос баз данных без простоя",
  "Этот навык объясняет, как перенести базу данных и проверить её. Ёлки не пострадают.",
);
const greek = skill("vasi", "Μεταφορά βάσης δεδομένων", "Οδηγός για τη μετάβαση χωρίς διακοπή λειτουργίας.");
const arabic = skill(
  "qaida",
  "نقل قاعدة البيانات",
  "تشرح هذه المهارة كيفية نقل قواعد البيانات دون توقّف الخدمة.",
);
const german = {
  ...skill("umzug", "Umzug von Datenbanken", "Die Straße führt zur Prüfung der Datenbank."),
  language: "de",
};
const french = skill("deplacement", "Déplacer une base de données", "Un café crème et des élèves français.");
const vietnamese = skill("chuyen", "Di chuyển cơ sở dữ liệu", "Hướng dẫn di chuyển không gián đoạn.");
const hindi = skill("sthanantaran", "डेटाबेस स्थानांतरण", "यह कौशल बिना रुकावट डेटाबेस ले जाना सिखाता है।");
const english = skill("moving", "Moves databases", "How to migrate without downtime.");

const all = [
  chinese,
  japanese,
  korean,
  thai,
  russian,
  greek,
  arabic,
  german,
  french,
  vietnamese,
  hindi,
  english,
];

const queries: readonly (readonly [query: string, first: { readonly path: string }, why: string])[] = [
  ["迁移", chinese, "a two-character word"],
  ["回滚", chinese, "a two-character word of a body"],
  ["如何迁移数据库", chinese, "a question"],
  ["库", chinese, "one character, in the middle"],
  ["検索", japanese, "two Han characters"],
  ["東京", japanese, "two Han characters of a body"],
  ["データベース", japanese, "a Kana word"],
  ["設定", japanese, "the end of a description"],
  ["ﾃﾞｰﾀﾍﾞｰｽ", japanese, "half-width Kana"],
  ["데이터베이스", korean, "a word without its ending"],
  ["절차", korean, "a two-syllable word with an ending in the text"],
  ["이터", korean, "two syllables inside a word"],
  ["ฐานข้อมูล", thai, "a Thai word"],
  ["ข้อมูล", thai, "a part of a Thai compound"],
  ["ระบบ", thai, "a Thai word of a body"],
  ["данных", russian, "a Russian word"],
  ["базами данных", russian, "an inflected form that the text lacks"],
  ["переносу", russian, "another inflected form"],
  ["елки", russian, "ё written as е"],
  ["её", russian, "two letters"],
  ["βάσης", greek, "a Greek word"],
  ["βαση", greek, "a Greek word without accent, in another form"],
  ["ΜΕΤΑΦΟΡΑ", greek, "capitals"],
  ["البيانات", arabic, "an Arabic word"],
  ["توقف", arabic, "an Arabic word without its marks"],
  ["بيانات", arabic, "an Arabic word without the article that the text has"],
  ["والمهارة", arabic, "an Arabic word with an article that the text lacks"],
  ["strasse", german, "ß written as ss"],
  ["STRASSE", german, "capitals of ß"],
  ["straße", german, "ß as it is"],
  ["prufung", german, "an umlaut left out"],
  ["Datenbanken", german, "a plural"],
  ["eleves francais", french, "accents left out"],
  ["élèves français", french, "accents"],
  ["cafe\u0301", french, "an accent of its own"],
  ["du lieu", vietnamese, "two marks on a letter"],
  ["डेटाबेस", hindi, "Devanagari, whose marks are letters"],
];

let reader: SearchReader | null = null;

for (const [query, first, why] of queries) {
  Deno.test(`search() finds "${query}": ${why}`, async () => {
    reader ??= await openIndex(all);
    assert.equal(found(reader, query)[0], first.path);
  });
}

Deno.test("search() prefers the spelling that was asked for", async () => {
  const plain = skill("a", "resume the upload");
  const accented = skill("b", "résumé for an application");
  const both = await openIndex([plain, accented, skill("c", "other words"), skill("d", "more words")]);
  assert.equal(found(both, "résumé")[0], accented.path);
  assert.equal(found(both, "resume").length, 2);
});

Deno.test("search() finds each of two characters of any script after the index was stored", async () => {
  const reader = await openIndex(all);
  for (
    const [pair, first] of [["指南", chinese], ["速く", japanese], ["방법", korean], ["её", russian], [
      "τη",
      greek,
    ]] as const
  ) {
    assert(found(reader, pair).includes(first.path), pair);
  }
});
