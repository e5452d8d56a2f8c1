import { equal } from "node:assert/strict";
import fc from "fast-check";
import { codePointName, unicodeEscape } from "../../../src/format/text/unicode_escape.ts";

Deno.test("unicodeEscape() is read by JSON as the text that it was, whatever that is", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(fc.property(text, (text) => equal(JSON.parse(`"${unicodeEscape(text)}"`), text)));
  equal(unicodeEscape("\u200b"), "\\u200b");
  equal(unicodeEscape("\u{1f600}"), "\\ud83d\\ude00");
});

Deno.test("codePointName() names a character as Unicode does, in four digits or more", () => {
  equal(codePointName("\u00ad"), "U+00AD");
  equal(codePointName("\u{e0041}"), "U+E0041");
});
