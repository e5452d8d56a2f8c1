import assert from "node:assert/strict";
import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { textBudget } from "../../../src/mcp/protocol/text_budget.ts";

const LIMIT = 24_576;

function bytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

Deno.test("textBudget() leaves a whole result of either era exactly its bound", () => {
  const identity = { name: "skillmount", version: "1", title: 'Über "x"', description: "語" };
  const before = { content: [{ type: "text", text: "x".repeat(textBudget(null) - 2) }], isError: true };
  assert.equal(bytes(before), LIMIT);
  const current = {
    content: [{ type: "text", text: "x".repeat(textBudget(identity) - 2) }],
    isError: true,
    resultType: "complete",
    _meta: { [SERVER_INFO_META_KEY]: identity },
  };
  assert.equal(bytes(current), LIMIT);
});
