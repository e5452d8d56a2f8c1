import { equal } from "node:assert/strict";
import type { ContentId, ServedFile } from "../../../contracts/domain.ts";
import { mediaTypeOf } from "../../../src/format/mod.ts";
import { path } from "../_paths.ts";

function file(name: string, facts: Partial<ServedFile> = {}): ServedFile {
  return {
    path: path(name),
    content: "blob" as ContentId,
    size: 1,
    kind: "supporting",
    stored: true,
    characters: 1,
    skill: null,
    title: null,
    summary: null,
    searched: false,
    lfsPointer: false,
    sha256: "0".repeat(64),
    ...facts,
  };
}

Deno.test("mediaTypeOf() goes by the extension, in any letter case", () => {
  equal(mediaTypeOf(file("a/SKILL.md")), "text/markdown");
  equal(mediaTypeOf(file("PLAN.JSON")), "application/json");
  equal(mediaTypeOf(file("a.b/logo.png", { characters: null })), "image/png");
});

Deno.test("mediaTypeOf() tells text from bytes where the extension says nothing", () => {
  for (const name of ["LICENSE", "a.md/run", "tool.unknown", "constructor", "zip", ".env", "dot."]) {
    equal(mediaTypeOf(file(name)), "text/plain", name);
    equal(mediaTypeOf(file(name, { characters: null })), "application/octet-stream", name);
  }
});

Deno.test("mediaTypeOf() calls a pointer text, not the picture that it stands for", () => {
  equal(mediaTypeOf(file("logo.png", { lfsPointer: true })), "text/plain");
});
