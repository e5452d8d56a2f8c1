import assert from "node:assert/strict";
import fc from "fast-check";
import { escapedBytes, fittingLength } from "../../src/render/_budget.ts";
import { hostileText, hostileValue, serializedBytes } from "./_text.ts";

Deno.test("escapedBytes() counts what a JSON string takes on the wire", () => {
  fc.assert(fc.property(hostileValue, (text) => {
    assert.equal(escapedBytes(text) + 2, serializedBytes(text));
  }));
});

Deno.test("fittingLength() finds the longest head that fits and never half a character", () => {
  fc.assert(fc.property(hostileText, fc.nat(30_000), (text, room) => {
    const length = fittingLength(text, room);
    const head = text.slice(0, length);
    assert.ok(head.isWellFormed());
    assert.ok(escapedBytes(head) <= room);
    const [next] = text.slice(length);
    if (next !== undefined) assert.ok(escapedBytes(head + next) > room);
  }));
});

Deno.test("fittingLength() has no room for anything when there is none", () => {
  assert.equal(fittingLength("text", 0), 0);
  assert.equal(fittingLength("text", -10), 0);
  assert.equal(fittingLength("", 10), 0);
});
