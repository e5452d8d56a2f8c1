import assert from "node:assert/strict";
import { FORMS, readParams } from "../../../src/mcp/protocol/params.ts";

const CLIENT = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } };

Deno.test("readParams() names the form that params must have, without what was sent", () => {
  for (
    const [form, params] of [
      ["initialize", undefined],
      ["initialize", { ...CLIENT, protocolVersion: 1 }],
      ["initialize", { ...CLIENT, clientInfo: "secret" }],
      ["initialize", { ...CLIENT, capabilities: ["secret"] }],
      ["tool", { name: "browse_repo", arguments: "secret" }],
      ["tool", { name: "browse_repo", arguments: ["secret"] }],
      ["tool", { name: 1 }],
      ["tool", null],
      ["prompt", { name: "use_skill", arguments: { path: 1 } }],
      ["list", { cursor: 1 }],
      ["list", { cursor: "" }],
      ["resource", {}],
      ["resource", { uri: "x".repeat(32_769) }],
      ["directory", { uri: "skill://a", cursor: ["secret"] }],
      ["subscription", {}],
      ["subscription", { notifications: { resourceSubscriptions: "secret" } }],
    ] as const
  ) {
    const read = readParams<unknown>(FORMS[form], "some/method", params);
    assert(!read.ok);
    assert.equal(read.error.code, "request.invalid");
    assert.match(read.error.reason ?? "", /^the params of some\/method must hold [a-zA-Z0-9, ()]+$/);
    assert.doesNotMatch(read.error.reason ?? "", /secret/);
  }
});

Deno.test("readParams() has nothing against params of the right form, whatever else is in them", () => {
  for (
    const [form, params] of [
      ["none", { any: [1] }],
      ["none", undefined],
      ["initialize", { ...CLIENT, extra: 1 }],
      ["tool", { name: "browse_repo" }],
      ["tool", { name: "no such tool", arguments: { any: [1] }, _meta: {} }],
      ["list", undefined],
      ["resource", { uri: "skill://a", cursor: 1 }],
      ["subscription", { notifications: { toolsListChanged: true, resourceSubscriptions: ["a:b"] } }],
    ] as const
  ) assert(readParams<unknown>(FORMS[form], "some/method", params).ok, form);
});
