import assert from "node:assert/strict";
import { paramsProblem } from "../../src/mcp/params_problem.ts";

const CLIENT = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } };

Deno.test("paramsProblem() names the form that params must have, without what was sent", () => {
  for (
    const [method, params] of [
      ["initialize", undefined],
      ["initialize", { ...CLIENT, protocolVersion: 1 }],
      ["initialize", { ...CLIENT, clientInfo: "secret" }],
      ["tools/call", { name: "browse_repo", arguments: "secret" }],
      ["tools/call", { name: "browse_repo", arguments: ["secret"] }],
      ["tools/call", { name: 1 }],
      ["tools/call", null],
      ["prompts/get", { name: "use_skill", arguments: { path: 1 } }],
    ] as const
  ) {
    const problem = paramsProblem({ jsonrpc: "2.0", id: 1, method, params });
    assert.equal(problem?.code, "request.invalid");
    assert.match(problem?.reason ?? "", new RegExp(`^the params of ${method} must hold [a-zA-Z, ()]+$`));
  }
});

Deno.test("paramsProblem() has nothing against params of the right form, and leaves other methods alone", () => {
  for (
    const message of [
      { method: "initialize", params: { ...CLIENT, extra: 1 } },
      { method: "tools/call", params: { name: "browse_repo" } },
      { method: "tools/call", params: { name: "no such tool", arguments: { any: [1] } } },
      { method: "__proto__", params: 1 },
      { method: "ping" },
      { result: {} },
      [],
      null,
    ]
  ) assert.equal(paramsProblem(message), null);
});
