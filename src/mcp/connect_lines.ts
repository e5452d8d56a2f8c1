/** What a person pastes to connect an agent. */
export interface ConnectLines {
  readonly claudeCode: string;
  readonly vsCode: string;
}

/** Ready-to-paste commands of two common clients, quoted for a POSIX shell. */
export function connectLines(url: string): ConnectLines {
  const name = /\/([A-Za-z0-9_-]+)[^/]*$/.exec(new URL(url).pathname)?.[1] ?? "skills";
  return {
    claudeCode: `claude mcp add --transport http ${name} ${quoted(url)}`,
    vsCode: `code --add-mcp ${quoted(JSON.stringify({ name, type: "http", url }))}`,
  };
}

function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
