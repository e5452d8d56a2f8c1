/** MCP over HTTP: what is taken, what is refused, and what answers where there is no MCP. */
import assert from "node:assert/strict";
import { testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { callTool, message, post } from "../mcp.ts";
import { answer, URL_ } from "./_connection.ts";

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
      [{ ...ping, params: "null" }, message],
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

Deno.test("what is nested as deep as a body goes is refused or read as any other, in both eras", async () => {
  await using server = await testServer({ files: LIBRARY });
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  for (const era of ["legacy", "modern"] as const) {
    const call = { method: "tools/call", params: { name: "browse_repo", arguments: { path: "DEEP" } } };
    for (const change of [`"path":${deep}`, `"limit":${deep},"path":""`, `"path":"","__proto__":${deep}`]) {
      const request = message(era, URL_, call);
      const text = (await request.text()).replace('"path":"DEEP"', change);
      const { status, body } = await answer(server, post(URL_, text, Object.fromEntries(request.headers)));
      const isRefused = status === 400 && body.error.code === -32600;
      assert(isRefused || body.result.isError, JSON.stringify(body));
    }
    const request = message(era, URL_, call);
    const text = (await request.text()).replace("DEEP", "").replace(
      '"name":"test"',
      `"name":"test","x":${deep}`,
    );
    const { status } = await answer(server, post(URL_, text, Object.fromEntries(request.headers)));
    assert([200, 400].includes(status));
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
