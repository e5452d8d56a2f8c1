import assert from "node:assert/strict";
import { headerProblem } from "../../../src/mcp/protocol/header_problem.ts";
import { routingHeaders } from "../../../src/mcp/protocol/routing_headers.ts";

const RIGHT = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "browse_repo" };
const CALL = { id: 1, method: "tools/call", params: { name: "browse_repo" } };

Deno.test("headerProblem() has nothing against headers that repeat the body, plainly or in Base64", () => {
  const read = { id: 1, method: "resources/read", params: { uri: "skill://é" } };
  for (
    const [headers, request] of [
      [RIGHT, CALL],
      [{ ...RIGHT, "mcp-name": "=?base64?YnJvd3NlX3JlcG8=?=" }, CALL],
      [{ ...RIGHT, "mcp-name": "=?base64?c2tpbGw6Ly/DqQ==?=" }, read],
      [{ ...RIGHT, "mcp-name": "anything" }, { ...CALL, method: "skills/get" }],
      [{ ...RIGHT, "mcp-name": "anything" }, { ...CALL, params: { name: 1 } }],
    ] as const
  ) assert.equal(headerProblem(routingHeaders(new Headers(headers)), request), null);
});

Deno.test("headerProblem() tells which header is missing or says something else than the body", () => {
  const { "mcp-protocol-version": _revision, ...unversioned } = RIGHT;
  const { "mcp-method": _method, ...unmethodical } = RIGHT;
  const { "mcp-name": _name, ...unnamed } = RIGHT;
  for (
    const [headers, says] of [
      [unversioned, /mcp-protocol-version is missing/],
      [unmethodical, /mcp-method is missing/],
      [unnamed, /mcp-name is missing/],
      [{ ...RIGHT, "mcp-name": "load_skill" }, /mcp-name is not the name of the params/],
      [{ ...RIGHT, "mcp-name": "=?base64?YnJvd3NlX3JlcG8?=" }, /not the Base64 form of a text/],
      [{ ...RIGHT, "mcp-name": "=?base64?/w==?=" }, /not the Base64 form of a text/],
    ] as const
  ) {
    const problem = headerProblem(routingHeaders(new Headers(headers)), CALL);
    assert.equal(problem?.code, -32020);
    assert.match(problem?.message ?? "", says);
  }
});
