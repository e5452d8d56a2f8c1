import { shellQuoted } from "./connect_lines.ts";

/** What a person pastes or opens so that a client starts the server and speaks to it over stdin and stdout. */
interface StdioLines {
  readonly claudeCode: string;
  /** The file of Claude Desktop, Cursor, Cline and Windsurf, and `.mcp.json` of a project. */
  readonly mcpServers: string;
  readonly vsCode: string;
  readonly zed: string;
  readonly opencode: string;
  /** YAML. */
  readonly goose: string;
  /** YAML. */
  readonly libreChat: string;
  readonly cursorLink: string;
  readonly vsCodeLink: string;
  readonly gooseLink: string;
}

/** What a repository's AGENTS.md says of the server that its `.mcp.json` names. */
export const AGENTS_LINES = `## Skills

The MCP server in .mcp.json serves the skills of this repository. Before a task, search it with search_repo; if
a skill fits, call load_skill and follow it.
`;

/** How long Goose waits for an answer. Seconds. */
const GOOSE_SECONDS = 300;

/**
 * Configuration of common clients, each in the form of its own documentation, and the links that three define.
 *
 * @param words The command and its arguments.
 */
export function stdioLines(name: string, words: readonly string[]): StdioLines {
  const [command = "", ...args] = words;
  const server = { command, args };
  const typed = { type: "stdio", ...server };
  return {
    claudeCode: `claude mcp add ${name} -- ${words.map(shellQuoted).join(" ")}`,
    // https://modelcontextprotocol.io/docs/develop/connect-local-servers and each client's page about MCP
    mcpServers: json({ mcpServers: { [name]: server } }),
    // https://code.visualstudio.com/docs/copilot/reference/mcp-configuration
    vsCode: json({ servers: { [name]: typed } }),
    // https://zed.dev/docs/ai/mcp, "As Custom Servers"
    zed: json({ context_servers: { [name]: { ...server, env: {} } } }),
    // https://opencode.ai/docs/mcp-servers, version 2
    opencode: json({ mcp: { servers: { [name]: { type: "local", command: words } } } }),
    // https://block.github.io/goose/docs/getting-started/using-extensions, "Config Entry"
    goose: yaml("extensions", name, {
      type: "stdio",
      name,
      cmd: command,
      args,
      enabled: true,
      timeout: GOOSE_SECONDS,
    }),
    // https://www.librechat.ai/docs/configuration/librechat_yaml/object_structure/mcp_servers
    libreChat: yaml("mcpServers", name, typed),
    // https://cursor.com/docs/mcp/install-links
    cursorLink: `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${
      encodeURIComponent(base64(JSON.stringify(server)))
    }`,
    // https://code.visualstudio.com/api/extension-guides/ai/mcp, "Create an MCP installation URL"
    vsCodeLink: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...typed }))}`,
    // https://block.github.io/goose/docs/getting-started/using-extensions, "Deeplink"
    gooseLink: `goose://extension?${
      [
        ["cmd", command],
        ...args.map((arg) => ["arg", arg]),
        ["timeout", `${GOOSE_SECONDS}`],
        ["id", name],
        ["name", name],
        ["description", "Agent skills"],
      ].map(([key = "", value = ""]) => `${key}=${encodeURIComponent(value)}`).join("&")
    }`,
  };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Two levels of names and a mapping below; a text in JSON's quotes is one of YAML's. */
function yaml(above: string, name: string, members: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(members).map(([key, value]) => `    ${key}: ${JSON.stringify(value)}`);
  return [`${above}:`, `  ${JSON.stringify(name)}:`, ...lines].join("\n");
}

/** Of the UTF-8 bytes: a directory may have any name. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
