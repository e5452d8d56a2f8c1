import assert from "node:assert/strict";
import fc from "fast-check";
import { returnPath, slugsFor } from "../../../src/auth/mod.ts";
import { parseSlug } from "../../../src/auth/people/slug.ts";

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

Deno.test("slugsFor() offers names of accounts for any login, and each once", () => {
  fc.assert(fc.property(fc.string({ minLength: 1, unit: "binary" }), (login) => {
    const offered = [...slugsFor(login)].slice(0, 5);
    assert.equal(new Set(offered).size, 5);
    for (const slug of offered) assert.equal(parseSlug(slug).ok, true, slug);
  }));
  assert.deepEqual([...slugsFor("Ada_L")].slice(0, 2), ["ada-l", "ada-l-2"]);
  assert.equal([...slugsFor("admin")][0], "admin-2");
});
