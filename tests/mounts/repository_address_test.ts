import assert from "node:assert/strict";
import type { HostTable } from "../../contracts/addresses.ts";
import { repositoryAddress } from "../../src/mounts/mod.ts";

const NAME = /^[\w.-]+$/;
const HOSTS: HostTable = new Map([
  ["gh", { ignoresCase: true, nestedOwners: false, owner: NAME, repo: NAME }],
  ["git", { ignoresCase: false, nestedOwners: true, owner: NAME, repo: NAME }],
]);

Deno.test("repositoryAddress() is one for every spelling, ref and path of a repository", () => {
  const spellings: Readonly<Record<string, readonly string[]>> = {
    "/gh/acme/library": [
      "/gh/acme/library",
      "/gh/ACME/Library",
      "/gh/acme/%6cibrary",
      "/gh/acme/library@main",
      "/gh/acme/library@a/b:c",
      "/gh/acme/library/marketing/skills",
      `/gh/acme/library@${"a".repeat(40)}`,
    ],
    "/git/a/b/c": ["/git/a/b/c", "/git/a/b/c:d", "/git/a/b/c/-/d", "/git/a/b/c@v1"],
    "/git/A/b/c": ["/git/A/b/c"],
  };
  for (const [address, texts] of Object.entries(spellings)) {
    for (const text of texts) {
      assert.deepEqual(repositoryAddress(text, HOSTS), { ok: true, value: address }, text);
    }
  }
});

Deno.test("repositoryAddress() refuses what is no address", () => {
  for (const text of ["", "/gh", "/gh/acme", "/no/acme/library", "/gh/acme/library/..", "/gh/acme/%2e%2e"]) {
    const refused = repositoryAddress(text, HOSTS);
    assert(!refused.ok && refused.error.code.startsWith("address."), text);
  }
});
