import { Buffer } from "node:buffer";
import { type Implementation, SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { MCP_LIMITS } from "../../../contracts/limits.ts";

/** A result's bytes around its text and, where there is one, its identity; less what stands for them here. */
const BEFORE = jsonBytes({ content: [{ type: "text", text: 0 }], isError: true }) - 1;
const CURRENT = jsonBytes({
  content: [{ type: "text", text: 0 }],
  isError: true,
  resultType: "complete",
  _meta: { [SERVER_INFO_META_KEY]: 0 },
}) - 2;

/**
 * What the text of a tool result may take as a JSON string, its quotes counted, so that the whole
 * result stays within its bound (docs/design/mcp.md "Results and continuations"). UTF-8 bytes.
 *
 * @param identity What every result of revision 2026-07-28 has in its `_meta`; null before it.
 */
export function textBudget(identity: Implementation | null): number {
  const around = identity === null ? BEFORE : CURRENT + jsonBytes(identity);
  return MCP_LIMITS.resultBytes - around;
}

function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
