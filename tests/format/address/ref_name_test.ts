import fc from "fast-check";
import { deepEqual, equal } from "node:assert/strict";
import { parseRefName } from "../../../src/format/mod.ts";

Deno.test("parseRefName() keeps valid names as they are", () => {
  for (
    const text of ["main", "v1.2.0", "feature/x", "heads/x", "0123abc", "a@b", "x{y}", "é", "HEAD", "a-"]
  ) {
    deepEqual(parseRefName(text), { ok: true, value: text });
  }
  equal(parseRefName("a".repeat(255)).ok, true);
});

Deno.test("parseRefName() rejects what git does not allow", () => {
  const invalid = [
    "",
    "@",
    "-x",
    "/a",
    "a/",
    "a//b",
    ".a",
    "a/.b",
    "a.lock",
    "a.lock/b",
    "a..b",
    "a.",
    "a b",
    "a~b",
    "a^b",
    "a:b",
    "a?b",
    "a*b",
    "a[b",
    "a\\b",
    "a@{b",
    "a\0b",
    "a\x7fb",
    "a\nb",
    "a\u202eb",
    "a\u200bb",
    "\ud800",
    "a".repeat(256),
    "a".repeat(100_000),
  ];
  for (const text of invalid) equal(parseRefName(text).ok, false, JSON.stringify(text.slice(0, 20)));
});

Deno.test("parseRefName() agrees with git-check-ref-format", async () => {
  const unit = fc.constantFrom(..."ab.-@{/lock~^:?*[ \\é");
  const names = fc.sample(fc.string({ unit, minLength: 1, maxLength: 7 }), { numRuns: 60, seed: 7 });
  for (const name of names.filter((name) => !name.startsWith("-"))) {
    const { success } = await new Deno.Command("git", {
      args: ["check-ref-format", "--allow-onelevel", name],
    }).output();
    equal(parseRefName(name).ok, success, JSON.stringify(name));
  }
});

Deno.test("parseRefName() never throws", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const parsed = parseRefName(text);
    if (parsed.ok) equal(parsed.value, text);
  }));
});
