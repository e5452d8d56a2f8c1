/** The account's MCP server and what is told of it, at a server that its operator started, over sockets. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import {
  ACCOUNT_SKILL,
  type SignedInAccount,
  signedInAccount,
} from "../support/library/signed_in_account.ts";
import { allowedCode, authorizationServer, exchangeForm } from "../support/sign_in/authorization_server.ts";
import { verifies } from "./verifies.ts";

const CALLBACK = "http://127.0.0.1:3999/callback";
const MINUTE_MS = 60_000;
const WELL_KNOWN = "/.well-known/oauth-protected-resource";
const LIST = { name: "list_library", arguments: {} };

async function rpc(url: string, method: string, params: unknown, token?: string): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
  });
}

async function statusOf(response: Response | Promise<Response>): Promise<number> {
  const { status, body } = await response;
  await body?.cancel();
  return status;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** Goes the whole way of an app; `more` joins its authorize request. */
async function authorized(
  { server: { issuer }, browser }: SignedInAccount,
  more: Readonly<Record<string, string>>,
): Promise<Tokens & { readonly client: string }> {
  const registered = await fetch(`${issuer}/api/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" }),
  });
  const { client_id: client } = await registered.json();
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client,
    redirect_uri: CALLBACK,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "s",
    ...more,
  });
  const answer = await browser.allow(`${issuer}/api/oauth/authorize?${query}`);
  const tokens = await form(`${issuer}/api/oauth/token`, {
    grant_type: "authorization_code",
    client_id: client,
    code: answer.searchParams.get("code") ?? "",
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });
  assert.equal(tokens.status, 200);
  return { ...await tokens.json(), client };
}

function form(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields) });
}

Deno.test(
  verifies(
    [
      "metadata.pr.account",
      "metadata.mcp_json",
      "oauth.metadata",
      "challenge.account",
      "challenge.account_tool",
      "acct.unauth.challenge",
      "acct.unauth.tool_body",
    ],
    "each name of the account's server has a document, which its challenge leads to, and a tool's own error beside it",
  ),
  async () => {
    await using at = await signedInAccount();
    const { publicUrl, issuer } = at.server;
    const documents = [
      [issuer, "", issuer],
      [issuer, "/api/mcp", `${issuer}/api/mcp`],
      [publicUrl, "/api/mcp", `${publicUrl}/api/mcp`],
    ] as const;
    for (const [origin, name, resource] of documents) {
      const response = await fetch(`${origin}${WELL_KNOWN}${name}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("access-control-allow-origin"), "*");
      assert.deepEqual(await response.json(), {
        resource,
        authorization_servers: [issuer],
        scopes_supported: ["registry:read"],
        bearer_methods_supported: ["header"],
      });
    }
    for (const path of [WELL_KNOWN, "/.well-known/mcp.json", "/.well-known/oauth-authorization-server"]) {
      assert.equal(
        await statusOf(fetch(publicUrl + path)),
        404,
        "no sign of it at the root of the addresses",
      );
    }
    const card = await (await fetch(`${issuer}/.well-known/mcp.json`)).json();
    assert.deepEqual(card.transport, { type: "streamable-http", endpoint: `${issuer}/` });
    assert.deepEqual(card.authentication, { required: true, schemes: ["bearer", "oauth2"] });
    const serverCard = await (await fetch(`${issuer}/.well-known/mcp/server-card.json`)).json();
    assert.equal(serverCard.remotes[0].url, `${issuer}/`);

    const names = [
      [`${issuer}/`, `${issuer}${WELL_KNOWN}`, issuer],
      [`${issuer}/api/mcp`, `${issuer}${WELL_KNOWN}/api/mcp`, `${issuer}/api/mcp`],
      [`${publicUrl}/api/mcp`, `${publicUrl}${WELL_KNOWN}/api/mcp`, `${publicUrl}/api/mcp`],
    ] as const;
    for (const [url, metadata, resource] of names) {
      const challenge = `Bearer resource_metadata="${metadata}", scope="registry:read"`;
      const initialize = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "t", version: "1" },
      };
      for (
        const [method, params] of [["initialize", initialize], ["tools/list", {}], [
          "tools/call",
          LIST,
        ]] as const
      ) {
        const response = await rpc(url, method, params);
        assert.equal(response.status, 401, method);
        assert.equal(response.headers.get("www-authenticate"), challenge);
        assert.equal(response.headers.get("cache-control"), "no-store");
        assert.equal((await response.json()).id, 7);
      }
      for (const method of ["GET", "DELETE"]) {
        const response = await fetch(url, { method, headers: { accept: "text/event-stream" } });
        assert.deepEqual([await statusOf(response), response.headers.get("www-authenticate")], [
          401,
          challenge,
        ]);
      }
      assert.equal((await (await fetch(metadata)).json()).resource, resource);
    }
    const textOf = async (params: unknown, token?: string) => {
      const response = await rpc(`${issuer}/api/mcp`, "tools/call", params, token);
      assert.equal(response.status, 401);
      const { result } = await response.json();
      assert.equal(result.isError, true);
      return result.content[0].text;
    };
    const skill = { owner: "acme", name: ACCOUNT_SKILL };
    for (const token of [undefined, "ot_x", "sk_live_x"]) {
      assert.equal(await textOf(LIST, token), '{"error":"Unauthorized"}');
      assert.equal(
        await textOf({ name: "get_skill", arguments: skill }, token),
        '{"error":"Skill not found"}',
      );
    }
    const bad = await rpc(`${issuer}/`, "ping", {}, "ot_x");
    assert.equal(await statusOf(bad), 401);
    assert.match(
      bad.headers.get("www-authenticate") ?? "",
      /^Bearer error="invalid_token", resource_metadata=/,
    );
  },
);

