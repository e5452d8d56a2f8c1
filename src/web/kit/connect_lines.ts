/** What a person pastes or opens to connect an agent. */
interface ConnectLines {
  /** What a client calls the connection. */
  readonly name: string;
  readonly claudeCode: string;
  readonly codex: string;
  readonly gemini: string;
  readonly vsCode: string;
  /** Opens Cursor with the server filled in. */
  readonly cursorLink: string;
  /** Opens VS Code with the server filled in. */
  readonly vsCodeLink: string;
  /** The file that most clients read, such as `mcp.json`. */
  readonly json: string;
}

/** Commands of common clients, quoted for a POSIX shell, and the links that two of them define. */
export function connectLines(url: string): ConnectLines {
  const name = /\/([A-Za-z0-9_-]+)[^/]*$/.exec(new URL(url).pathname)?.[1] ?? "skills";
  const server = { type: "http", url };
  return {
    name,
    claudeCode: `claude mcp add --transport http ${name} ${shellQuoted(url)}`,
    codex: `codex mcp add ${name} --url ${shellQuoted(url)}`,
    gemini: `gemini mcp add --transport http ${name} ${shellQuoted(url)}`,
    vsCode: `code --add-mcp ${shellQuoted(JSON.stringify({ name, ...server }))}`,
    // https://cursor.com/docs/mcp/install-links
    cursorLink: `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${
      encodeURIComponent(btoa(JSON.stringify({ url })))
    }`,
    // https://code.visualstudio.com/api/extension-guides/ai/mcp, "Create an MCP installation URL"
    vsCodeLink: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...server }))}`,
    json: JSON.stringify({ mcpServers: { [name]: server } }, null, 2),
  };
}

/** A word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
