import assert from "node:assert/strict";
import fc from "fast-check";
import { EditDistance } from "../../../src/search/words/mod.ts";

function distance(a: string, b: string, most: number): number {
  const units = Uint16Array.from(a, (_, at) => a.charCodeAt(at));
  return new EditDistance(b, most).to(units, units.length);
}

/** The same by the definition, without rows. */
function slowDistance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)];
  const costs = [
    slowDistance(x, y) + (a.at(-1) === b.at(-1) ? 0 : 1),
    slowDistance(x, b) + 1,
    slowDistance(a, y) + 1,
  ];
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    costs.push(slowDistance(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return Math.min(...costs);
}

for (
  const [a, b, edits] of [
    ["grafana", "grafanna", 1],
    ["spring", "sprign", 1],
    ["excalidraw", "excalidrw", 1],
    ["kubernetes", "kubernets", 1],
    ["postgres", "postgress", 1],
    ["abc", "abc", 0],
    ["abc", "cba", 2],
  ] as const
) {
  Deno.test(`distance from ${a} to ${b} is ${edits}`, () => {
    assert.equal(distance(a, b, 2), edits);
    assert.equal(distance(b, a, 2), edits);
  });
}

Deno.test("distance is what the definition says, or more than was asked for", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
      const edits = slowDistance(a, b);
      if (edits <= most) assert.equal(distance(a, b, most), edits);
      else assert(distance(a, b, most) > most);
    }),
  );
});
