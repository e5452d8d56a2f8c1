import assert from "node:assert/strict";
import fc from "fast-check";
import { lineChanges } from "../../src/render/mod.ts";

const without = (text: string, marks: readonly { start: number; end: number }[] = []) =>
  marks.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);

Deno.test("what is not marked of a changed line is the same in the old one and the new one", () => {
  const line = fc.array(fc.constantFrom("a", "b", "word", "\u{1f600}", "e\u0301", ".", "  "), {
    maxLength: 12,
  })
    .map((words) => words.join(" "));
  fc.assert(fc.property(line, line, (old, now) => {
    const changed = lineChanges(`${old}\n`, `${now}\n`).filter(({ marks }) => marks !== undefined);
    if (changed.length === 0) return;
    const [removed, added] = changed;
    assert(removed !== undefined && added !== undefined && changed.length === 2);
    assert.equal(without(removed.text, removed.marks), without(added.text, added.marks));
  }));
});

Deno.test("lines that share little, and runs of unequal length, are told whole", () => {
  assert(lineChanges("Alpha beta.\n", "Nothing of this.\n").every(({ marks }) => marks === undefined));
  assert(lineChanges("one two\n", "one 2\nthree\n").every(({ marks }) => marks === undefined));
});

Deno.test("long lines of nothing but changes are told whole, in bounded time", () => {
  const text = (word: string) =>
    Array.from({ length: 150 }, (_, row) => `same ${`${word}${row} `.repeat(150)}\n`).join("");
  const changes = lineChanges(text("a"), text("b"));
  assert.equal(changes.length, 300);
  assert(changes.every(({ marks }) => marks === undefined));
});
