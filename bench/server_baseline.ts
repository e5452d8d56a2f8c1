/**
 * What the real server is compared with: one tool that returns a constant text, as the SDK's own
 * documentation builds it, with JSON answers in both eras. `PUT` sets the text. Prints its port.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { z } from "zod";

const INPUT = z.object({ path: z.string().optional(), query: z.string().optional() });
let text = "";

const modern = createMcpHandler(newServer, { legacy: "reject" });
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
  if (request.method === "PUT") {
    text = await request.text();
    return new Response(null, { status: 204 });
  }
  const parsedBody = await request.json();
  if (!await isLegacyRequest(request, parsedBody)) return await modern.fetch(request, { parsedBody });
  const mcp = newServer();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await mcp.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody });
  await mcp.close();
  return response;
});
console.log(server.addr.port);

function newServer(): McpServer {
  const mcp = new McpServer({ name: "baseline", version: "1" });
  mcp.registerTool("constant", { description: "Returns a text", inputSchema: INPUT }, () => ({
    content: [{ type: "text", text }],
  }));
  return mcp;
}
