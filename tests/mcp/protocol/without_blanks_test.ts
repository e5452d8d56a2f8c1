import assert from "node:assert/strict";
import fc from "fast-check";
import { withoutBlanks } from "../../../src/mcp/protocol/without_blanks.ts";

Deno.test("withoutBlanks() takes out null and the empty cursor where params may be left out", () => {
  const meta = { "a/protocolVersion": "1", progressToken: null, "a/clientInfo": { name: "a", title: null } };
  for (
    const [sent, meant] of [
      [{ id: 1, params: null }, { id: 1 }],
      [{ id: 1, params: { cursor: null, uri: "a" } }, { id: 1, params: { uri: "a" } }],
      [{ id: 1, params: { cursor: "" } }, { id: 1, params: {} }],
      [{ params: { _meta: null, name: "a", arguments: null } }, { params: { name: "a" } }],
      [{ params: { _meta: meta } }, {
        params: { _meta: { "a/protocolVersion": "1", "a/clientInfo": { name: "a" } } },
      }],
    ]
  ) assert.deepEqual(withoutBlanks(sent), meant);
});

Deno.test("withoutBlanks() leaves everything else as it is", () => {
  for (
    const message of [
      null,
      "params",
      [{ params: null }],
      { id: null, method: null },
      { params: [null] },
      { params: "" },
      { params: { uri: "", name: "" } },
      { params: { arguments: { path: null, cursor: "" } } },
      { params: { _meta: { a: { b: { c: null } } } } },
      JSON.parse('{"__proto__":null,"params":{"__proto__":{"cursor":null}}}'),
    ]
  ) assert.deepEqual(withoutBlanks(message), message);
});

Deno.test("withoutBlanks() changes no message in which nothing is null or empty", () => {
  const isWhole = (json: string) => !/null|""/.test(json);
  fc.assert(fc.property(fc.json().filter(isWhole), fc.json().filter(isWhole), (params, meta) => {
    const message = { jsonrpc: "2.0", params: { ...Object(JSON.parse(params)), _meta: JSON.parse(meta) } };
    assert.equal(JSON.stringify(withoutBlanks(message)), JSON.stringify(message));
  }));
});
