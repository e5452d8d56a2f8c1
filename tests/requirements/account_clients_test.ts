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
