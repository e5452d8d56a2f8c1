import assert from "node:assert/strict";
import { verifies } from "../../requirements/verifies.ts";
import { message, post } from "../mcp.ts";
import {
  MISSING,
  ORIGIN,
  type PrivateServer,
  privateServer,
  PUBLIC,
  SECRET,
  tokenFor,
  TTL_SECONDS,
  WORD,
} from "./_private_server.ts";

const ADA = { authorization: `Bearer ${tokenFor("ada", SECRET)}` };
const BOB = { authorization: `Bearer ${tokenFor("bob", SECRET)}` };

/** Every way to ask for something of an address without writing. */
const ROUTES: readonly ((address: string) => Request)[] = [
  (address) => new Request(`${ORIGIN}${address}`, { headers: { accept: "text/html" } }),
  (address) => new Request(`${ORIGIN}${address}?skill=walrus/SKILL.md`, { headers: { accept: "text/html" } }),
  (address) => new Request(`${ORIGIN}/api/v1/mounts${address}`),
  (address) => new Request(`${ORIGIN}/api/v1/browse${address}`),
  (address) => new Request(`${ORIGIN}/api/v1/search${address}?query=walrus`),
  (address) => new Request(`${ORIGIN}/api/v1/skills${address}?path=walrus/SKILL.md`),
  (address) => new Request(`${ORIGIN}/api/v1/files${address}?path=walrus/SKILL.md`),
  (address) => new Request(`${ORIGIN}/api/v1/raw${address}?path=walrus/SKILL.md`),
  (address) => new Request(`${ORIGIN}/api/v1/archive${address}?path=walrus/SKILL.md`),
  (address) => new Request(`${ORIGIN}/api/v1/badge${address}`),
  (address) => new Request(`${ORIGIN}/icon${address}`),
  (address) => new Request(`${ORIGIN}${address}/.well-known/agent-skills/index.json`),
  (address) => new Request(`${ORIGIN}${address}/.well-known/skills/index.json`),
  (address) => new Request(`${ORIGIN}${address}/.well-known/agent-skills/walrus/SKILL.md`),
  (address) => message("legacy", ORIGIN + address, { method: "tools/call", params: BROWSE }),
  (address) => message("modern", ORIGIN + address, { method: "tools/call", params: BROWSE }),
  (address) => message("modern", ORIGIN + address, { method: "server/discover" }),
  (address) => message("modern", ORIGIN + address, { method: "skills/list" }),
  (address) =>
    message("modern", ORIGIN + address, {
      method: "resources/read",
      params: { uri: "skill://local/acme/secret/walrus/SKILL.md" },
    }),
  (address) => post(ORIGIN + address, [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: BROWSE }]),
];

const BROWSE = { name: "browse_repo", arguments: {} };

async function ask(server: PrivateServer, request: Request, headers: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  return await server.fetch(request);
}

/** An answer with its names taken out, to be compared with another's. */
async function told(response: Response, name: string): Promise<readonly [number, string, string]> {
  const headers = [...response.headers].filter(([key]) => key !== "x-request-id");
  const bare = (text: string) => text.replaceAll(name, "NAME").replaceAll(name.slice(1), "NAME");
  return [response.status, bare(JSON.stringify(headers)), bare(await response.text())];
}

/** Reads the secret repository as somebody who may, until its commit is indexed; its commit. */
async function warm(server: PrivateServer): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await server.get(`/api/v1/mounts${SECRET}`, ADA);
    const { status, commit } = await answer.json();
    if (status === "ready") return commit;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("Cannot warm the repository: it is not indexed");
}

Deno.test(
  verifies(
    ["private.served", "private.scope_field", "private.rest_headers"],
    "who may see it is served all of it, and nothing of it may be kept by anybody else",
  ),
  async () => {
    await using server = await privateServer();
    await warm(server);
    for (const route of ROUTES) {
      const request = route(SECRET);
      const answer = await ask(server, request, ADA);
      const isImage = request.url.includes("/icon/");
      assert.equal(answer.status, isImage ? 404 : 200, request.url);
      const text = await answer.text();
      if (request.method === "GET") {
        const kept = isImage ? "no-store" : "private, no-store";
        assert.equal(answer.headers.get("cache-control"), kept, request.url);
        if (!isImage) assert.equal(answer.headers.get("x-robots-tag"), "noindex", request.url);
      }
      if (text.includes("cacheScope") && !text.includes("tools/list")) {
        assert.match(text, /"cacheScope":"private"/, request.url);
      }
    }
    const shown = await ask(server, message("modern", ORIGIN + PUBLIC, { method: "server/discover" }));
    assert.match(await shown.text(), /"cacheScope":"public"/);
  },
);

