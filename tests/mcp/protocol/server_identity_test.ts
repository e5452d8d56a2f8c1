import assert from "node:assert/strict";
import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { serverIdentity } from "../../../src/mcp/protocol/server_identity.ts";

const LIMIT = 24_576;

function bytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

Deno.test("serverIdentity() leaves the text of a whole result of either era exactly its bound", () => {
  const info = { name: "skillmount", version: "1", title: 'Über "x"', description: "語" };
  const { textBudget, afterErrorText } = serverIdentity(info);
  const before = { content: [{ type: "text", text: "x".repeat(textBudget.legacy - 2) }], isError: true };
  assert.equal(bytes(before), LIMIT);
  const current = {
    content: [{ type: "text", text: "x".repeat(textBudget.modern - 2) }],
    isError: true,
    resultType: "complete",
    _meta: { [SERVER_INFO_META_KEY]: info },
  };
  assert.equal(bytes(current), LIMIT);
  for (const [era, result] of [["legacy", before], ["modern", current]] as const) {
    const text = JSON.stringify(result.content[0]?.text);
    const start = '{"result":{"content":[{"type":"text","text":';
    assert.deepEqual(JSON.parse(start + text + afterErrorText[era]), { result });
  }
});
