import assert from "node:assert/strict";
import fc from "fast-check";
import { englishStem } from "../../../src/search/words/_english_stem.ts";

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
    ["string", "string"],
    ["spring", "spring"],
    ["code codes coded coding", "codE"],
    ["type typed typing", "typE"],
    ["optimise optimises optimised optimising optimize optimizes optimized optimizing", "optimiZ"],
    ["analyse analysing analyze analyzed", "analyZ"],
    ["colour colours coloured color coloring", "coloR"],
    ["centre centres centred center centers centered", "centR"],
    ["licence licences license licensed licensing", "licenS"],
    ["catalogue catalogues catalog catalogs", "catalog"],
    ["modelling modelled modeling modeled models model", "model"],
    ["cancelled cancelling canceled canceling cancel", "cancel"],
    ["install installs installing", "instal"],
  ] as const
) {
  Deno.test(`englishStem() of ${forms} is ${stem}`, () => {
    for (const form of forms.split(" ")) assert.equal(englishStem(form), stem, form);
  });
}

for (
  const [one, other] of [
    ["hope", "hops"],
    ["code", "cods"],
    ["wing", "wed"],
    ["basis", "based"],
    ["hour", "hoard"],
  ] as const
) {
  Deno.test(`englishStem() keeps ${one} and ${other} apart`, () => {
    assert.notEqual(englishStem(one), englishStem(other));
  });
}

Deno.test("englishStem() says in small letters what all forms of a word begin with", () => {
  const words = fc.stringMatching(/^[a-z]{1,12}(?:s|ed|ing|ise|izing|our|re|ence|ogue|lling|)$/);
  fc.assert(
    fc.property(words, (word) => {
      const stem = englishStem(word);
      assert.match(stem, /^[a-z]+[A-Z]?$/);
      // A final y stands for the i of `policies`.
      assert(word.startsWith(stem.replace(/(?:[A-Z]|y)$/, "")), `${word}: ${stem}`);
    }),
  );
});
