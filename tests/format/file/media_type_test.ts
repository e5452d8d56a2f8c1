import { equal } from "node:assert/strict";
import { mediaTypeOf } from "../../../src/format/mod.ts";
import { path } from "../_paths.ts";

function file(name: string, facts: { readonly isText?: boolean; readonly lfsPointer?: boolean } = {}) {
  return { path: path(name), isText: true, lfsPointer: false, ...facts };
}

Deno.test("mediaTypeOf() goes by the extension, in any letter case", () => {
  equal(mediaTypeOf(file("a/SKILL.md")), "text/markdown");
  equal(mediaTypeOf(file("PLAN.JSON")), "application/json");
  equal(mediaTypeOf(file("a.b/logo.png", { isText: false })), "image/png");
});

Deno.test("mediaTypeOf() tells text from bytes where the extension says nothing", () => {
  for (const name of ["LICENSE", "a.md/run", "tool.unknown", "constructor", "zip", ".env", "dot."]) {
    equal(mediaTypeOf(file(name)), "text/plain", name);
    equal(mediaTypeOf(file(name, { isText: false })), "application/octet-stream", name);
  }
});

Deno.test("mediaTypeOf() calls a pointer text, not the picture that it stands for", () => {
  equal(mediaTypeOf(file("logo.png", { lfsPointer: true })), "text/plain");
});
