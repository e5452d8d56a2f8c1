import { equal } from "node:assert/strict";
import { RESERVED_ROUTES } from "../../../contracts/addresses.ts";
import { parseHostKey } from "../../../src/format/mod.ts";

Deno.test("parseHostKey() takes short lowercase keys", () => {
  for (const text of ["gh", "local", "gl", "acme", "a", "acme-2"]) equal(parseHostKey(text).ok, true, text);
  for (const text of ["", "GH", "2gh", "-a", "g h", "gh.example", "gé", "gh\n", "a".repeat(33), "gh/x"]) {
    equal(parseHostKey(text).ok, false, text);
  }
});

Deno.test("parseHostKey() never takes a route for a host", () => {
  for (
    const route of ["api", "admin", "docs", "icon", "webhooks", "healthz", "readyz", "version", "metrics"]
  ) {
    equal(parseHostKey(route).ok, false, route);
  }
  for (const route of RESERVED_ROUTES) equal(parseHostKey(route).ok, false, route);
});
