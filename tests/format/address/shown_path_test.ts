import assert from "node:assert/strict";
import fc from "fast-check";
import { shownPath } from "../../../src/format/mod.ts";

Deno.test("shownPath() leaves a path alone in which nothing misleads", () => {
  for (const path of ["", "a/b.md", "setup guide.md", "café.md", "a\\b", 'a"b', "👩‍💻/x"]) {
    assert.equal(shownPath(path), path);
  }
});

Deno.test("shownPath() shows spaces at ends, spaces in a row and characters that nobody sees", () => {
  const table: Readonly<Record<string, string>> = {
    " a": '" a"',
    "a ": '"a "',
    "a /b": '"a /b"',
    "a  b": '"a  b"',
    "a\u200bb": '"a\\u200bb"',
    "a\nb": '"a\\u000ab"',
    "a\u00a0b": '"a\\u00a0b"',
    ' "a\\': '" \\"a\\\\"',
    '"a"': '"\\"a\\""',
    "a\u{e0041}": '"a\\udb40\\udc41"',
  };
  for (const [path, shown] of Object.entries(table)) assert.equal(shownPath(path), shown);
});

Deno.test("shownPath() gives one line from which the path can be had back, and different ones for different paths", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (path) => {
    const shown = shownPath(path);
    assert.doesNotMatch(shown, /[\p{Cc}\p{Zl}\p{Zp}]/u);
    assert.equal(shown.startsWith('"') ? JSON.parse(shown) : shown, path);
  }));
});
