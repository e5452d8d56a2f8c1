import assert from "node:assert/strict";
import { verifies } from "../../requirements/verifies.ts";
import { MISSING, ORIGIN, privateServer, PUBLIC, SECRET, tokenFor, WORD } from "./_private_server.ts";

const METADATA = "/.well-known/oauth-protected-resource";

/** An answer as a stranger can compare it with another's, but for the name that was asked for. */
async function told(response: Response, name: string): Promise<unknown> {
  const headers = [...response.headers].filter(([key]) => key !== "x-request-id");
  const text = await response.text();
  assert.ok(!text.includes(WORD) && !JSON.stringify(headers).includes(WORD));
  return [response.status, JSON.stringify(headers).replaceAll(name, "NAME"), text.replaceAll(name, "NAME")];
}

const initialize = (server: Awaited<ReturnType<typeof privateServer>>, address: string, token?: string) =>
  server.mcp(address, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  }, token);

Deno.test(
  verifies(
    ["challenge.none", "challenge.missing_same"],
    "what is not public and what is missing ask for credentials in the same words",
  ),
  async () => {
    await using server = await privateServer();
    const answer = await initialize(server, SECRET);
    assert.equal(answer.status, 401);
    assert.equal(
      answer.headers.get("www-authenticate"),
      `Bearer resource_metadata="${ORIGIN}${METADATA}${SECRET}", scope="repo:read"`,
    );
    assert.deepEqual(await told(answer, SECRET), await told(await initialize(server, MISSING), MISSING));
    for (const method of ["GET", "DELETE"]) {
      const headers = { accept: "text/event-stream" };
      const [secret, missing] = await Promise.all(
        [SECRET, MISSING].map(async (address) =>
          await told(await server.fetch(new Request(ORIGIN + address, { method, headers })), address)
        ),
      );
      assert.deepEqual(secret, missing);
      assert.ok(Array.isArray(secret) && secret[0] === 401, method);
    }
    const shown = await server.fetch(
      new Request(ORIGIN + PUBLIC, { headers: { accept: "text/event-stream" } }),
    );
    assert.equal(shown.status, 405);
  },
);

Deno.test(
  verifies(
    ["challenge.invalid", "challenge.invalid_public", "resource.query_token"],
    "a token that is no good is named as such at every address",
  ),
  async () => {
    await using server = await privateServer();
    for (const address of [SECRET, MISSING, PUBLIC]) {
      const answer = await initialize(server, address, "ot_x");
      assert.equal(answer.status, 401, address);
      const challenge = answer.headers.get("www-authenticate") ?? "";
      assert.match(challenge, /^Bearer error="invalid_token", resource_metadata="[^"]+", scope="repo:read"$/);
      const url = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "";
      const document = await server.fetch(new Request(url));
      assert.equal(document.status, 200, address);
      assert.equal((await document.json()).resource, ORIGIN + address);
    }
    const inUrl = await server.mcp(`${SECRET}?access_token=${tokenFor("ada", SECRET)}`, "ping");
    assert.equal(inUrl.status, 401);
    assert.doesNotMatch(inUrl.headers.get("www-authenticate") ?? "", /error=/);
  },
);

Deno.test(
  verifies(
    ["challenge.public", "challenge.scheme"],
    "a public address asks for nothing, and credentials of another scheme are none",
  ),
  async () => {
    await using server = await privateServer();
    const shown = await initialize(server, PUBLIC);
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.get("www-authenticate"), null);
    const basic = { authorization: "Basic YWRhOmFkYQ==" };
    const refused = await server.get(`/api/v1/mounts${SECRET}`, basic);
    assert.equal(refused.status, 401);
    assert.doesNotMatch(refused.headers.get("www-authenticate") ?? "", /error=/);
    assert.equal((await server.get(`/api/v1/mounts${PUBLIC}`, basic)).status, 200);
  },
);

