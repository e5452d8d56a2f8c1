import assert from "node:assert/strict";
import { logLine } from "../../src/http/mod.ts";

Deno.test("logLine() tells a request in a few words, and everything else by its fields", () => {
  const request = { id: "r-1", method: "POST", route: "mcp", status: 200, ms: 12 };
  const table = [
    ["info", "request", { ...request, path: "/local/acme/library" }, "POST 200 12 ms /local/acme/library"],
    ["info", "request", request, "POST 200 12 ms mcp"],
    ["info", "index.ready", { host: "local", skills: 7 }, "index.ready host=local skills=7"],
    [
      "warn",
      "index.failed",
      { code: "internal", retryAt: null },
      "WARN index.failed code=internal retryAt=null",
    ],
    ["info", "stopping", undefined, "stopping"],
  ] as const;
  for (const [level, event, fields, line] of table) {
    assert.equal(logLine("12:00:01", level, event, fields), `12:00:01 ${line}`);
  }
});
