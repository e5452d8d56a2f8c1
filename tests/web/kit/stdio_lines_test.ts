import assert from "node:assert/strict";
import { parse } from "yaml";
import { stdioLines } from "../../../src/web/kit/stdio_lines.ts";

const WORDS = ["npx", "-y", "skillmount@0.1.0", "stdio", '/home/me/it\'s "mine"/skills'];
const [command, ...args] = WORDS;

Deno.test("stdioLines() gives each client the file that it reads", () => {
  const lines = stdioLines("skills", WORDS);
  assert.deepEqual(JSON.parse(lines.mcpServers), { mcpServers: { skills: { command, args } } });
  assert.deepEqual(JSON.parse(lines.vsCode), { servers: { skills: { type: "stdio", command, args } } });
  assert.deepEqual(JSON.parse(lines.zed), { context_servers: { skills: { command, args, env: {} } } });
  assert.deepEqual(JSON.parse(lines.opencode), {
    mcp: { servers: { skills: { type: "local", command: WORDS } } },
  });
  assert.deepEqual(parse(lines.goose), {
    extensions: {
      skills: { type: "stdio", name: "skills", cmd: command, args, enabled: true, timeout: 300 },
    },
  });
  assert.deepEqual(parse(lines.libreChat), { mcpServers: { skills: { type: "stdio", command, args } } });
});

Deno.test("stdioLines() quotes what a shell would read", () => {
  assert.equal(
    stdioLines("skills", WORDS).claudeCode,
    `claude mcp add skills -- npx -y skillmount@0.1.0 stdio '/home/me/it'\\''s "mine"/skills'`,
  );
});

Deno.test("stdioLines() gives links that Cursor, VS Code and Goose read back as the command", () => {
  const words = [...WORDS, "ünï"];
  const { cursorLink, vsCodeLink, gooseLink } = stdioLines("skills", words);
  const config = new URL(cursorLink).searchParams.get("config") ?? "";
  assert.deepEqual(JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(config))), {
    command,
    args: words.slice(1),
  });
  assert.deepEqual(JSON.parse(decodeURIComponent(vsCodeLink.split("?")[1] ?? "")), {
    name: "skills",
    type: "stdio",
    command,
    args: words.slice(1),
  });
  const goose = new URL(gooseLink);
  assert.equal(goose.protocol + goose.host, "goose:extension");
  assert.deepEqual([goose.searchParams.get("cmd"), ...goose.searchParams.getAll("arg")], words);
  assert.equal(goose.searchParams.get("id"), "skills");
});
