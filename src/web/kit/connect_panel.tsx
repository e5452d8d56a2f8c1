import { isLoopback } from "../../../contracts/loopback.ts";
import { Client, Copyable, LinkedClient } from "./client_steps.tsx";
import { connectLines } from "./connect_lines.ts";
import type { Frame } from "./layout.tsx";
import { StdioClients } from "./stdio_clients.tsx";
import { AGENTS_LINES, stdioLines } from "./stdio_lines.ts";

/** How to connect an agent to an address. */
export function ConnectPanel({ frame: { origin, version, stdioOf }, address, title = "Connect" }: {
  readonly frame: Pick<Frame, "origin" | "version" | "stdioOf">;
  readonly address: string;
  readonly title?: string;
}) {
  return (
    <section class="connect" aria-labelledby="connect">
      <h2 id="connect">{title}</h2>
      {origin === null
        ? (
          <p>
            The address of this page, as your browser shows it and without anything behind a{" "}
            <code>?</code>, is an MCP server. Give it to your agent.
          </p>
        )
        : (
          <Clients
            origin={origin}
            url={origin + address}
            version={version}
            stdio={stdioOf?.(address) ?? bridgeWords(origin, version, address)}
          />
        )}
    </section>
  );
}

/** What carries a client that speaks over stdin and stdout to an address on the internet; null: it is on none. */
function bridgeWords(origin: string, version: string, address: string): readonly string[] | null {
  if (isLoopback(new URL(origin).hostname)) return null;
  return ["npx", "-y", `skillmount@${version}`, "stdio", origin + address];
}

function Clients({ origin, url, version, stdio }: {
  readonly origin: string;
  readonly url: string;
  readonly version: string;
  readonly stdio: readonly string[] | null;
}) {
  const lines = connectLines(url);
  const near = isLoopback(new URL(origin).hostname);
  return (
    <>
      <p>This URL is an MCP server. Give it to your agent:</p>
      <Copyable text={url} label="the URL" />
      <Client name="Claude Code" open>
        <Copyable text={lines.claudeCode} label="the command for Claude Code" />
      </Client>
      <Client name="Claude">
        {near ? <OnlyNear client="Claude" /> : (
          <ol>
            <li>
              Open <a href="https://claude.ai/settings/connectors" rel="noreferrer">Settings → Connectors</a>
              {" "}
              and choose <b>Add custom connector</b>.
            </li>
            <li>Paste the URL above and add it. No sign-in is needed.</li>
            <li>
              In a chat, switch it on under <b>+</b> → <b>Connectors</b>.
            </li>
          </ol>
        )}
      </Client>
      <Client name="ChatGPT">
        {near ? <OnlyNear client="ChatGPT" /> : (
          <ol>
            <li>
              Under <b>Settings → Apps &amp; Connectors → Advanced settings</b>, switch on{" "}
              <b>Developer mode</b>.
            </li>
            <li>
              Back in <b>Apps &amp; Connectors</b>, choose{" "}
              <b>Create</b>, paste the URL above and set authentication to <b>No authentication</b>.
            </li>
            <li>
              In a chat, pick it from the <b>+</b> menu.
            </li>
          </ol>
        )}
      </Client>
      <LinkedClient
        name="Cursor"
        link={lines.cursorLink}
        text={lines.json}
        label="the configuration for Cursor"
      >
        Or paste this into <code>.cursor/mcp.json</code>:
      </LinkedClient>
      <LinkedClient
        name="VS Code"
        link={lines.vsCodeLink}
        text={lines.vsCode}
        label="the command for VS Code"
      >
        Or run:
      </LinkedClient>
      <Client name="Codex CLI">
        <Copyable text={lines.codex} label="the command for Codex CLI" />
      </Client>
      <Client name="Gemini CLI">
        <Copyable text={lines.gemini} label="the command for Gemini CLI" />
      </Client>
      <Client name="Any client">
        <p>
          Transport: <b>Streamable HTTP</b>. Authentication: none. Most clients read a file like this:
        </p>
        <Copyable text={lines.json} label="the configuration" />
      </Client>
      {stdio !== null && <StdioClients name={lines.name} words={stdio} />}
      {near && stdio !== null && <Contributors name={lines.name} version={version} />}
    </>
  );
}

/** Such a client connects from its maker's machines. */
function OnlyNear({ client }: { readonly client: string }) {
  return (
    <p>
      {client}{" "}
      connects from its own servers, which cannot reach this machine. Use an agent that runs here, such as
      Claude Code, or a deployment with a public URL.
    </p>
  );
}

/** What a repository says to who works on it; both files belong to it, so that nothing in them is of one machine. */
function Contributors({ name, version }: { readonly name: string; readonly version: string }) {
  const words = ["npx", "-y", `skillmount@${version}`, "stdio", "."];
  return (
    <Client name="Contributors of this repository">
      <p>
        Saved as <code>.mcp.json</code> at its root, this serves its skills to everyone who works on it:
      </p>
      <Copyable text={stdioLines(name, words).mcpServers} label="the configuration of a repository" />
      <p>
        And in <code>AGENTS.md</code>:
      </p>
      <Copyable text={AGENTS_LINES} label="the lines for AGENTS.md" />
    </Client>
  );
}