Deno.test(
  verifies(
    [
      "authorize.resource_default",
      "authorize.scope_write",
      "resource.audience",
      "resource.account_two_names",
      "resource.insufficient",
      "oauth.token_holds",
      "oauth.refresh_replay",
    ],
    "a token for any name of the account reads the library under all of them, writes nothing, and is good nowhere else",
  ),
  async () => {
    await using at = await signedInAccount();
    const { publicUrl, issuer } = at.server;
    const names = [`${issuer}/`, `${issuer}/api/mcp`, `${publicUrl}/api/mcp`];
    const address = `${publicUrl}/code/acme/private`;
    const asked = [{ resource: issuer }, { resource: `${publicUrl}/api/mcp` }, { scope: "registry:write" }];
    for (const more of asked) {
      const tokens = await authorized(at, more);
      assert.equal(tokens.scope, "registry:read");
      assert.equal(tokens.expires_in, 3600);
      for (const name of names) {
        const response = await rpc(name, "tools/call", LIST, tokens.access_token);
        assert.equal(response.status, 200, name);
        assert.match((await response.json()).result.content[0].text, new RegExp(`"name":"${ACCOUNT_SKILL}"`));
      }
      const files = new FormData();
      files.append("files", new File(["---\nname: x\ndescription: X.\n---\n"], "SKILL.md"));
      const write = await fetch(`${publicUrl}/api/v1/library`, {
        method: "POST",
        headers: { authorization: `Bearer ${tokens.access_token}` },
        body: files,
      });
      assert.equal(write.status, 403);
      const challenge = write.headers.get("www-authenticate") ?? "";
      assert.match(challenge, /^Bearer error="insufficient_scope"/);
      assert.match(challenge, /scope="registry:write"/);
      assert.equal((await write.json()).error.code, "auth.insufficient_scope");
      const elsewhere = await rpc(address, "tools/list", {}, tokens.access_token);
      assert.equal(await statusOf(elsewhere), 401, "an account's token at an address");
      assert.match(elsewhere.headers.get("www-authenticate") ?? "", /error="invalid_token"/);

      const refresh = (refresh_token: string) =>
        form(`${issuer}/api/oauth/token`, {
          grant_type: "refresh_token",
          client_id: tokens.client,
          refresh_token,
        });
      const renewed: Tokens = await (await refresh(tokens.refresh_token)).json();
      assert.equal(await statusOf(rpc(`${issuer}/`, "tools/call", LIST, renewed.access_token)), 200);
      assert.equal((await (await refresh(tokens.refresh_token)).json()).error, "invalid_grant");
      assert.equal(await statusOf(rpc(`${issuer}/`, "tools/call", LIST, renewed.access_token)), 401);
      assert.equal((await (await refresh(renewed.refresh_token)).json()).error, "invalid_grant");
    }
  },
);

