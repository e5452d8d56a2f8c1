import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { isLoopback } from "../../../contracts/loopback.ts";
import { visibleText } from "../../render/mod.ts";
import { connectLines } from "./connect_lines.ts";

/** Text to be copied: selectable in one go, and with a button where scripts run. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="copyable">
      <code>{raw(visibleText(text).replaceAll("/", "/<wbr>"))}</code>
      <button type="button" class="copy" data-copy={text} aria-label={`Copy ${label}`}>Copy</button>
    </div>
  );
}

/**
 * How to connect an agent to an address.
 *
 * @param origin What the URL starts with; null where this server does not know how it is reached.
 */
export function ConnectPanel({ origin, address, title = "Connect" }: {
  readonly origin: string | null;
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
        : <Clients origin={origin} url={origin + address} />}
    </section>
  );
}

function Clients({ origin, url }: { readonly origin: string; readonly url: string }) {
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
      <Client name="Cursor">
        <p>
          <a class="button" href={lines.cursorLink}>Add to Cursor</a>
        </p>
        <p>
          Or paste this into <code>.cursor/mcp.json</code>:
        </p>
        <Copyable text={lines.json} label="the configuration for Cursor" />
      </Client>
      <Client name="VS Code">
        <p>
          <a class="button" href={lines.vsCodeLink}>Add to VS Code</a>
        </p>
        <p>Or run:</p>
        <Copyable text={lines.vsCode} label="the command for VS Code" />
      </Client>
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
    </>
  );
}

function Client({ name, open = false, children }: {
  readonly name: string;
  readonly open?: boolean;
  readonly children: Child;
}) {
  return (
    <details class="client" name="client" open={open}>
      <summary>{name}</summary>
      <div class="client-steps">{children}</div>
    </details>
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
