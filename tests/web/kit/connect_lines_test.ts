import assert from "node:assert/strict";
import { connectLines } from "../../../src/web/mod.ts";

const URL_ = "http://127.0.0.1:8000/local/examples/library";

Deno.test("connectLines() gives commands that can be pasted as they are", () => {
  const { claudeCode, codex, gemini, vsCode, name } = connectLines(URL_);
  assert.deepEqual({ claudeCode, codex, gemini, vsCode, name }, {
    claudeCode: `claude mcp add --transport http library ${URL_}`,
    codex: `codex mcp add library --url ${URL_}`,
    gemini: `gemini mcp add --transport http library ${URL_}`,
    vsCode: `code --add-mcp '{"name":"library","type":"http","url":"${URL_}"}'`,
    name: "library",
  });
});

Deno.test("connectLines() gives links that Cursor and VS Code read back as the server", () => {
  const { cursorLink, vsCodeLink } = connectLines(URL_);
  const cursor = new URL(cursorLink);
  assert.equal(cursor.href.split("?")[0], "cursor://anysphere.cursor-deeplink/mcp/install");
  assert.equal(cursor.searchParams.get("name"), "library");
  assert.deepEqual(JSON.parse(atob(cursor.searchParams.get("config") ?? "")), { url: URL_ });
  const [scheme, config = ""] = vsCodeLink.split("?");
  assert.equal(scheme, "vscode:mcp/install");
  assert.deepEqual(JSON.parse(decodeURIComponent(config)), { name: "library", type: "http", url: URL_ });
});

Deno.test("connectLines() quotes what a shell would read, and names the client's entry plainly", () => {
  const url = "https://skills.example/gh/acme/library@a'b;$(x)/%E8%AA%9E";
  const lines = connectLines(url);
  const quoted = `'https://skills.example/gh/acme/library@a'\\''b;$(x)/%E8%AA%9E'`;
  assert.equal(lines.claudeCode, `claude mcp add --transport http skills ${quoted}`);
  assert.equal(lines.codex, `codex mcp add skills --url ${quoted}`);
  assert.equal(lines.gemini, `gemini mcp add --transport http skills ${quoted}`);
  assert(lines.vsCode.startsWith("code --add-mcp '") && lines.vsCode.endsWith("'"));
  assert.deepEqual(JSON.parse(lines.json), { mcpServers: { skills: { type: "http", url } } });
});
