import { Client, Copyable, LinkedClient } from "./client_steps.tsx";
import { stdioLines } from "./stdio_lines.ts";

/** How clients are set up that start a server and speak to it over stdin and stdout. */
export function StdioClients({ name, words }: { readonly name: string; readonly words: readonly string[] }) {
  const lines = stdioLines(name, words);
  return (
    <>
      <h3>Clients that start their server</h3>
      <p>They speak to it over stdin and stdout, and need no open port.</p>
      <Client name="Claude Desktop">
        <p>
          <b>Settings → Developer → Edit Config</b> opens{" "}
          <code>claude_desktop_config.json</code>. Add this and start the app again:
        </p>
        <Copyable text={lines.mcpServers} label="the configuration for Claude Desktop" />
      </Client>
      <LinkedClient
        name="Cursor, over stdio"
        app="Cursor"
        link={lines.cursorLink}
        text={lines.mcpServers}
        label="the configuration for Cursor over stdio"
      >
        Or paste this into <code>.cursor/mcp.json</code>:
      </LinkedClient>
      <LinkedClient
        name="VS Code, over stdio"
        app="VS Code"
        link={lines.vsCodeLink}
        text={lines.vsCode}
        label="the configuration for VS Code over stdio"
      >
        Or paste this into <code>.vscode/mcp.json</code>:
      </LinkedClient>
      <Client name="Zed">
        <p>
          <b>zed: open settings file</b> in the command palette; add this:
        </p>
        <Copyable text={lines.zed} label="the configuration for Zed" />
      </Client>
      <Client name="Cline">
        <p>
          <b>MCP Servers → Configure → Configure MCP Servers</b> opens{" "}
          <code>cline_mcp_settings.json</code>. Add this:
        </p>
        <Copyable text={lines.mcpServers} label="the configuration for Cline" />
      </Client>
      <Client name="Windsurf">
        <p>
          Add this to <code>~/.codeium/windsurf/mcp_config.json</code>:
        </p>
        <Copyable text={lines.mcpServers} label="the configuration for Windsurf" />
      </Client>
      <LinkedClient
        name="Goose"
        link={lines.gooseLink}
        text={lines.goose}
        label="the configuration for Goose"
      >
        Or add this to <code>~/.config/goose/config.yaml</code>:
      </LinkedClient>
      <Client name="opencode">
        <p>
          Add this to <code>opencode.json</code>:
        </p>
        <Copyable text={lines.opencode} label="the configuration for opencode" />
      </Client>
      <Client name="LibreChat">
        <p>
          Add this to <code>librechat.yaml</code>:
        </p>
        <Copyable text={lines.libreChat} label="the configuration for LibreChat" />
      </Client>
    </>
  );
}
