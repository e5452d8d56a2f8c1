import assert from "node:assert/strict";
import fc from "fast-check";
import { addressParameter } from "../../src/rest/_address_parameter.ts";

Deno.test("addressParameter() takes an address as it was sent", () => {
  for (
    const rest of [
      "",
      "/",
      "/gh/acme/library",
      "/gh/acme/library@v2/a%20b",
      "/gh/acme/library/a%2Fb",
      "/gh/acme%2Flibrary",
      "/gh%20acme",
    ]
  ) assert.equal(addressParameter(rest), rest);
});

Deno.test("addressParameter() unescapes once what was escaped as one segment", () => {
  assert.equal(addressParameter("/gh%2facme%2Flibrary%40v2%3Aa%2520b"), "/gh/acme/library@v2:a%20b");
  assert.equal(addressParameter("/gh%2Facme%2Flibrary%2Fa%252Fb"), "/gh/acme/library/a%2Fb");
});

Deno.test("addressParameter() leaves what cannot be unescaped to whoever parses it", () => {
  for (const rest of ["/gh%2Facme%2Flibrary%2F%ff", "/gh%2Facme%2Flibrary%2F%", "/%2F%zz"]) {
    assert.equal(addressParameter(rest), rest);
  }
});

Deno.test("addressParameter() has back any address of several segments that a client escaped", () => {
  const segment = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .map((text) => encodeURIComponent(text.toWellFormed()));
  const address = fc.array(segment, { minLength: 2, maxLength: 6 }).map((segments) => segments.join("/"));
  fc.assert(fc.property(address, (address) => {
    assert.equal(addressParameter(`/${encodeURIComponent(address)}`), `/${address}`);
    assert.equal(addressParameter(`/${address}`), `/${address}`);
  }));
});
