import assert from "node:assert/strict";
import fc from "fast-check";
import { lineChanges } from "../../src/render/mod.ts";

const kinds = (before: string, after: string) =>
  lineChanges(before, after).map(({ kind, text }) => `${kind} ${text}`);

Deno.test("lineChanges() tells what went, what came and three lines around it", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  const before = lines.join("\n") + "\n";
  const after = before.replace("line 10\n", "line ten\n");
  assert.deepEqual(kinds(before, after), [
    "skipped 6 lines are the same",
    "same line 7",
    "same line 8",
    "same line 9",
    "removed line 10",
    "added line ten",
    "same line 11",
    "same line 12",
    "same line 13",
    "skipped 7 lines are the same",
  ]);
});

Deno.test("lineChanges() of equal texts is nothing, and of a new text all of it", () => {
  assert.deepEqual(kinds("a\nb\n", "a\nb\n"), []);
  assert.deepEqual(kinds("", "a\nb\n"), ["added a", "added b"]);
  assert.deepEqual(kinds("a\nb", ""), ["removed a", "removed b"]);
});

Deno.test("lineChanges() shows texts that share too little one for the other, in bounded time", () => {
  const text = (word: string) => Array.from({ length: 8000 }, (_, index) => `${word} ${index}\n`).join("");
  const changes = lineChanges(text("old"), text("new"));
  assert.deepEqual([changes.length, changes[0], changes.at(-1)], [
    16_000,
    { kind: "removed", text: "old 0" },
    { kind: "added", text: "new 7999" },
  ]);
});

Deno.test("lineChanges() lets the new lines be made of the old ones", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "", "d e"), { maxLength: 60 })
    .map((lines) => lines.map((line) => `${line}\n`).join(""));
  fc.assert(fc.property(text, text, (before, after) => {
    const old = before.split("\n").slice(0, -1);
    const made: string[] = [];
    let at = 0;
    for (const { kind, text } of lineChanges(before, after)) {
      if (kind === "added") made.push(text);
      else if (kind === "removed") assert.equal(text, old[at++]);
      else {
        const count = kind === "same" ? 1 : Number.parseInt(text);
        if (kind === "same") assert.equal(text, old[at]);
        made.push(...old.slice(at, at + count));
        at += count;
      }
    }
    if (before === after) return;
    assert.equal(at, old.length);
    assert.equal(made.map((line) => `${line}\n`).join(""), after);
  }));
});