Deno.test(
  verifies(
    ["challenge.preflight"],
    "a preflight is never challenged, and pages of any origin can read a challenge",
  ),
  async () => {
    await using server = await privateServer();
    const origin = "https://client.example";
    const preflight = await server.fetch(
      new Request(ORIGIN + SECRET, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-headers": "authorization, mcp-protocol-version" },
      }),
    );
    // This server keeps to this machine, where no other origin has any business.
    assert.equal(preflight.headers.get("www-authenticate"), null);
    const own = await server.fetch(
      new Request(ORIGIN + SECRET, {
        method: "OPTIONS",
        headers: { "access-control-request-headers": "authorization" },
      }),
    );
    assert.equal(own.status, 204);
    assert.match(
      own.headers.get("access-control-allow-headers") ?? "",
      /authorization.*mcp-protocol-version/,
    );
    const answer = await initialize(server, SECRET);
    assert.equal(answer.headers.get("access-control-allow-origin"), "*");
    assert.match(answer.headers.get("access-control-expose-headers") ?? "", /www-authenticate/);
    assert.equal(answer.headers.get("cache-control"), "no-store");
  },
);

Deno.test(
  verifies([
    "metadata.pr.address",
    "metadata.pr.address_spelling",
    "metadata.pr.unknown_same",
    "challenge.metadata_url",
  ], "an address that is not public has a document at its own path, and so has one that is missing"),
  async () => {
    await using server = await privateServer();
    const challenge = (await initialize(server, SECRET)).headers.get("www-authenticate") ?? "";
    const url = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "";
    for (
      const path of [
        url.slice(ORIGIN.length),
        `${METADATA}/local/Acme/SECRET`,
        `${METADATA}${SECRET}@main:docs`,
      ]
    ) {
      const document = await server.get(path);
      assert.equal(document.status, 200, path);
      assert.equal(document.headers.get("cache-control"), "no-store");
      assert.equal(document.headers.get("access-control-allow-origin"), "*");
      assert.deepEqual(await document.json(), {
        resource: ORIGIN + path.slice(METADATA.length),
        authorization_servers: ["http://localhost"],
        scopes_supported: ["repo:read"],
        bearer_methods_supported: ["header"],
      });
    }
    assert.deepEqual(
      await told(await server.get(METADATA + SECRET), SECRET),
      await told(await server.get(METADATA + MISSING), MISSING),
    );
  },
);

Deno.test(
  verifies(
    ["metadata.pr.public_absent", "metadata.pr.as_copy"],
    "an address that everyone may read has no document, and no copy of the server's",
  ),
  async () => {
    await using server = await privateServer();
    const absent = await server.get(METADATA + PUBLIC);
    assert.equal(absent.status, 404);
    assert.match(absent.headers.get("content-type") ?? "", /^application\/json/);
    assert.equal((await server.get(`${METADATA}${PUBLIC}@missing`)).status, 404);
    const copy = await server.get(`/.well-known/oauth-authorization-server${SECRET}`);
    assert.deepEqual(await copy.json(), { issuer: "http://localhost" });
    assert.equal((await server.get(`/.well-known/oauth-authorization-server${PUBLIC}`)).status, 404);
  },
);

Deno.test(
  verifies(
    ["resource.ref", "resource.case", "resource.rest"],
    "a token is good at its own address alone, in every letter case that is the same",
  ),
  async () => {
    await using server = await privateServer();
    const token = tokenFor("ada", SECRET);
    const statusAt = async (address: string) => (await initialize(server, address, token)).status;
    assert.equal(await statusAt(SECRET), 200);
    assert.equal(await statusAt("/local/Acme/Secret"), 200);
    for (const other of [PUBLIC, MISSING, `${SECRET}@main`, `${SECRET}/walrus`]) {
      assert.equal(await statusAt(other), 401, other);
      const rest = await server.get(`/api/v1/browse${other}`, { authorization: `Bearer ${token}` });
      assert.equal(rest.status, 401, other);
      assert.match(rest.headers.get("www-authenticate") ?? "", /error="invalid_token"/);
    }
    const rest = await server.get(`/api/v1/mounts${SECRET}`, { authorization: `Bearer ${token}` });
    assert.equal(rest.status, 200);
  },
);

Deno.test("where nobody can sign in nothing is asked for, and what is not public is not found", async () => {
  await using server = await privateServer({ challenges: false });
  const answer = await initialize(server, SECRET);
  assert.equal(answer.status, 404);
  assert.equal(answer.headers.get("www-authenticate"), null);
  assert.equal((await server.get(METADATA + SECRET)).status, 404);
});
