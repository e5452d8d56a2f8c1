import assert from "node:assert/strict";
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
