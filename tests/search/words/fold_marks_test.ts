import assert from "node:assert/strict";
import { foldMarks } from "../../../src/search/words/_fold_marks.ts";

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
