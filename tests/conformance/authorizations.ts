/**
 * The authorization scenarios of the protocol's suite, and the Inspector, against a server that asks its people to
 * sign in. Somebody opens the URL that the program prints, allows, and follows where that leads.
 */
import { verifies } from "../requirements/verifies.ts";
import { freePort } from "../support/sign_in/account_server.ts";
import type { PersonsBrowser, PrivateDevServer } from "../support/sign_in/private_dev_server.ts";
import { type Outcome, peer, type PeerOptions } from "./peer.ts";

const REVISIONS = ["2025-11-25", "2026-07-28"] as const;
const ERAS = ["modern", "legacy"] as const;

export function authorizations(
  { issuer, address }: PrivateDevServer,
  person: PersonsBrowser,
): (() => Promise<Outcome>)[] {
  const suite = REVISIONS.flatMap((revision) =>
    [[], ["--resource", address.href]].map((resource) => async () => {
      const port = freePort();
      const client = await register(issuer, `http://127.0.0.1:${port}/callback`);
      const name = `${revision} authorization${resource.length > 0 ? " for a resource" : ""}`;
      return await peer(verifies(["dev.conformance"], name), /Total: 2 passed, 0 failed/, [
        "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12",
        "authorization",
        ...["--url", issuer, "--client-id", client, "--port", String(port), "--spec-version", revision],
        ...resource,
      ], allowing(person));
    })
  );
  const inspector = ERAS.map((era) => () =>
    inspectorSignsIn(
      `inspector ${era} signs in`,
      { url: address.href, era, tool: "browse_repo" },
      /walrus/,
      person,
    )
  );
  return [...suite, ...inspector];
}

/** The Inspector calls a tool at a server that it is to sign in to first. */
export async function inspectorSignsIn(
  name: string,
  { url, era, tool }: { readonly url: string; readonly era: string; readonly tool: string },
  expected: RegExp,
  person: PersonsBrowser,
): Promise<Outcome> {
  const home = await Deno.makeTempDir({ prefix: "skillmount-inspector-" });
  const environment = {
    MCP_STORAGE_DIR: home,
    MCP_INSPECTOR_SECRET_STORE: "memory",
    // It opens a browser only where nobody would watch the terminal.
    MCP_AUTO_OPEN_ENABLED: "true",
    BROWSER: "true",
  };
  try {
    return await peer(name, expected, [
      "npm:@modelcontextprotocol/inspector@2.12.0/inspector",
      "--cli",
      ...["--server-url", url, "--transport", "http", "--protocol-era", era],
      ...["--callback-url", `http://127.0.0.1:${freePort()}/oauth/callback`],
      ...["--method", "tools/call", "--tool-name", tool, "--tool-args-json", "{}"],
      ...["--format", "json", "--relogin"],
    ], { environment, ...allowing(person) });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** Allows what the program asks for, once. */
function allowing(person: PersonsBrowser): PeerOptions {
  let isAsked = false;
  return {
    hear(output) {
      const [, url] = /(http:\/\/localhost:\d+\/api\/oauth\/authorize\?\S+)\s/.exec(output) ?? [];
      if (url === undefined || isAsked) return;
      isAsked = true;
      void person.allow(url).then((back) => fetch(back)).then((answer) => answer.body?.cancel());
    },
  };
}

/** The id of a public client. */
async function register(issuer: string, callback: string): Promise<string> {
  const answer = await fetch(`${issuer}/api/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Conformance",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    }),
  });
  return (await answer.json()).client_id;
}
