/** Whatever is sent: a clear answer of a known kind, no exception text, no hang. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { TOOLS } from "../../../contracts/mcp.ts";
import { type TestServer, testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { callTool, ERAS, message, post } from "../mcp.ts";

const ORIGIN = "http://127.0.0.1";
const ADDRESS = "/local/acme/library";

/** Per input; far above what any takes, so that only a hang reaches it. */
const OPTIONS = { numRuns: 150, timeout: 20_000 } as const;

const STATUSES = new Set([200, 202, 204, 400, 403, 404, 405, 413, 415]);

/** Signs of an exception, of this machine or of a library's own words. */
const LEAKS =
  /\bat (?:async )?[\w.]+ \(|file:\/\/|\.ts:\d+|\/tmp\/|skillmount-surface|TypeError|RangeError|SyntaxError|Zod|invalid_type|undefined is not|Cannot read prop/;

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "",
    "..",
    "../x",
    "%2e%2e/x",
    "%252e%252e/x",
    "/etc/passwd",
    "..\\x",
    "\0",
    "a//b",
    "a/",
    "marketing",
    "marketing/skills/ad-copy/SKILL.md",
    "SKILLCDN.md",
    "__proto__",
    "constructor",
    "\u202e",
    "🜁".repeat(600),
    "x".repeat(5000),
  ),
);

const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);

const args = fc.oneof(
  fc.dictionary(fc.constantFrom("path", "cursor", "limit", "offset", "query", "__proto__", "x"), value, {
    maxKeys: 5,
  }),
  fc.record({ path: text, query: text, cursor: text }, { requiredKeys: [] }),
  fc.record({ path: text, offset: fc.integer(), limit: fc.integer({ min: -5, max: 200_000 }) }, {
    requiredKeys: [],
  }),
);

async function answer(server: TestServer, request: Request): Promise<{ status: number; body: string }> {
  const response = await server.fetch(request);
  const body = await response.text();
  assert(STATUSES.has(response.status), `status ${response.status}: ${body}`);
  assert(!LEAKS.test(body), body);
  assert(!server.logged.some((line) => line.includes('"level":"error"')), server.logged.join("\n"));
  return { status: response.status, body };
}

Deno.test("any arguments of any tool are answered with a text or refused as invalid params", async () => {
  await using server = await testServer({ files: LIBRARY });
  await callTool(server.fetch, "legacy", ORIGIN + ADDRESS, "browse_repo", {});
  const tool = fc.constantFrom(...TOOLS.map(({ name }) => name));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ERAS), tool, args, async (era, name, given) => {
      const request = message(era, ORIGIN + ADDRESS, {
        method: "tools/call",
        params: { name, arguments: given },
      });
      const { status, body } = await answer(server, request);
      assert.equal(status, 200);
      const { result } = JSON.parse(body);
      assert.equal(typeof result.content[0].text, "string");
      assert(new TextEncoder().encode(JSON.stringify(result)).length <= 24_576);
      if (result.isError) assert.match(result.content[0].text, /^Error: .*\n[^]*^Next: /m);
    }),
    OPTIONS,
  );
});

Deno.test("a cursor that was changed in any place is refused or continues the same request", async () => {
  await using server = await testServer({ files: LIBRARY });
  const path = "marketing/skills/ad-copy/SKILL.md";
  const first = await callTool(server.fetch, "legacy", ORIGIN + ADDRESS, "load_skill", { path });
  const cursor = /"cursor":"([\w-]+)"/.exec(first.text)?.[1] ?? "";
  assert(cursor.length > 0);
  const changed = fc.tuple(fc.nat(cursor.length - 1), fc.string({ unit: "grapheme", maxLength: 3 })).map((
    [at, put],
  ) => cursor.slice(0, at) + put + cursor.slice(at + 1));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ERAS),
      fc.oneof(changed, fc.base64String(), text),
      async (era, cursor) => {
        const { text } = await callTool(server.fetch, era, ORIGIN + ADDRESS, "load_skill", { path, cursor });
        assert(!LEAKS.test(text), text);
      },
    ),
    OPTIONS,
  );
});

