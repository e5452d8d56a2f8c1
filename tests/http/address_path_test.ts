import assert from "node:assert/strict";
import { isAddressPath, isPlainAddress } from "../../src/http/mod.ts";

Deno.test("isAddressPath() leaves other routes and what programs look for everywhere to others", () => {
  for (
    const [path, isAddress] of [
      ["/gh/acme/library", true],
      ["/gh/acme", true],
      ["/gh/acme/library@v2/api", true],
      ["/gh", false],
      ["/", false],
      ["/api/v1/browse/gh/acme/library", false],
      ["/docs/tools", false],
      ["/gh/acme/library/.well-known/mcp.json", false],
      ["/.well-known/oauth-protected-resource/gh/acme/library", false],
    ] as const
  ) assert.equal(isAddressPath(path), isAddress, path);
});

Deno.test("isPlainAddress() leaves what is escaped to the routes, which read it unescaped", () => {
  assert(isPlainAddress("/gh/acme/library/marketing"));
  for (const path of ["/%61pi/v1/mounts", "/gh/acme/library/a%20b", "/api/v1/mounts", "/gh"]) {
    assert(!isPlainAddress(path), path);
  }
});
