import assert from "node:assert/strict";
import fc from "fast-check";
import { endings, replaceEnding } from "../../../src/search/words/_endings.ts";

const table = endings([
  [2, "ation", "at", ""],
  [2, "ion", ""],
  [4, "ization", "iZ"],
]);

for (
  const [word, replaced] of [
    ["migration", ["migrat", "migr"]],
    ["action", ["act"]],
    ["optimization", ["optimiZ"]],
    ["xization", ["xizat", "xiz"]],
    ["ion", []],
    ["plum", []],
    ["", []],
  ] as const
) {
  Deno.test(`replaceEnding() makes ${replaced.join(" and ") || "nothing"} of "${word}"`, () => {
    assert.deepEqual(replaceEnding(word, table), replaced);
  });
}

Deno.test("replaceEnding() takes the longest ending that leaves enough letters", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 4 });
  const row = fc.tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ([, ending]) => ending }), letters, (rows, word) => {
      const fitting = rows.filter(([before, ending]) =>
        word.endsWith(ending) && word.length - ending.length >= before
      ).sort(([, a], [, b]) => b.length - a.length);
      const longest = fitting[0]?.[1];
      const expected = longest === undefined ? [] : [`${word.slice(0, -longest.length)}-${longest}`];
      const table = endings(rows.map(([before, ending]) => [before, ending, `-${ending}`]));
      assert.deepEqual(replaceEnding(word, table), expected);
    }),
  );
});
