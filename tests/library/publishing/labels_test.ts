import assert from "node:assert/strict";
import fc from "fast-check";
import type { Label, VersionDigest } from "../../../contracts/library/versions.ts";
import { higher, labelWithDigest, parseLabel, raised } from "../../../src/library/publishing/labels.ts";
import { parseSkillName } from "../../../src/library/publishing/name.ts";

const GRAMMAR = /^[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}$/;

const label = (text: string): Label => {
  const parsed = parseLabel(text);
  assert.ok(parsed.ok);
  return parsed.value;
};

const labels = fc.stringMatching(GRAMMAR).filter((text) => text.toLowerCase() !== "latest").map(label);
const digests = fc.stringMatching(/^[0-9a-f]{64}$/).map((text) => text as VersionDigest);
const numbers = fc.tuple(fc.nat(), fc.nat(), fc.nat());

Deno.test("parseLabel() takes what the grammar allows but latest, and nothing else", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Za-z.+_-]{0,70}$/)), (text) => {
    assert.equal(parseLabel(text).ok, GRAMMAR.test(text) && text.toLowerCase() !== "latest", text);
  }));
});

Deno.test("labelWithDigest() gives a label, whatever its length, that ends in the digits asked for", () => {
  fc.assert(fc.property(labels, digests, fc.constantFrom(8, 16, 32, 54), (stated, digest, digits) => {
    const made = labelWithDigest(stated, digest, digits);
    assert.match(made, GRAMMAR);
    assert.ok(made.endsWith(`+${digest.slice(0, digits)}`));
    assert.equal(made.slice(0, 1), stated.slice(0, 1));
  }));
});

Deno.test("raised() gives a higher label than any x.y.z, and higher() finds the highest in whatever order", () => {
  assert.equal(raised(null), "1.0.0");
  assert.equal(raised(label("v2")), "1.0.0");
  assert.equal(higher(label("1.0.0"), label("2.0.0-rc.1")), "1.0.0", "only plain numbers count");
  assert.equal(higher(label("1.9.0"), label("1.10.0")), "1.10.0");
  fc.assert(fc.property(fc.array(numbers, { minLength: 1 }), (all) => {
    const highest = all.map((parts) => label(parts.join("."))).reduce<Label | null>(higher, null);
    const sorted = all.toSorted((one, other) => {
      return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
    });
    assert.equal(highest, sorted.at(-1)?.join("."));
    const next = raised(highest);
    assert.equal(higher(highest, next), next);
    assert.notEqual(next, highest);
  }));
});

Deno.test("parseSkillName() folds letters and gives only names that a skill may have", () => {
  assert.equal(parseSkillName("Code-Review"), "code-review");
  fc.assert(fc.property(fc.string(), (text) => {
    const name = parseSkillName(text);
    if (name !== null) assert.match(name, /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/);
  }));
});
