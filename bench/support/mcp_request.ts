/** A whole HTTP/1.1 request of any MCP method, as a client of the era sends it. */
export function mcpRequest(
  era: "legacy" | "modern",
  { host, pathname }: URL,
  method: string,
  given: Readonly<Record<string, unknown>>,
): Uint8Array {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { ...given, ...(era === "modern" && { _meta }) };
  const body = new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  const name = method === "resources/read" ? given.uri : given.name;
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `Content-Length: ${body.length}`,
    ...(era === "modern"
      ? ["MCP-Protocol-Version: 2026-07-28", `Mcp-Method: ${method}`]
      : ["MCP-Protocol-Version: 2025-11-25"]),
    ...(era === "modern" && typeof name === "string" ? [`Mcp-Name: ${name}`] : []),
    "\r\n",
  ].join("\r\n");
  return new Uint8Array([...new TextEncoder().encode(head), ...body]);
}
