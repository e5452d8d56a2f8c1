import { classifyInboundRequest, type InboundClassificationOutcome } from "@modelcontextprotocol/server";

/**
 * Which era a body is of, by the SDK's schemas for messages and their envelopes. They go as deep as a body
 * is nested; null where the stack ends before it does.
 */
export function classify(headers: Headers, body: unknown): InboundClassificationOutcome | null {
  const revision = headers.get("mcp-protocol-version");
  const method = headers.get("mcp-method");
  try {
    return classifyInboundRequest({
      httpMethod: "POST",
      ...(revision !== null && { protocolVersionHeader: revision }),
      ...(method !== null && { mcpMethodHeader: method }),
      body,
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
