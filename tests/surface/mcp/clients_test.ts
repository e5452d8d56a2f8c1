/** The clients of the official SDKs, both generations and both eras, over a real socket. */
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";

const SKILL = "marketing/skills/ad-copy/SKILL.md";
const IDENTITY = { name: "test", version: "1" };

/** What the test needs of a connected client. */
interface Connected {
  readonly revision: string | undefined;
  readonly instructions: string | undefined;
  readonly title: string | undefined;
  tools(): Promise<readonly string[]>;
  prompt(path: string): Promise<unknown>;
  call(
    name: string,
    args: Record<string, unknown>,
  ): Promise<{ readonly text: string; readonly isError: boolean }>;
  close(): Promise<void>;
}

async function connectSecond(url: URL, mode: "legacy" | "auto" | { pin: string }): Promise<Connected> {
  const client = new Client(IDENTITY, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url));
  return {
    revision: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    title: client.getServerVersion()?.title,
    tools: async () => (await client.listTools()).tools.map((tool: { name: string }) => tool.name),
    prompt: async (path) =>
      (await client.getPrompt({ name: "use_skill", arguments: { path } })).messages[0]?.content,
    call: async (name, args) => textOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

async function connectFirst(url: URL): Promise<Connected> {
  const client = new FirstClient(IDENTITY);
  const transport = new FirstTransport(url);
  await client.connect(transport);
  return {
    revision: transport.protocolVersion,
    instructions: client.getInstructions(),
    title: client.getServerVersion()?.title,
    tools: async () => (await client.listTools()).tools.map((tool: { name: string }) => tool.name),
    prompt: async (path) =>
      (await client.getPrompt({ name: "use_skill", arguments: { path } })).messages[0]?.content,
    call: async (name, args) => textOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

/** The clients' types of results differ; what travels is one text block. */
function textOf(result: { readonly content?: unknown; readonly isError?: unknown }) {
  const [block]: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
  assert(typeof block === "object" && block !== null && "text" in block && typeof block.text === "string");
  return { text: block.text, isError: result.isError === true };
}

const CLIENTS:
  readonly (readonly [name: string, revision: string, connect: (url: URL) => Promise<Connected>])[] = [
    ["the v1 client", "2025-11-25", connectFirst],
    ["the v2 client in the earlier era", "2025-11-25", (url) => connectSecond(url, "legacy")],
    ["the v2 client in the current era", "2026-07-28", (url) => connectSecond(url, { pin: "2026-07-28" })],
    ["the v2 client that chooses", "2026-07-28", (url) => connectSecond(url, "auto")],
  ];

for (const [name, revision, connect] of CLIENTS) {
  Deno.test(`${name} connects, discovers, loads and reads`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const client = await connect(new URL(`${server.listen()}/local/acme/library`));
    assert.equal(client.revision, revision);
    assert.match(client.instructions ?? "", /browse_repo/);
    assert.equal(client.title, "Acme library");
    assert.deepEqual(await client.tools(), ["browse_repo", "search_repo", "load_skill", "read_repo_file"]);

    assert.match((await client.call("browse_repo", {})).text, /marketing\/skills/);
    assert((await client.call("search_repo", { query: "short ads" })).text.includes(SKILL));
    assert.match((await client.call("load_skill", { path: SKILL })).text, /^Complete: false$/m);
    assert.match((await client.call("read_repo_file", { path: "docs/voice.md" })).text, /Plain words\./);
    assert.match(JSON.stringify(await client.prompt(SKILL)), /load_skill/);

    const wrong = await client.call("load_skill", { path: "ad-copy" });
    assert(wrong.isError);
    await assert.rejects(client.call("no_such_tool", {}), /-32602|no such tool/);
    await client.close();
  });

  Deno.test(`${name} is refused at an address that is not there`, async () => {
    await using server = await testServer({ files: LIBRARY });
    await assert.rejects(connect(new URL(`${server.listen()}/local/acme/nothing`)));
  });
}
