import assert from "node:assert/strict";
import { englishRoot, englishStem } from "../../../src/search/words/_english_stem.ts";

for (
  const [forms, stem] of [
    ["test tests tested testing", "test"],
    ["policy policies", "policy"],
    ["run running", "run"],
    ["plan plans planned planning", "plan"],
    ["bill bills billed billing", "bill"],
    ["cache caches cached caching", "cach"],
    ["box boxes", "box"],
    ["class classes", "class"],
    ["status", "status"],
    ["analysis", "analysis"],
    ["string", "string"],
    ["spring", "spring"],
  ] as const
) {
  Deno.test(`englishStem() of ${forms} is ${stem}`, () => {
    for (const form of forms.split(" ")) assert.equal(englishStem(form), stem, form);
  });
}

Deno.test("englishRoot() joins verbs and the nouns made of them, and no others", () => {
  const root = (word: string) => englishRoot(englishStem(word));
  for (
    const [verb, noun] of [["migrate", "migration"], ["deploy", "deployments"], [
      "configure",
      "configuration",
    ]] as const
  ) {
    assert.equal(root(verb), root(noun));
  }
  assert.notEqual(root("server"), root("serve"));
});
