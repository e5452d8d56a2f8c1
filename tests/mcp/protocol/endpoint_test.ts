/** The protocol over a server made here: it knows no address, and opens nothing that need not be. */
import assert from "node:assert/strict";
import type { Failure } from "../../../contracts/errors.ts";
import { failure, success } from "../../../contracts/result.ts";
import { createBodyReader } from "../../../src/http/mod.ts";
import {
  createEndpoint,
  FORMS,
  method,
  methodsOf,
  type OpenedServer,
  serverIdentity,
  toolMethods,
} from "../../../src/mcp/protocol/mod.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { type Era, ERAS, message, post } from "../../surface/mcp.ts";

const URL_ = "http://127.0.0.1/account";
const CURRENT = "2026-07-28";

interface Counter extends OpenedServer {
  readonly opened: number;
}

/** A server with one tool and one method, which counts how often it is opened, or never opens. */
function counting(refused?: { readonly failure: Failure; readonly headers: Record<string, string> }) {
  const asked: boolean[] = [];
  const endpoint = createEndpoint<Counter>({
    methods: methodsOf<Counter>({ tools: {} }, [
      ...toolMethods(
        [{ name: "count" }],
        (_tool, _given, { opened }: Counter) => Promise.resolve({ json: `"${opened}"`, isError: false }),
      ),
      method(
        "counts/get",
        FORMS.resource,
        ({ uri }, { opened }: Counter) => success({ result: { uri, opened } }),
      ),
    ]),
    readBody: createBodyReader(manualClock()),
    log: () => {},
  });
  return {
    /** For each opening, whether instructions were asked for. */
    asked,
    ask: (request: Request) =>
      endpoint(request, "request-1", (instructions) => {
        asked.push(instructions);
        return Promise.resolve(
          refused === undefined
            ? success({
              identity: serverIdentity({ name: "counter", version: "7" }),
              instructions: instructions ? "Count" : null,
              cache: { ttlMs: 5, cacheScope: "private" },
              send: (json, headers, status) => new Response(json, { headers, status }),
              opened: asked.length,
            })
            : failure(refused),
        );
      }),
  };
}

Deno.test("a server is given its own table, information and instructions in both eras", async () => {
  const { ask, asked } = counting();
  const opening = {
    legacy: message("legacy", URL_, {
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } },
    }),
    modern: message("modern", URL_, { method: "server/discover" }),
  };
  const legacy = (await (await ask(opening.legacy)).json()).result;
  assert.deepEqual(legacy, {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "counter", version: "7" },
    instructions: "Count",
  });
  const modern = (await (await ask(opening.modern)).json()).result;
  assert.deepEqual(modern, {
    supportedVersions: [CURRENT],
    capabilities: { tools: {} },
    instructions: "Count",
    resultType: "complete",
    ttlMs: 5,
    cacheScope: "private",
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "counter", version: "7" } },
  });
  for (const era of ERAS) {
    const call = message(era, URL_, { method: "tools/call", params: { name: "count" } });
    assert.match((await (await ask(call)).json()).result.content[0].text, /^[34]$/);
  }
  assert.deepEqual(asked, [true, true, false, false]);
});

Deno.test("what is malformed, unknown or asks for nothing opens no server", async () => {
  const { ask, asked } = counting();
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const modern = (method: string, params = {}, headers: Record<string, string> = {}) => {
    const request = message("modern", URL_, { method, params });
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return request;
  };
  for (
    const [request, status] of [
      [post(URL_, ping, { "content-type": "text/plain" }), 415],
      [post(URL_, "{"), 400],
      [post(URL_, "[".repeat(100_000) + "]".repeat(100_000)), 400],
      [
        post(URL_, `{"jsonrpc":"2.0","id":${"[".repeat(100_000) + "]".repeat(100_000)},"method":"ping"}`),
        400,
      ],
      [post(URL_, { ...ping, jsonrpc: "1.0" }), 400],
      [post(URL_, ping, { "mcp-protocol-version": "1999-01-01" }), 400],
      [post(URL_, { ...ping, method: "logging/setLevel" }), 200],
      [post(URL_, { ...ping, method: "counts/get" }), 200],
      [post(URL_, { ...ping, method: "initialize" }), 200],
      [post(URL_, { jsonrpc: "2.0", method: "notifications/initialized" }), 202],
      [post(URL_, { jsonrpc: "2.0", id: 1, result: {} }), 202],
      [post(URL_, []), 400],
      [post(URL_, Array(21).fill(ping)), 400],
      [post(URL_, [{ ...ping, method: "nothing" }, { ...ping, method: "resources/subscribe" }]), 200],
      [post(URL_, [{ jsonrpc: "2.0", method: "notifications/initialized" }]), 202],
      [modern("nothing/here"), 404],
      [modern("counts/get", { uri: 1 }), 200],
      [modern("subscriptions/listen"), 200],
      [modern("tools/list", {}, { "mcp-method": "tools/call" }), 400],
      [modern("tools/call", { name: "count" }, { "mcp-name": "other" }), 400],
      [modern("tools/list", {}, { "mcp-protocol-version": "2099-01-01" }), 400],
    ] as const
  ) {
    const response = await ask(request);
    const text = await response.text();
    assert.equal(response.status, status, text);
    assert.equal(text === "", status === 202);
  }
  assert.deepEqual(asked, []);
});

Deno.test("the requests of a batch share one server, which nothing opens before the first that needs it", async () => {
  const { ask, asked } = counting();
  const request = (id: number, method: string, params = {}) => ({ jsonrpc: "2.0", id, method, params });
  const response = await ask(post(URL_, [
    request(1, "nothing"),
    request(2, "tools/call", { name: "count" }),
    request(3, "tools/call", { name: "count" }),
  ]));
  const [unknown, ...counts] = await response.json();
  assert.equal(unknown.error.code, -32601);
  assert.deepEqual(counts.map(({ result }: { result: { content: unknown[] } }) => result.content), [
    [{ type: "text", text: "1" }],
    [{ type: "text", text: "1" }],
  ]);
  assert.deepEqual(asked, [false]);
});

Deno.test("who has no server is told so with the status and the challenge of the refusal, in both eras", async () => {
  const headers = { "www-authenticate": 'Bearer resource_metadata="http://127.0.0.1/a"' };
  const { ask } = counting({ failure: { code: "auth.required" }, headers });
  const call = (era: Era) => message(era, URL_, { method: "tools/call", params: { name: "count" } });
  for (const request of [...ERAS.map(call), post(URL_, [{ jsonrpc: "2.0", id: 1, method: "ping" }])]) {
    const response = await ask(request);
    assert.equal(response.status, 401);
    assert.equal(response.headers.get("www-authenticate"), headers["www-authenticate"]);
    const { id, error } = await response.json();
    assert.deepEqual([error.code, error.data], [-32000, { code: "auth.required" }]);
    assert([1, null].includes(id));
  }
});
