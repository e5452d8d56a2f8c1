import assert from "node:assert/strict";
import { type TestServer, testServer } from "../support/test_server.ts";
import { LIBRARY } from "../support/surface_library.ts";
import { callTool, type Era, ERAS, message, post } from "./_mcp.ts";

const URL_ = "http://127.0.0.1/local/acme/library";

async function answer(server: TestServer, request: Request) {
  const response = await server.fetch(request);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** What opens a connection in each era. */
function opening(era: Era, url = URL_): Request {
  return era === "modern" ? message(era, url, { method: "server/discover" }) : message(era, url, {
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  });
}

for (const era of ERAS) {
  Deno.test(`a ${era} connection introduces the mount`, async () => {
    await using server = await testServer({ files: LIBRARY });
    // Indexed first: a connection waits for that, but not as long as a slow machine may take.
    await callTool(server.fetch, era, URL_, "browse_repo", {});
    const { status, body: { result } } = await answer(server, opening(era));
    assert.equal(status, 200);
    assert.deepEqual(result.capabilities, {
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
    });
    assert.match(result.instructions, /browse_repo[^]*search_repo[^]*load_skill[^]*read_repo_file/);
    assert.match(result.instructions, / under skill:\/\/local\/acme\/library\/$/m);
    assert([...result.instructions].length <= 2000);
    const info = era === "modern" ? result._meta["io.modelcontextprotocol/serverInfo"] : result.serverInfo;
    assert.equal(info.title, "Acme library");
    assert.equal(info.description, "Skills for tests.");
    assert.equal(info.websiteUrl, "http://127.0.0.1/local/acme/library");
    assert.equal(info.icons, undefined);
    assert.equal(typeof info.version, "string");
  });

  Deno.test(`a ${era} connection lists four read-only tools and one prompt`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const tools = (await answer(server, message(era, URL_, { method: "tools/list" }))).body.result;
    assert.deepEqual(
      tools.tools.map((tool: { name: string }) => tool.name),
      ["browse_repo", "search_repo", "load_skill", "read_repo_file"],
    );
    const prompts = (await answer(server, message(era, URL_, { method: "prompts/list" }))).body.result;
    assert.deepEqual(prompts.prompts.map((prompt: { name: string }) => prompt.name), ["use_skill"]);
    if (era === "modern") {
      for (const { ttlMs, cacheScope } of [tools, prompts]) {
        assert.deepEqual({ ttlMs, cacheScope }, { ttlMs: 86_400_000, cacheScope: "public" });
      }
    }
  });

  Deno.test(`a ${era} call of an unknown tool or prompt is invalid params`, async () => {
    await using server = await testServer({ files: LIBRARY });
    for (
      const [method, params] of [
        ["tools/call", { name: "browse", arguments: {} }],
        ["tools/call", { name: "__proto__", arguments: {} }],
        ["prompts/get", { name: "use", arguments: { path: "x" } }],
        ["prompts/get", { name: "use_skill", arguments: {} }],
        ["prompts/get", { name: "use_skill", arguments: { path: "nothing/SKILL.md" } }],
      ] as const
    ) {
      const { body } = await answer(server, message(era, URL_, { method, params }));
      assert.equal(body.error.code, -32602, JSON.stringify(params));
      assert.equal(body.id, 1);
    }
  });

  Deno.test(`a ${era} prompt starts loading the skill and says how to go on`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const path = "marketing/skills/ad-copy/SKILL.md";
    const { body } = await answer(
      server,
      message(era, URL_, { method: "prompts/get", params: { name: "use_skill", arguments: { path } } }),
    );
    const [{ role, content }] = body.result.messages;
    assert.equal(role, "user");
    assert.match(
      content.text,
      /load_skill \{"path":"marketing\/skills\/ad-copy\/SKILL\.md","cursor":"[\w-]+"\}/,
    );
    assert(new TextEncoder().encode(JSON.stringify(body.result)).length <= 24_576);
  });

  Deno.test(`a ${era} error of an argument is a result that names it, its rule and a next step`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const table: readonly (readonly [tool: string, args: unknown, says: RegExp])[] = [
      ["browse_repo", { limit: 0 }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { limit: "20" }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { limit: 1.5 }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { directory: "x" }, /the arguments are path, cursor, limit/],
      ["browse_repo", { cursor: "" }, /cursor must be text of 1 to 512 characters/],
      ["browse_repo", { cursor: "bm90IG91cnM" }, /cursor/],
      ["browse_repo", { path: "/marketing" }, /[Pp]ath/],
      ["browse_repo", { path: "marketing/../.." }, /[Pp]ath/],
      ["browse_repo", { path: "x".repeat(1025) }, /path must be text of at most 1024 characters/],
      ["browse_repo", { path: "nothing" }, /nothing/],
      ["search_repo", {}, /query is missing/],
      ["search_repo", { query: " \n\t" }, /query must be text of 1 to 500 characters, not blank/],
      ["search_repo", { query: "🜁".repeat(501) }, /query must be text of 1 to 500 characters/],
      ["search_repo", { query: "ads", limit: 26 }, /limit must be a whole number from 1 to 25/],
      ["load_skill", { path: "ad-copy" }, /marketing\/skills\/ad-copy\/SKILL\.md/],
      ["load_skill", { path: "marketing/skills/broken/SKILL.md" }, /[Rr]ead/],
      ["read_repo_file", { path: "README.md", offset: -1 }, /offset must be a whole number from 0/],
      [
        "read_repo_file",
        { path: "README.md", limit: 100_001 },
        /limit must be a whole number from 1 to 100000/,
      ],
      ["read_repo_file", { path: "marketing" }, /[Bb]rowse/],
      ["read_repo_file", { path: "marketing/skills/ad-copy/logo.bin" }, /UTF-8/],
    ];
    await callTool(server.fetch, era, URL_, "browse_repo", {});
    for (const [tool, args, says] of table) {
      const { text, isError } = await callTool(server.fetch, era, URL_, tool, args);
      assert(isError, `${tool} ${JSON.stringify(args)}: ${text}`);
      assert.match(text, says);
      assert.match(text, /^Next: /m);
    }
  });

  Deno.test(`a ${era} request counts 500 characters of a query, not their UTF-16 units`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const { isError } = await callTool(server.fetch, era, URL_, "search_repo", { query: "🜁".repeat(500) });
    assert(!isError);
  });

  Deno.test(`a ${era} message to what is not found is an HTTP error that both kinds of reader understand`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const table: readonly (readonly [path: string, status: number, code: string])[] = [
      ["/local/acme/nothing", 404, "mount.repo_not_found"],
      ["/local/acme/library@nothing", 404, "mount.ref_not_found"],
      ["/local/acme/library/nothing", 404, "mount.path_not_found"],
      ["/local/acme/library/", 400, "address.path_invalid"],
      ["/local/acme", 400, "address.invalid"],
      ["/gh/acme/library", 400, "address.host_unknown"],
      ["/local/acme/library.git", 400, "address.repo_invalid"],
      ["/local/acme/library@a..b", 400, "address.ref_invalid"],
      ["/local/acme/library/a%2Fb", 400, "address.encoding"],
      [`/local/acme/library/${"x".repeat(2048)}`, 400, "address.too_long"],
    ];
    await callTool(server.fetch, era, URL_, "browse_repo", {});
    for (const [path, status, code] of table) {
      const found = await answer(server, opening(era, `http://127.0.0.1${path}`));
      assert.equal(found.status, status, path);
      const { jsonrpc, id, error } = found.body;
      assert.deepEqual({ jsonrpc, id, code: error.data.code }, { jsonrpc: "2.0", id: 1, code }, path);
      assert.equal(typeof error.message, "string");
    }
  });
}

