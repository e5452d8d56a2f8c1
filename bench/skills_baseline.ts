/**
 * What the skills extension is compared with: the SDK's own catalog of a directory that it holds in
 * memory, in pages of the same size, with JSON answers in both eras. Prints its port.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { memorySkillFiles, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";

const [directory = "."] = Deno.args;
const extension = await SkillsExtension.load(memorySkillFiles(await filesBelow(directory)), {
  pageSize: 20,
  cacheHint: { ttlMs: 60_000, cacheScope: "public" },
  onWarning: () => {},
});

const modern = createMcpHandler(newServer, { legacy: "reject" });
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
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
  extension.attach(mcp);
  return mcp;
}

async function filesBelow(root: string): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  const visit = async (prefix: string) => {
    for await (const { name, isDirectory, isFile } of Deno.readDir(`${root}/${prefix}`)) {
      if (isDirectory && name !== ".git") await visit(`${prefix}${name}/`);
      if (isFile) files[prefix + name] = await Deno.readFile(`${root}/${prefix}${name}`);
    }
  };
  await visit("");
  return files;
}
