import fc from "fast-check";
import { equal } from "node:assert/strict";
import { oneLine, shorten } from "../../../src/format/mod.ts";

Deno.test("oneLine() leaves nothing that could forge another line (case: forged header)", () => {
  equal(oneLine("Good\nLicense: MIT"), "Good License: MIT");
  equal(oneLine("  a\t\r\n b\u2028c\u0085d \u00a0 e "), "a b c d e");
  equal(oneLine("a\u200bb\u202ec\u{e0041}"), "abc");
  equal(oneLine("⚠️ 👨‍💻"), "⚠️ 👨‍💻");
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    equal(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u200b]/u.test(oneLine(text)), false);
    equal(oneLine(oneLine(text)), oneLine(text));
  }));
});

Deno.test("shorten() counts characters, not bytes or code units", () => {
  equal(shorten("short", 10), "short");
  equal(shorten("漢字🙂".repeat(100), 9), "漢字🙂漢字🙂漢字…");
  equal(shorten("one two three four", 12), "one two…");
  equal(shorten("🙂🙂🙂", 3), "🙂🙂🙂");
});