Deno.test("any path is an address, a route or a clear refusal, whatever the method", async () => {
  await using server = await testServer({ files: LIBRARY });
  const piece = fc.oneof(
    fc.constantFrom(
      "local",
      "acme",
      "library",
      "library@main",
      "@",
      ":",
      "%",
      "%2F",
      "%00",
      "..",
      "%2e%2e",
      ".well-known",
      "api",
    ),
    fc.webSegment(),
    text.map(encodeURIComponentSafely),
  );
  const path = fc.array(piece, { maxLength: 7 }).map((pieces) => `/${pieces.join("/")}`);
  await fc.assert(
    fc.asyncProperty(
      path,
      fc.constantFrom("GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT"),
      async (path, method) => {
        const url = URL.parse(ORIGIN + path);
        if (url === null) return;
        const body = { jsonrpc: "2.0", id: 1, method: "ping" };
        const request = method === "POST" ? post(url.href, body) : new Request(url, { method });
        await answer(server, request);
      },
    ),
    OPTIONS,
  );
});

Deno.test("any body is a message, a refusal with a code, or accepted and dropped", async () => {
  await using server = await testServer({ files: LIBRARY });
  const envelope = fc.record({
    jsonrpc: fc.oneof(fc.constant("2.0"), value),
    id: fc.oneof(fc.integer(), text, value),
    method: fc.oneof(
      fc.constantFrom(
        "tools/call",
        "tools/list",
        "initialize",
        "server/discover",
        "prompts/get",
        "subscriptions/listen",
        "notifications/cancelled",
        "ping",
      ),
      value,
    ),
    params: fc.oneof(fc.record({ name: value, arguments: value, _meta: value }, { requiredKeys: [] }), value),
    result: value,
    error: value,
  }, { requiredKeys: [] });
  const body = fc.oneof(
    envelope.map((message) => JSON.stringify(message)),
    fc.array(envelope, { maxLength: 4 }).map((batch) => JSON.stringify(batch)),
    fc.json(),
    text,
  );
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), async (body, modern) => {
      const headers = modern ? { "mcp-protocol-version": "2026-07-28" } : {};
      await answer(server, post(ORIGIN + ADDRESS, body, headers));
    }),
    OPTIONS,
  );
});

Deno.test("params of any form are answered or refused in our own words, whatever the method", async () => {
  await using server = await testServer({ files: LIBRARY });
  const method = fc.constantFrom(
    "initialize",
    "server/discover",
    "tools/call",
    "tools/list",
    "prompts/get",
    "prompts/list",
    "skills/list",
    "skills/get",
    "resources/read",
    "resources/directory/read",
    "resources/list",
    "resources/templates/list",
    "subscriptions/listen",
    "logging/setLevel",
    "completion/complete",
  );
  const keys = fc.constantFrom("name", "arguments", "uri", "cursor", "protocolVersion", "clientInfo", "ref");
  const params = fc.dictionary(keys, value, { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ERAS), method, params, async (era, method, params) => {
      await answer(server, message(era, ORIGIN + ADDRESS, { method, params }));
    }),
    OPTIONS,
  );
});

Deno.test("any headers lead to an answer or a clear refusal", async () => {
  await using server = await testServer({ files: LIBRARY });
  const name = fc.constantFrom(
    "host",
    "origin",
    "accept",
    "content-type",
    "content-length",
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "mcp-session-id",
    "last-event-id",
    "x-request-id",
    "authorization",
  );
  const headers = fc.dictionary(
    name,
    fc.oneof(
      fc.string({
        unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
        maxLength: 80,
      }),
      fc.constantFrom(
        "*/*",
        "application/json",
        "text/html;q=0.1",
        "2026-07-28",
        "2025-03-26",
        "9".repeat(400),
        "null",
      ),
    ),
    { maxKeys: 4 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ERAS), headers, fc.boolean(), async (era, headers, isGet) => {
      const request = isGet ? new Request(ORIGIN + ADDRESS, { headers }) : message(era, ORIGIN + ADDRESS, {
        method: "tools/call",
        params: { name: "browse_repo", arguments: {} },
      });
      for (const [key, value] of Object.entries(headers)) request.headers.set(key, value);
      await answer(server, request);
    }),
    OPTIONS,
  );
});

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