Deno.test(
  verifies(
    ["private.discovery", "private.page"],
    "whoever may not see it is answered like for what is missing, on every route, whatever others read meanwhile",
  ),
  async () => {
    await using server = await privateServer();
    const before = await Promise.all(
      ROUTES.map(async (route) => await told(await ask(server, route(SECRET)), SECRET)),
    );
    const commit = await warm(server);
    for (const route of ROUTES) await (await ask(server, route(SECRET), ADA)).body?.cancel();
    const pinned = (address: string) => `${address}@${commit}`;
    for (const [index, route] of ROUTES.entries()) {
      for (const headers of [{}, { "if-none-match": "*" }, { range: "bytes=0-1" }]) {
        for (const [secret, missing] of [[SECRET, MISSING], [pinned(SECRET), pinned(MISSING)]] as const) {
          const hidden = await told(await ask(server, route(secret), headers), secret);
          const absent = await told(await ask(server, route(missing), headers), missing);
          assert.deepEqual(hidden, absent, route(secret).url);
          assert.equal(hidden[0], 401, route(secret).url);
          assert.ok(!hidden.join().replaceAll("walrus/SKILL.md", "").includes(WORD), route(secret).url);
        }
      }
      assert.deepEqual(await told(await ask(server, route(SECRET)), SECRET), before[index]);
      // A good token of somebody who may not.
      const foreign = await told(await ask(server, route(SECRET), BOB), SECRET);
      assert.equal(foreign[0], 404, route(SECRET).url);
      assert.ok(!/"www-authenticate"/.test(foreign[1]), route(SECRET).url);
      const theirs = { authorization: `Bearer ${tokenFor("bob", MISSING)}` };
      assert.deepEqual(foreign, await told(await ask(server, route(MISSING), theirs), MISSING));
    }
  },
);

Deno.test(
  verifies(
    ["private.cached_reads"],
    "a permission that is withdrawn ends within its lifetime, also for what was read before and is pinned",
  ),
  async () => {
    await using server = await privateServer();
    const commit = await warm(server);
    const pinned = `${SECRET}@${commit}`;
    const token = { authorization: `Bearer ${tokenFor("ada", pinned)}` };
    const read = (headers = token) => server.get(`/api/v1/files${pinned}?path=walrus/SKILL.md`, headers);
    const first = await read();
    assert.equal(first.status, 200);
    const etag = first.headers.get("etag") ?? "";
    assert.equal((await read({ ...token, "if-none-match": etag } as typeof token)).status, 304);
    server.allowed.clear();
    server.clock.advance(TTL_SECONDS * 1000);
    for (const headers of [token, { ...token, "if-none-match": etag }]) {
      const answer = await read(headers);
      assert.equal(answer.status, 404);
      assert.equal((await answer.json()).error.code, "mount.repo_not_found");
      assert.equal(answer.headers.get("www-authenticate"), null);
    }
  },
);

Deno.test(verifies(["private.ttl_zero"], "with a lifetime of 0 the very next call is refused"), async () => {
  await using server = await privateServer({ ttlSeconds: 0 });
  await warm(server);
  server.allowed.clear();
  assert.equal((await server.get(`/api/v1/mounts${SECRET}`, ADA)).status, 404);
});

Deno.test(verifies(["private.host_down"], "without an answer of the host there is no access"), async () => {
  await using server = await privateServer();
  await warm(server);
  server.trouble = { reason: "unavailable", detail: "the host is down" };
  server.clock.advance(TTL_SECONDS * 1000);
  const answer = await server.get(`/api/v1/mounts${SECRET}`, ADA);
  assert.equal(answer.status, 503);
  assert.equal((await answer.json()).error.code, "mount.unavailable");
  assert.ok(Number(answer.headers.get("retry-after")) > 0);
});

Deno.test("the host is asked once a person, repository and lifetime, however many calls there are", async () => {
  await using server = await privateServer();
  await warm(server);
  const before = server.asked.count;
  for (let call = 0; call < 20; call++) {
    await (await server.get(`/api/v1/mounts${SECRET}`, ADA)).body?.cancel();
  }
  assert.equal(server.asked.count, before);
  server.clock.advance(TTL_SECONDS * 1000);
  for (let call = 0; call < 20; call++) {
    await (await server.get(`/api/v1/mounts${SECRET}`, ADA)).body?.cancel();
  }
  assert.equal(server.asked.count, before + 1);
});

Deno.test(
  verifies(
    ["private.web_session"],
    "a session opens pages and reads, and neither MCP nor an account nor what another site asks for",
  ),
  async () => {
    await using server = await privateServer();
    await warm(server);
    const session = { cookie: "theme=dark; skillmount_session=ses-ada" };
    const page = new Request(ORIGIN + SECRET, { headers: { ...session, accept: "text/html" } });
    assert.equal((await server.fetch(page)).status, 200);
    assert.equal((await server.get(`/api/v1/browse${SECRET}`, session)).status, 200);
    const elsewhere = await server.get(`/api/v1/browse${SECRET}`, {
      ...session,
      "sec-fetch-site": "cross-site",
    });
    assert.equal(elsewhere.status, 401);
    const evil = { origin: "https://evil.example" };
    const known = await server.get(`/api/v1/browse${SECRET}`, { ...session, ...evil });
    const unknown = await server.get(`/api/v1/browse${SECRET}`, evil);
    assert(known.status >= 401);
    assert.deepEqual([known.status, await known.text()], [unknown.status, await unknown.text()]);
    for (const path of ["/api/v1/library", "/api/v1/account"]) {
      const [bySession, byNobody] = [await server.get(path, session), await server.get(path)];
      assert.equal(bySession.status, 401, path);
      assert.equal(await bySession.text(), await byNobody.text());
    }
    const mcp = await ask(
      server,
      message("legacy", ORIGIN + SECRET, { method: "tools/call", params: BROWSE }),
      session,
    );
    assert.equal(mcp.status, 401);
    const refresh = await server.fetch(
      new Request(`${ORIGIN}/api/v1/refresh${SECRET}`, { method: "POST", headers: session }),
    );
    assert.equal(refresh.status, 401);
    // A token is what counts where there is one.
    const both = await server.get(`/api/v1/browse${SECRET}`, { ...session, authorization: "Bearer ot_x" });
    assert.equal(both.status, 401);
  },
);
