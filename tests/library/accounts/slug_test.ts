import assert from "node:assert/strict";
import fc from "fast-check";
import { claimOf, foldSlug, parseSlug, slugsFor } from "../../../src/library/mod.ts";

function slug(text: string) {
  const parsed = parseSlug(text);
  assert(parsed.ok, text);
  return parsed.value;
}

Deno.test("parseSlug() takes 2 to 39 letters and digits with single inner hyphens, and folds capitals", () => {
  for (const text of ["ab", "a-b", "9-9", "a".repeat(39)]) assert.equal(slug(text), text);
  assert.equal(slug("ACME-Labs"), "acme-labs");
  const refused = ["", "a", "-ab", "ab-", "a--b", "a_b", "a b", "ä-b", "a".repeat(40), "a/b", "ab\n", "a.b"];
  for (const text of refused) assert.equal(parseSlug(text).ok, false, JSON.stringify(text));
});

Deno.test("foldSlug() makes one of what the eye takes for one", () => {
  const alike = [
    ["acme", "acrne", "a-cme", "acm-e", "a-c-r-n-e"],
    ["goog1e", "googie", "google", "g00gle", "g-00-gle"],
    ["wiki5", "vviki5", "wikis", "vv1ki5"],
  ];
  for (const group of alike) {
    assert.equal(new Set(group.map((text) => foldSlug(slug(text)))).size, 1, group.join());
  }
  assert.notEqual(foldSlug(slug("acme")), foldSlug(slug("acne")));
});

Deno.test("foldSlug() gives its own result again, whatever it is given", () => {
  const texts = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/).filter((text) => parseSlug(text).ok);
  fc.assert(fc.property(texts, (text) => {
    const { folded } = claimOf(slug(text));
    const again = parseSlug(folded);
    if (again.ok) assert.equal(foldSlug(again.value), folded);
  }));
});

Deno.test("slugsFor() offers names of accounts for any login, and each once", () => {
  fc.assert(fc.property(fc.string({ minLength: 1, unit: "binary" }), (login) => {
    const offered = [...slugsFor(login)].slice(0, 5);
    assert.equal(new Set(offered).size, 5);
    for (const slug of offered) assert.equal(parseSlug(slug).ok, true, slug);
  }));
  assert.deepEqual([...slugsFor("Ada_L")].slice(0, 2), ["ada-l", "ada-l-2"]);
});
