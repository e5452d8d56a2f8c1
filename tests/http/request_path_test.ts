import assert from "node:assert/strict";
import { requestPath } from "../../src/http/mod.ts";

Deno.test("requestPath() gives the path as it was sent", () => {
  const table: readonly (readonly [url: string, path: string])[] = [
    ["http://localhost/gh/acme/library", "/gh/acme/library"],
    ["http://localhost/gh/acme/library/", "/gh/acme/library/"],
    ["http://localhost/gh/acme/library@release/1.2:docs?x=/y", "/gh/acme/library@release/1.2:docs"],
    ["http://localhost/gh/a%2Fb/%40c/%E2%82%AC", "/gh/a%2Fb/%40c/%E2%82%AC"],
    ["http://localhost//a//b", "//a//b"],
    ["http://localhost", "/"],
    ["http://localhost?a=/b", "/"],
  ];
  for (const [url, path] of table) assert.equal(requestPath(new Request(url)), path, url);
});
