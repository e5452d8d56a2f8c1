/** Other people's clients on the account's server, with a key and with a sign-in, in both eras. */
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { UnauthorizedError as FirstUnauthorized } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  ACCOUNT_SKILL,
  type SignedInAccount,
  signedInAccount,
} from "../support/library/signed_in_account.ts";
import { clientProvider, outlivesItsToken } from "../support/sign_in/client_provider.ts";

const CALLBACK = "http://127.0.0.1:3999/callback";
const ANSWER = new RegExp(ACCOUNT_SKILL);
const LIST = { name: "list_library", arguments: {} };
const NAMED = { name: "flow", version: "1" };

Deno.test("both generations of the SDK read the library in both eras, with a key alone and by signing in", async () => {
  await using at = await signedInAccount();
  await withKey(at);
  await signingIn(at);
  await signingInAsBefore(at);
  await signingInForSet(at);
});

async function withKey({ server: { issuer, publicUrl }, key }: SignedInAccount): Promise<void> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const content = { name: "get_skill_content", arguments: { owner: "acme", name: ACCOUNT_SKILL } };
  for (const name of [`${issuer}/`, `${publicUrl}/api/mcp`]) {
    const url = new URL(name);
    for (const mode of ["legacy", { pin: "2026-07-28" }] as const) {
      const client = new Client(NAMED, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      assert.equal(client.getProtocolEra(), mode === "legacy" ? "legacy" : "modern");
      assert.equal((await client.listTools()).tools.length, 4);
      assert.match(JSON.stringify(await client.callTool(LIST)), ANSWER);
      assert.match(JSON.stringify(await client.callTool(content)), /Do it\./);
      const { resources } = await client.listResources();
      const read = await client.readResource({ uri: resources[0]?.uri ?? "" });
      assert.match(JSON.stringify(read), ANSWER);
      await client.close();
    }
    const first = new FirstClient(NAMED);
    await first.connect(new FirstTransport(url, { requestInit }));
    assert.match(JSON.stringify(await first.callTool(LIST)), ANSWER);
    await first.close();
  }
}

/** By itself, once its person has said yes; and again with a token that died, five calls at once. */
async function signingIn({ server: { issuer }, browser }: SignedInAccount): Promise<void> {
  const url = new URL(`${issuer}/`);
  const flow = clientProvider(CALLBACK, (authorize) => browser.allow(authorize.href));
  const { provider, kept, codeOf } = flow;
  const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
  await assert.rejects(new Client(NAMED).connect(first), UnauthorizedError);
  await first.finishAuth(codeOf(), kept.answer?.searchParams.get("iss") ?? undefined);
  const client = new Client(NAMED);
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
  const list = async () => JSON.stringify(await client.callTool(LIST));
  assert.match(await list(), ANSWER);
  await outlivesItsToken(list, ANSWER, flow);
  await client.close();
}

/** The previous generation, at the endpoint beside the addresses. */
async function signingInAsBefore({ server: { publicUrl }, browser }: SignedInAccount): Promise<void> {
  const url = new URL(`${publicUrl}/api/mcp`);
  const flow = clientProvider(CALLBACK, (authorize) => browser.allow(authorize.href));
  const { provider, codeOf } = flow;
  const first = new FirstTransport(url, { authProvider: provider });
  await assert.rejects(new FirstClient(NAMED).connect(first), FirstUnauthorized);
  await first.finishAuth(codeOf());
  const client = new FirstClient(NAMED);
  await client.connect(new FirstTransport(url, { authProvider: provider }));
  const list = async () => JSON.stringify(await client.callTool(LIST));
  assert.match(await list(), ANSWER);
  await outlivesItsToken(list, ANSWER, flow);
  await client.close();
}

/** A set with what its account alone may read is a resource of its own, and its tokens are for nothing else. */
async function signingInForSet(
  { server: { issuer, publicUrl }, browser, key }: SignedInAccount,
): Promise<void> {
  const made = await fetch(`${publicUrl}/api/v1/sets/closed`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ members: [{ skill: `acme/${ACCOUNT_SKILL}` }] }),
  });
  assert.equal(made.status, 200, await made.text());
  const url = new URL(`${publicUrl}/sets/acme/closed`);
  const documents = await Promise.all(["closed", "none"].map(async (name) => {
    const resource = `${publicUrl}/sets/acme/${name}`;
    const document = await fetch(resource.replace("/sets/", "/.well-known/oauth-protected-resource/sets/"));
    const { resource: told, ...rest } = await document.json();
    assert.equal(told, resource);
    return rest;
  }));
  assert.deepEqual(documents[0], {
    authorization_servers: [issuer],
    scopes_supported: ["registry:read"],
    bearer_methods_supported: ["header"],
  });
  assert.deepEqual(documents[1], documents[0], "whether there is a set is not told");
  const flow = clientProvider(CALLBACK, (authorize) => browser.allow(authorize.href));
  const { provider, codeOf } = flow;
  const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
  await assert.rejects(new Client(NAMED).connect(first), UnauthorizedError);
  await first.finishAuth(codeOf(), flow.kept.answer?.searchParams.get("iss") ?? undefined);
  const client = new Client(NAMED);
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
  const browse = async () => JSON.stringify(await client.callTool({ name: "browse_repo", arguments: {} }));
  assert.match(await browse(), ANSWER);
  await outlivesItsToken(browse, ANSWER, flow);
  await client.close();

  const earlier = clientProvider(CALLBACK, async (authorize) => {
    const forNone = new URL(authorize);
    forNone.searchParams.set("resource", `${publicUrl}/sets/acme/none`);
    const page = await (await browser.get(forNone.href)).text();
    assert.match(page, /This cannot be opened/, "nobody is asked to allow what is not there");
    return await browser.allow(authorize.href);
  });
  const second = new FirstTransport(url, { authProvider: earlier.provider });
  await assert.rejects(new FirstClient(NAMED).connect(second), FirstUnauthorized);
  await second.finishAuth(earlier.codeOf());
  const before = new FirstClient(NAMED);
  await before.connect(new FirstTransport(url, { authProvider: earlier.provider }));
  assert.match(JSON.stringify(await before.callTool({ name: "browse_repo", arguments: {} })), ANSWER);
  await before.close();

  const tokens = await earlier.provider.tokens();
  const statusOf = async (place: string, token: string) => {
    const response = await fetch(place, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });
    await response.body?.cancel();
    return response.status;
  };
  const token = tokens?.access_token ?? "";
  assert.equal(await statusOf(url.href, token), 200);
  for (const place of [`${issuer}/`, `${publicUrl}/sets/acme/other`]) {
    assert.equal(await statusOf(place, token), 401, place);
  }
}
