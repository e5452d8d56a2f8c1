import assert from "node:assert/strict";
import fc from "fast-check";
import { createSealer } from "../../src/auth/sealing.ts";

const [OLD, NEW] = ["an old secret of 32 characters ..", "a new secret of 32 characters ..."] as const;
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

Deno.test("what was sealed opens for its owner, under its purpose and its secret alone", () => {
  const sealer = createSealer({ secrets: [OLD], purpose: "host token", randomBytes });
  fc.assert(fc.property(fc.string(), fc.string(), fc.string(), (text, owner, other) => {
    const sealed = sealer.seal(text, owner);
    assert.equal(sealer.open(sealed, owner), text);
    if (other !== owner) assert.equal(sealer.open(sealed, other), null);
    assert.equal(
      createSealer({ secrets: [NEW], purpose: "host token", randomBytes }).open(sealed, owner),
      null,
    );
    assert.equal(createSealer({ secrets: [OLD], purpose: "consent", randomBytes }).open(sealed, owner), null);
    assert.notEqual(sealer.seal(text, owner), sealed);
  }));
});

Deno.test("a change of any byte, and anything else than what was sealed, opens nothing", () => {
  const sealer = createSealer({ secrets: [OLD], purpose: "host token", randomBytes });
  const sealed = sealer.seal("ghu_token", "ada");
  for (let at = 0; at < sealed.length - 1; at++) {
    const other = sealed[at] === "A" ? "B" : "A";
    assert.equal(sealer.open(sealed.slice(0, at) + other + sealed.slice(at + 1), "ada"), null, `${at}`);
  }
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => assert.equal(sealer.open(text, "ada"), null)),
  );
});

Deno.test("a secret that was replaced opens what it sealed, which is to be sealed anew", () => {
  const old = createSealer({ secrets: [OLD], purpose: "host token", randomBytes });
  const rotated = createSealer({ secrets: [NEW, OLD], purpose: "host token", randomBytes });
  const sealed = old.seal("text", "ada");
  assert.equal(rotated.open(sealed, "ada"), "text");
  assert.equal(rotated.isOld(sealed), true);
  assert.equal(rotated.isOld(rotated.seal("text", "ada")), false);
});