Deno.test(
  verifies(
    [
      "keys.format",
      "keys.write_scope",
      "keys.listing",
      "keys.address",
      "keys.not_at_addresses",
      "keys.not_stored",
    ],
    "a key opens what it is for and nothing else, and cannot be had back from the store",
  ),
  async () => {
    await using at = await signedInAccount();
    const { publicUrl, issuer } = at.server;
    const reading = await at.admin("key", "create", "acme");
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    assert.equal(await statusOf(rpc(`${issuer}/`, "tools/call", LIST, reading)), 200);
    assert.equal(await statusOf(fetch(`${publicUrl}/api/v1/library`, bearer(reading))), 200);
    const publish = async (token: string) => {
      const files = new FormData();
      files.append("files", new File(["---\nname: x\ndescription: X.\n---\n"], "SKILL.md"));
      return await fetch(`${publicUrl}/api/v1/library`, { method: "POST", ...bearer(token), body: files });
    };
    const refused = await publish(reading);
    assert.equal(refused.status, 403);
    assert.match(refused.headers.get("www-authenticate") ?? "", /error="insufficient_scope"/);
    await refused.body?.cancel();
    assert.equal(await statusOf(publish(at.key)), 201);
    for (const address of ["/code/acme/private", "/code/acme/none"]) {
      const response = await rpc(publicUrl + address, "tools/list", {}, reading);
      assert.equal(await statusOf(response), 401, address);
      assert.match(response.headers.get("www-authenticate") ?? "", /error="invalid_token"/);
    }
    const listed = await at.admin("key", "list", "acme");
    for (const key of [reading, at.key]) {
      assert.ok(listed.includes(`sk_live_…${key.slice(-4)}`));
      assert.ok(!listed.includes(key.slice(8, -4)));
    }
    const addressKey = await at.admin("address-key", "create", "/code/acme/private");
    assert.match(addressKey, /^ak_live_/);
    assert.equal(await statusOf(rpc(`${issuer}/`, "tools/call", LIST, addressKey)), 401);
    assert.equal(await statusOf(rpc(`${publicUrl}/code/acme/other`, "tools/list", {}, addressKey)), 401);
    const atPlace = await rpc(`${publicUrl}/code/acme/private`, "tools/list", {}, addressKey);
    assert.ok(!(atPlace.headers.get("www-authenticate") ?? "").includes("invalid_token"));
    await atPlace.body?.cancel();

    const { access_token, refresh_token } = await authorized(at, {});
    const files = [at.kvPath, `${at.kvPath}-wal`].map((path) => Deno.readFile(path));
    const stored = (await Promise.all(files)).map((bytes) => Buffer.from(bytes).toString("latin1")).join();
    for (const secret of [reading, at.key, addressKey, access_token, refresh_token]) {
      assert.ok(!stored.includes(secret.slice(8, -4)), secret.slice(0, 8));
    }
    assert.ok(stored.includes("registry:write"), "the rows were looked at");
  },
);

Deno.test(
  verifies(
    ["oauth.lifetimes"],
    "an access token lasts an hour, and a refresh token thirty days from when it was given",
  ),
  async () => {
    using server = await authorizationServer();
    const browser = await server.signedIn();
    const client = await server.client();
    const { code } = await allowedCode(browser, client, { resource: null });
    const given: Tokens = await (await server.form("/api/oauth/token", exchangeForm(client, code))).json();
    assert.equal(given.expires_in, 3600);
    assert.equal(await server.whoHas(given.access_token), "access_token");
    server.clock.advance(61 * MINUTE_MS);
    assert.equal(await server.whoHas(given.access_token), "auth.invalid_token");
    const refresh = async (refresh_token: string) => {
      const fields = { grant_type: "refresh_token", client_id: client, refresh_token };
      return await (await server.form("/api/oauth/token", fields)).json();
    };
    const renewed: Tokens = await refresh(given.refresh_token);
    assert.equal(await server.whoHas(renewed.access_token), "access_token");
    server.clock.advance(31 * 24 * 60 * MINUTE_MS);
    assert.equal((await refresh(renewed.refresh_token)).error, "invalid_grant");
  },
);