Deno.test("the modern look-up of a server may be kept as long as its ref, or a day when pinned", async () => {
  await using server = await testServer({ files: LIBRARY });
  const moving = (await answer(server, opening("modern"))).body.result;
  assert(moving.ttlMs <= 1000);
  assert.equal(moving.cacheScope, "public");
  const commit = /^Commit: ([0-9a-f]{40})/m.exec(moving.instructions)?.[1];
  const pinned = (await answer(server, opening("modern", `${URL_}@${commit}`))).body.result;
  assert.equal(pinned.ttlMs, 86_400_000);
});

Deno.test("a subscription is acknowledged with nothing and ended at once", async () => {
  await using server = await testServer({ files: LIBRARY });
  const response = await server.fetch(message("modern", URL_, {
    method: "subscriptions/listen",
    params: {
      notifications: { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ["a:b"] },
    },
  }));
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const events = (await response.text()).split("\n").filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice(6)));
  assert.equal(events.length, 2);
  assert.equal(events[0].method, "notifications/subscriptions/acknowledged");
  assert.deepEqual(events[0].params.notifications, {});
  assert.equal(events[1].result.resultType, "complete");
});

Deno.test("a legacy batch is answered as one, up to 20 messages", async () => {
  await using server = await testServer({ files: LIBRARY });
  const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
  const { status, body } = await answer(
    server,
    post(URL_, [
      ping(1),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "browse_repo", arguments: {} } },
      ping(2),
    ]),
  );
  assert.equal(status, 200);
  assert.deepEqual(body.map(({ id }: { id: number }) => id), [1, 2, 2]);
  assert.match(body[1].result.content[0].text, /marketing/);

  const twenty = Array.from({ length: 20 }, (_, id) => ping(id));
  assert.equal((await answer(server, post(URL_, twenty))).body.length, 20);
  const initialize = { ...ping(1), method: "initialize", params: {} };
  for (
    const [batch, headers] of [
      [[...twenty, ping(20)], {}],
      [[], {}],
      [[initialize, ping(2)], {}],
      [[ping(1)], { "mcp-protocol-version": "2025-06-18" }],
      [[ping(1)], { "mcp-protocol-version": "2026-07-28" }],
      [[1, "a", null], {}],
    ] as const
  ) {
    const refused = await answer(server, post(URL_, batch, headers));
    assert.equal(refused.status, 400);
    assert.equal(refused.body.error.code, -32600);
  }
});

