import assert from "node:assert/strict";
import fc from "fast-check";
import { parseResource, type ResourcePlaces } from "../../src/auth/mod.ts";

const HOSTS = new Map([
  ["gh", {
    ignoresCase: true,
    nestedOwners: false,
    owner: /^[a-z0-9-]{1,39}$/,
    repo: /^[a-z0-9._-]{1,100}$/,
  }],
  ["cb", { ignoresCase: false, nestedOwners: false, owner: /^[\w.-]{1,99}$/, repo: /^[\w.-]{1,99}$/ }],
]);

const APART: ResourcePlaces = {
  issuer: "https://account.example",
  publicUrl: "https://skills.example",
  hosts: HOSTS,
};
const TOGETHER: ResourcePlaces = { ...APART, issuer: "https://skills.example" };

Deno.test("parseResource() knows the account by its names, and an address or a set in any spelling", () => {
  const cases: [places: ResourcePlaces, text: string, audience: string | null][] = [
    [APART, "https://account.example", "https://account.example"],
    [APART, "https://account.example/", "https://account.example"],
    [APART, "HTTPS://Account.Example:443/", "https://account.example"],
    [APART, "https://account.example/api/mcp", "https://account.example"],
    [APART, "https://account.example/api/mcp/", "https://account.example"],
    [APART, "https://skills.example/api/mcp", "https://account.example"],
    [APART, "https://skills.example", null],
    [APART, "https://skills.example/", null],
    [TOGETHER, "https://skills.example", "https://skills.example"],
    [APART, "https://skills.example/gh/Acme/Private", "https://skills.example/gh/acme/private"],
    [APART, "https://skills.example/gh/acme/private/", "https://skills.example/gh/acme/private"],
    [APART, "https://skills.example/cb/Acme/Private", "https://skills.example/cb/Acme/Private"],
    [APART, "https://skills.example/gh/acme/private@main", "https://skills.example/gh/acme/private@main"],
    [APART, "https://skills.example/gh/acme/private@main:", "https://skills.example/gh/acme/private@main"],
    [APART, "https://skills.example/gh/acme/private/docs", "https://skills.example/gh/acme/private/docs"],
    [APART, "https://skills.example/sets/Acme/Kit", "https://skills.example/sets/acme/kit"],
    [APART, "https://skills.example/sets/acme/kit/", "https://skills.example/sets/acme/kit"],
    [TOGETHER, "https://skills.example/sets/acme/kit", "https://skills.example/sets/acme/kit"],
    [APART, "https://account.example/sets/acme/kit", null],
    [APART, "https://skills.example/sets/acme", null],
    [APART, "https://skills.example/sets/acme/kit/x", null],
    [APART, "https://skills.example/sets/acme/../kit", null],
    [APART, "https://skills.example/sets/acme/k%69t", null],
    [APART, "https://account.example/gh/acme/private", null],
    [APART, "https://other.example/mcp", null],
    [APART, "https://skills.example.evil.example/gh/a/b", null],
    [APART, "https://skills.example@evil.example/gh/a/b", null],
    [APART, "http://skills.example/gh/a/b", null],
    [APART, "https://skills.example:8443/gh/a/b", null],
    [APART, "/gh/a/b", null],
    [APART, "https://skills.example/gh/a/b#x", null],
    [APART, "https://skills.example/gh/a/b?x=1", null],
    [APART, "https://skills.example/gh/a/b//", null],
    [APART, "https://skills.example/gh/a/x/../b", null],
    [APART, "https://skills.example/nowhere/a/b", null],
    [APART, "", null],
  ];
  for (const [places, text, audience] of cases) {
    assert.equal(parseResource(text, places)?.audience ?? null, audience, text);
  }
});

Deno.test("parseResource() reads its own spelling as the same resource", () => {
  const path = fc.string({ unit: fc.constantFrom(..."gh/acme/lib@:.%2e"), maxLength: 24 });
  fc.assert(fc.property(path, (path) => {
    const resource = parseResource(`https://skills.example/gh/a/b${path}`, APART);
    if (resource !== null) assert.deepEqual(parseResource(resource.audience, APART), resource);
  }));
});
