import assert from "node:assert/strict";
import fc from "fast-check";
import { wordsOf } from "../../../src/search/words/mod.ts";

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
  const [text, words] of [
    ["Deploy🚀now ✅ done", ["Deploy", "🚀", "now", "✅", "done"]],
    ["⚠️ careful ⏰", ["⚠️", "careful", "⏰"]],
    ["🔥🔥 👍🏽👍", ["🔥", "🔥", "👍🏽", "👍"]],
    ["👩‍💻 ❤️‍🔥 🏳️‍🌈", ["👩‍💻", "❤️‍🔥", "🏳️‍🌈"]],
    ["🇩🇪🇫🇷", ["🇩🇪", "🇫🇷"]],
    ["1️⃣ first → © ▶ ─", ["1", "first"]],
  ] as const
) {
  Deno.test(`wordsOf() takes each emoji of "${text}" for a word`, () => {
    assert.deepEqual(wordsOf(text, 1000), words);
  });
}

Deno.test("wordsOf() gives words of the text itself, in order, wherever its scripts and emoji meet", () => {
  const piece = fc.constantFrom(
    "a",
    "Z9",
    "-",
    "_",
    " ",
    "é",
    "数",
    "🚀",
    "👩‍💻",
    "⚠️",
    "\u200d",
    "\ufe0f",
    "🏽",
    "🇩",
    "ال",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")), (text) => {
      let from = 0;
      for (const word of wordsOf(text, 1000)) {
        const at = text.indexOf(word, from);
        assert(at >= 0, `${JSON.stringify(text)}: ${word}`);
        from = at + word.length;
        assert(word.isWellFormed());
      }
    }),
  );
});
