import assert from "node:assert/strict";
import fc from "fast-check";
import { returnPath } from "../../../src/auth/mod.ts";

Deno.test("returnPath() is a path of this origin, whatever was asked for", () => {
  const kept = [
    "/",
    "/account",
    "/gh/acme/x?y=1",
    `/api/oauth/authorize?state=${"s".repeat(4000)}`,
    "/.//evil.example",
  ];
  for (const path of kept) assert.equal(returnPath(path), path);
  const refused = [
    ...[
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "javascript:x",
      "",
      "x",
      "\\/evil.example",
    ],
    ...[
      "/\t/evil.example",
      "/ /evil.example",
      "/\n//evil.example",
      `/${"a".repeat(9000)}`,
      "http:evil.example",
    ],
  ];
  for (const text of refused) assert.equal(returnPath(text), "/", text);
  assert.equal(returnPath(null), "/");
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."/\\.:@a\t?#%5c ") }), (text) => {
    assert.equal(new URL(returnPath(text), "https://skills.example").origin, "https://skills.example");
  }));
});