Deno.test("a batch that is too long is refused before its messages are looked at", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { body } = await answer(server, post(URL_, Array.from({ length: 21 }, () => "no message")));
  assert.match(body.error.message, /a batch holds at most 20 messages/);
});

Deno.test("a batch that asks for more than one answer may hold is answered in part, and says how to go on", async () => {
  const large = {
    ...LIBRARY,
    "acme/library/marketing/skills/ad-copy/large.bin": new Uint8Array(2_000_000).fill(0xff),
  };
  await using server = await testServer({ files: large });
  await callTool(server.fetch, "legacy", URL_, "browse_repo", {});
  const uri = "skill://local/acme/library/marketing/skills/ad-copy/large.bin";
  const batch = Array.from({ length: 20 }, (_, id) => ({
    jsonrpc: "2.0",
    id,
    method: "resources/read",
    params: { uri },
  }));
  const response = await server.fetch(post(URL_, batch));
  const text = await response.text();
  assert.equal(response.status, 200);
  assert(text.length < 8_000_000, `${text.length}`);
  const answers: readonly { id: number; result?: unknown; error?: { message: string } }[] = JSON.parse(text);
  assert.deepEqual(answers.map(({ id }) => id), batch.map(({ id }) => id));
  const whole = answers.filter(({ result }) => result !== undefined);
  assert(whole.length > 0 && whole.length < 20, `${whole.length}`);
  for (const { error } of answers.slice(whole.length)) assert.match(error?.message ?? "", /alone$/);
});

Deno.test("what is no message of the protocol is told what one is", async () => {
  await using server = await testServer({ files: LIBRARY });
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const message = /the body must be a JSON-RPC 2\.0 message, its id text or a whole number and its params an/;
  const batch = /a batch must hold JSON-RPC 2\.0 messages, at least one, and none of revision 2026-07-28/;
  for (
    const [body, says] of [
      [null, message],
      [1, message],
      ['"ping"', message],
      [{}, message],
      [{ ...ping, jsonrpc: "1.0" }, message],
      [{ ...ping, id: null }, message],
      [{ ...ping, id: 1.5 }, message],
      [{ ...ping, id: [1] }, message],
      [{ ...ping, params: [1] }, message],
      [{ ...ping, params: null }, message],
      [{ ...ping, result: {} }, message],
      [`{"__proto__":${JSON.stringify(ping)}}`, message],
      [[], batch],
      [[1], batch],
      [[ping, [ping]], batch],
      [[{ ...ping, params: { _meta: meta } }], batch],
    ] as const
  ) {
    const refused = await answer(server, post(URL_, body));
    const { code, message, data } = refused.body.error;
    assert.deepEqual([refused.status, code, data], [400, -32600, { code: "request.invalid" }]);
    assert.match(message, says, JSON.stringify(body));
  }
});

Deno.test("legacy notifications and responses are accepted and dropped", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (
    const body of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 7, result: {} },
      [{ jsonrpc: "2.0", method: "notifications/initialized" }],
    ]
  ) {
    const response = await server.fetch(post(URL_, body));
    assert.equal(response.status, 202);
    assert.equal(await response.text(), "");
  }
});

Deno.test("legacy clients are answered whatever types they accept", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (const accept of ["application/json", "*/*", "text/event-stream", ""]) {
    const { status, body } = await answer(
      server,
      post(URL_, { jsonrpc: "2.0", id: 1, method: "ping" }, { accept }),
    );
    assert.deepEqual([status, body.result], [200, {}], accept);
  }
});

