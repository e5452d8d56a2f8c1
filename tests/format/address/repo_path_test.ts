import fc from "fast-check";
import { deepEqual, equal, ok } from "node:assert/strict";
import { PATTERNS } from "../../../contracts/rest/requests.ts";
import {
  baseName,
  comparePaths,
  directoryOf,
  isWithin,
  joinPath,
  parseRepoPath,
  ROOT_PATH,
} from "../../../src/format/address/repo_path.ts";
import { path } from "../_paths.ts";

Deno.test("parseRepoPath() keeps every character of a valid path", () => {
  const valid = [
    "",
    "SKILL.md",
    "a/b/c",
    ".claude/skills",
    "setup guide.md",
    "setup%20guide.md",
    "café.md",
    "cafe\u0301.md",
    "a#b.md",
    "q?.md",
    "...",
    "-",
    "⚠️ notes.md",
    "می\u200cخواهم.md",
    "a".repeat(1024),
    "🙂".repeat(1024),
  ];
  for (const text of valid) deepEqual(parseRepoPath(text), { ok: true, value: text });
});

Deno.test("parseRepoPath() rejects what a path may not hold (case: traversal)", async (t) => {
  const table = [
    ["traversal", ["..", "../x", "a/../b", "a/..", ".", "./a", "a/./b"]],
    ["empty segments", ["/", "/a", "/etc/passwd", "a/", "a//b"]],
    ["backslash", ["..\\x", "a\\b"]],
    ["control", ["a\0b", "a\nb", "a\tb", "a\x7fb", "a\x85b", "a\x1b[0mb"]],
    ["line separators", ["a\u2028b", "a\u2029b"]],
    ["zero width", ["a\u200bb", "a\u200cb", "a\u200db", "a\u2060b", "\ufeffa", "a\u00adb", "a\ufe0fb"]],
    ["bidirectional controls", ["a\u202eb", "a\u2066b", "a\u200eb", "a\u061cb"]],
    ["tag characters", ["a\u{e0041}b", "a\u{e0100}b"]],
    ["fillers", ["a\u3164b", "a\u115fb", "a\uffa0b"]],
    ["lone surrogates", ["a\ud800b", "\udc00"]],
    ["too long", ["a".repeat(1025), "🙂".repeat(1025), "a/".repeat(100_000)]],
  ] as const;
  for (const [kind, texts] of table) {
    await t.step(kind, () => {
      for (const text of texts) equal(parseRepoPath(text).ok, false, JSON.stringify(text.slice(0, 20)));
    });
  }
});

Deno.test("parseRepoPath() never throws and never changes a text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const parsed = parseRepoPath(text);
    if (parsed.ok) equal(parsed.value, text);
  }));
});

Deno.test("directoryOf() and baseName() take a path apart", () => {
  deepEqual([directoryOf(path("a/b/c.md")), baseName(path("a/b/c.md"))], ["a/b", "c.md"]);
  deepEqual([directoryOf(path("c.md")), baseName(path("c.md"))], ["", "c.md"]);
  deepEqual([directoryOf(ROOT_PATH), baseName(ROOT_PATH)], ["", ""]);
});

Deno.test("joinPath() puts a path together and checks the whole of it", () => {
  deepEqual(joinPath(path("a"), "b/c"), { ok: true, value: "a/b/c" });
  deepEqual(joinPath(ROOT_PATH, "b"), { ok: true, value: "b" });
  deepEqual(joinPath(path("a"), ""), { ok: true, value: "a" });
  equal(joinPath(path("a"), "../b").ok, false);
  equal(joinPath(path("a"), "/b").ok, false);
  equal(joinPath(path("a".repeat(600)), "b".repeat(600)).ok, false);
});

Deno.test("isWithin() compares whole segments", () => {
  equal(isWithin(path("docs/a.md"), path("docs")), true);
  equal(isWithin(path("docs"), path("docs")), true);
  equal(isWithin(path("docs-old/a.md"), path("docs")), false);
  equal(isWithin(path("doc"), path("docs")), false);
  equal(isWithin(path("anything"), ROOT_PATH), true);
  equal(isWithin(ROOT_PATH, path("docs")), false);
});

Deno.test("comparePaths() orders by code units", () => {
  deepEqual(["b", "a/b", "a", "a-b", "é", "Z"].sort(comparePaths), ["Z", "a", "a-b", "a/b", "b", "é"]);
  equal(comparePaths("a", "a"), 0);
});

Deno.test("parseRepoPath() takes nothing that the patterns of the REST document do not", () => {
  const [file, directory] = [new RegExp(PATTERNS.path, "u"), new RegExp(PATTERNS.directory, "u")];
  const part = fc.constantFrom("a", "b c", ".", "..", "...", ".x", "", "é", "\\", "\n", "\u0085", "?");
  fc.assert(fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
    const text = parts.join("/");
    if (!parseRepoPath(text).ok) return;
    ok(directory.test(text), text);
    ok(text === "" || file.test(text), text);
  }));
});
