/** What only a real socket shows: request targets as they were sent, and clients that go away. */
import assert from "node:assert/strict";
import { type TestServer, testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { callTool } from "../mcp.ts";

/** Sends bytes as they are and reads the answer to its end. */
async function exchange(server: TestServer, request: string): Promise<{ status: number; body: string }> {
  const { port } = new URL(server.listen());
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  await connection.write(new TextEncoder().encode(request));
  const answer = await new Response(connection.readable).text();
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
    body: answer.slice(answer.indexOf("\r\n\r\n") + 4),
  };
}

/** Opens a connection. */
function open(target: string): string {
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  return [
    `POST ${target} HTTP/1.1`,
    "Host: localhost",
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

const get = (target: string, headers = "") =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`;

/** Kind "traversal" of the small inputs that broke other tools. */
const OUTSIDE = [
  "/local/acme/library/..",
  "/local/acme/library/../../etc",
  "/local/acme/library/%2e%2e/%2e%2e/etc",
  "/local/acme/library/%252e%252e/etc",
  "/local/../acme/library",
  "/local/./acme/library",
  "/local/acme/../../etc/passwd",
  "/local/%2e%2e/etc",
  "/local/acme/library/..%2f..%2fetc",
  "/local/acme/library/..\\..\\etc",
  "/local/acme/library/%5c..%5cetc",
  "/local/acme/library/x%00",
  "/local//acme/library",
  "//local/acme/library",
  "/local/acme/library//",
  "/local/acme/library//marketing",
  "/local/acme/library/%zz",
  "/local/acme/library/%ff",
];

Deno.test("no request target reaches anything outside a repository, and none is redirected or repaired", async () => {
  for (const target of OUTSIDE) {
    await using server = await testServer({ files: LIBRARY });
    // Indexed first, so that the answer knows what exists.
    await callTool(server.fetch, "legacy", "http://127.0.0.1/local/acme/library", "browse_repo", {});
    const { status, body } = await exchange(server, open(target));
    assert([400, 404].includes(status), `${target}: ${status}`);
    const { error } = JSON.parse(body);
    assert.match(error.data?.code ?? error.code, /^(address|mount|route)\./, target);
  }
});

Deno.test("a page of another origin gets nothing from a server on this machine", async () => {
  for (
    const headers of ["Origin: https://evil.example\r\n", "Origin: null\r\n"].map((origin) =>
      get("/healthz", origin)
    )
      .concat("GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
  ) {
    await using server = await testServer({ files: LIBRARY });
    const { status, body } = await exchange(server, headers);
    assert.deepEqual([status, JSON.parse(body).error.code], [403, "request.forbidden_origin"]);
  }
});

/** Whose parts would become parts of the URL, or which make it none. */
const NO_HOSTS = [
  "a b",
  "[::1",
  "a:b",
  "a:99999",
  "%zz",
  "a|b",
  '"><script>',
  "user@localhost",
  "localhost/x",
  "localhost/healthz?",
  "localhost/admin/v1/trust?",
  "localhost#",
  "localhost\\x",
];

Deno.test("a Host header that is no host is refused whatever the path, and never becomes a part of it", async () => {
  const environment = { ADMIN_TOKEN: "0123456789abcdef0123456789abcdef" };
  for (const host of NO_HOSTS) {
    for (
      const request of [
        get("/", "Accept: text/html\r\n"),
        get("/gh/acme/library", "Accept: text/html\r\n"),
        get("/api/v1/mounts/gh/acme/library"),
        open("/gh/acme/library"),
      ]
    ) {
      await using server = await testServer({ mode: "start", environment });
      const { status, body } = await exchange(server, request.replace("Host: localhost", `Host: ${host}`));
      assert.deepEqual([status, JSON.parse(body).error.code], [400, "request.invalid"], host);
      assert(!server.logged.some((line) => line.includes('"level":"error"')), server.logged.join("\n"));
    }
  }
});

Deno.test("a client that goes away while it waits takes nothing with it", async () => {
  await using server = await testServer({ files: LIBRARY });
  const url = `${server.listen()}/local/acme/library`;
  const leaving = new AbortController();
  const call = (signal: AbortSignal) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "browse_repo", arguments: {} },
      }),
      signal,
    });
  const left = call(leaving.signal);
  leaving.abort();
  await assert.rejects(left);
  const stayed = await (await call(new AbortController().signal)).json();
  assert.match(stayed.result.content[0].text, /marketing/);
});
