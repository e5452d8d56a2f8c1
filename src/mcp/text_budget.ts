import { type Implementation, SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { MCP_LIMITS } from "../../contracts/limits.ts";

const encoder = new TextEncoder();

/**
 * What the text of a tool result may take as a JSON string, its quotes counted, so that the whole
 * result stays within its bound (seed "Results and continuations"). UTF-8 bytes.
 *
 * @param identity What the SDK puts into `_meta` of every result of revision 2026-07-28; null before it.
 */
export function textBudget(identity: Implementation | null): number {
  const envelope = {
    content: [{ type: "text", text: 0 }],
    isError: true,
    ...(identity !== null && {
      resultType: "complete",
      _meta: { [SERVER_INFO_META_KEY]: identity },
    }),
  };
  return MCP_LIMITS.resultBytes - encoder.encode(JSON.stringify(envelope)).length + 1;
}