Deno.test("an unknown legacy revision is refused, and initialize offers one that is known", async () => {
  await using server = await testServer({ files: LIBRARY });
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const refused = await answer(server, post(URL_, ping, { "mcp-protocol-version": "1999-01-01" }));
  assert.equal(refused.status, 400);
  assert.match(refused.body.error.message, /2025-11-25/);
  const params = { protocolVersion: "1999-01-01", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const offered = await answer(server, post(URL_, { ...ping, method: "initialize", params }));
  assert.equal(offered.body.result.protocolVersion, "2025-11-25");
});

Deno.test("the current revision has no handshake, whatever its params", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (const params of [{}, { protocolVersion: 1 }]) {
    const { status, body } = await answer(server, message("modern", URL_, { method: "initialize", params }));
    assert.deepEqual([status, body.id, body.error.code], [404, 1, -32601]);
  }
});

Deno.test("the Accept header decides between a person's GET and a client's", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (const accept of ["text/html,application/xhtml+xml,*/*;q=0.8", "*/*", ""]) {
    const response = await server.fetch(new Request(URL_, { headers: { accept } }));
    assert.equal(response.status, 200, accept);
    assert.match(await response.text(), /claude mcp add --transport http library http:\/\/127/);
    assert.equal(response.headers.get("vary"), "accept, accept-encoding");
  }
  for (const accept of ["application/json", "text/event-stream", "application/json, text/event-stream"]) {
    const { status, headers, body } = await answer(server, new Request(URL_, { headers: { accept } }));
    assert.deepEqual([status, headers.get("allow"), body.error.code], [405, "POST", "method.not_allowed"]);
  }
  for (const method of ["DELETE", "PUT", "PATCH"]) {
    const { status, headers } = await answer(server, new Request(URL_, { method }));
    assert.deepEqual([status, headers.get("allow")], [405, "POST"], method);
  }
  const missing = await answer(server, new Request("http://127.0.0.1/local/acme/nothing"));
  assert.deepEqual([missing.status, missing.body.error.code], [404, "mount.repo_not_found"]);
});

Deno.test("the root says what the server is and how an address looks", async () => {
  await using server = await testServer({ files: LIBRARY });
  const response = await server.fetch(new Request("http://127.0.0.1/"));
  assert.equal(response.status, 200);
  assert.match(await response.text(), /<h1[^>]*>[^]*name="address"/);
  const posted = await answer(server, post("http://127.0.0.1/", {}));
  assert.deepEqual([posted.status, posted.body.error.code], [404, "route.not_found"]);
});

Deno.test("what is no address is a JSON 404, discovery documents that do not exist among it", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (
    const path of [
      "/nothing",
      "/api/v1/nothing/local/acme/library",
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-protected-resource/local/acme/library",
      "/.well-known/oauth-authorization-server",
      "/local/acme/library/.well-known/openid-configuration",
      "/local/acme/library/marketing/.well-known/mcp.json",
      "/local/acme/library/.well-known/skills/nothing.json",
    ]
  ) {
    for (const accept of ["application/json", "*/*"]) {
      const { status, body } = await answer(
        server,
        new Request(`http://127.0.0.1${path}`, { headers: { accept } }),
      );
      assert.deepEqual([status, body.error.code], [404, "route.not_found"], path);
    }
  }
});

Deno.test("a body is refused by size, type and syntax before anything is looked up", async () => {
  await using server = await testServer({ files: LIBRARY });
  const large = await answer(server, post(URL_, `"${"x".repeat(1024 * 1024)}"`));
  assert.deepEqual([large.status, large.body.error.code], [413, "request.too_large"]);
  const typed = await answer(server, post(URL_, "{}", { "content-type": "text/plain" }));
  assert.deepEqual([typed.status, typed.body.error.code], [415, "request.not_json"]);
  for (const body of ["", "{", "undefined", '{"a":}', "\u0000"]) {
    const broken = await answer(server, post(URL_, body));
    assert.deepEqual([broken.status, broken.body.error.code], [400, -32700], body);
  }
  const nested = "[".repeat(400_000) + "]".repeat(400_000);
  const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const capabilities = `"io.modelcontextprotocol/clientCapabilities":{"extensions":{"a":{"b":${nested}}}}`;
  const enveloped = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: meta } })
    .replace(/(?=\}\}\}$)/, `,${capabilities}`);
  for (const body of [nested, enveloped]) {
    const deep = await answer(server, post(URL_, body));
    assert.deepEqual([deep.status, deep.body.error.code], [400, -32600]);
  }
});

Deno.test("logs hold neither what was asked nor what was answered", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (const era of ERAS) {
    await callTool(server.fetch, era, URL_, "search_repo", { query: "confidential ads", path: "marketing" });
    await callTool(server.fetch, era, URL_, "read_repo_file", { path: "README.md" });
  }
  const text = server.logged.join("\n");
  assert.match(text, /"event":"request"/);
  for (const secret of ["confidential", "README", "marketing", "holds", "acme"]) {
    assert(!text.includes(secret), secret);
  }
});
