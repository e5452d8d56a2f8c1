/**
 * Our dispatch against the SDK's own: a server of the SDK whose handlers ask ours must answer any request
 * as ours does, so that what the SDK does around a handler is what we do. Where the two word an error
 * differently, its code, its status and whom it answers are the same.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import fc from "fast-check";
import { z } from "zod";
import { type TestServer, testServer } from "../../support/test_server.ts";
import { withoutBlanks } from "../../../src/mcp/protocol/without_blanks.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { type Era, message, post } from "../mcp.ts";

const URL_ = "http://127.0.0.1/local/acme/library";
const CURRENT = "2026-07-28";
const SKILL = "marketing/skills/ad-copy/SKILL.md";
const SKILL_URI = `skill://local/acme/library/${SKILL}`;

const METHODS = [
  "tools/list",
  "tools/call",
  "prompts/list",
  "prompts/get",
  "skills/list",
  "skills/get",
  "resources/list",
  "resources/read",
  "resources/directory/read",
  "resources/templates/list",
] as const;

type Json = Readonly<Record<string, unknown>>;

interface Sent {
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;
}

/** What two answers must have in common. */
interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly id: unknown;
  /** Null: a result, or no message at all. */
  readonly code: unknown;
  readonly result: unknown;
  /** Of a stream of events. */
  readonly events: string | null;
}

/**
 * Sends a request to a server of the SDK, whose handlers ask `ours`. The SDK is stricter than clients are: it
 * refuses the null that some send for a param that they leave out, and gets none.
 */
async function throughSdk(ours: TestServer, { body: sent, headers }: Sent): Promise<Response> {
  const body = withoutBlanks(sent);
  const request = post(URL_, body, headers);
  if (!await isLegacyRequest(request, body)) {
    const modern = createMcpHandler(() => sdkServer(ours, "modern"), { legacy: "reject" });
    return await modern.fetch(request, { parsedBody: body });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = await sdkServer(ours, "legacy");
  await server.connect(transport);
  return await transport.handleRequest(request, { parsedBody: body });
}

async function sdkServer(ours: TestServer, era: Era): Promise<Server> {
  const { capabilities, serverInfo, instructions } = await ask(ours, "legacy", "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  const { ttlMs, cacheScope } = await ask(ours, "modern", "server/discover", {});
  const server = new Server(serverInfo, {
    capabilities,
    instructions,
    cacheHints: { "server/discover": { ttlMs, cacheScope } },
  });
  for (const method of METHODS) {
    server.setRequestHandler(method, { params: z.looseObject({}) }, async (params) => {
      const { resultType: _type, _meta, ...result } = await ask(ours, era, method, params);
      return result;
    });
  }
  return server;
}

async function ask(ours: TestServer, era: Era, method: string, params: Json) {
  const response = await ours.fetch(message(era, URL_, { method, params }));
  const { result, error } = await response.json();
  if (error !== undefined) throw new ProtocolError(error.code, error.message, error.data);
  return result;
}

async function answerOf(response: Response): Promise<Answer> {
  const { status } = response;
  const type = response.headers.get("content-type");
  const text = await response.text();
  const isJson = type?.startsWith("application/json") ?? false;
  const { id, error, result } = isJson ? JSON.parse(text) : { id: null, error: undefined, result: null };
  return {
    status,
    type: isJson ? "application/json" : type,
    id,
    code: error?.code ?? null,
    result: result ?? null,
    events: isJson || type === null ? null : text,
  };
}

/** An answer to a moving ref counts down. */
function withoutTime(answer: Answer): Answer {
  return JSON.parse(JSON.stringify(answer, (key, value) => key === "ttlMs" && value < 2000 ? 0 : value));
}

/** Mostly the first, so that what is tried is wrong in one place or two. */
function mostly<Value>(usual: fc.Arbitrary<Value>, ...others: fc.Arbitrary<Value>[]): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: usual, weight: 12 }, ...others);
}

const anything = fc.jsonValue({ maxDepth: 1 });

const method = mostly<string>(
  fc.constantFrom(...METHODS, "tools/call", "resources/read"),
  fc.constantFrom("initialize", "ping", "server/discover", "subscriptions/listen", "resources/subscribe"),
  fc.constantFrom("logging/setLevel", "completion/complete", "tasks/list", "sampling/createMessage"),
  fc.constantFrom("notifications/initialized", "notifications/cancelled", "", "__proto__", "toString"),
);

const params = fc.record<Json>({
  name: fc.constantFrom("browse_repo", "read_repo_file", "load_skill", "use_skill", "nothing", "é"),
  arguments: fc.constantFrom<Json>({}, { path: SKILL }, { path: "marketing" }, { limit: 0 }, { x: "1" }),
  uri: fc.constantFrom(SKILL_URI, "skill://local/acme/library/marketing", "skill://x", "é"),
  protocolVersion: fc.constantFrom("2025-06-18", "2025-11-25", "1999-01-01"),
  capabilities: fc.constant({}),
  clientInfo: fc.constant({ name: "test", version: "1" }),
  notifications: fc.constantFrom<Json>({}, { toolsListChanged: true, resourceSubscriptions: ["a:b"] }),
});

const envelope = fc.record<Json>({
  "io.modelcontextprotocol/protocolVersion": mostly<unknown>(
    fc.constant(CURRENT),
    fc.constantFrom("2025-11-25", "2099-01-01", ""),
    anything,
  ),
  "io.modelcontextprotocol/clientCapabilities": mostly<unknown>(
    fc.constantFrom({}, { sampling: {}, elicitation: { form: {} } }, { extensions: { "a/b": {} } }),
    anything,
  ),
}, { requiredKeys: [] }).chain((required) =>
  fc.record<Json>({
    "io.modelcontextprotocol/clientInfo": mostly<unknown>(
      fc.constant({ name: "test", version: "1" }),
      anything,
    ),
    "io.modelcontextprotocol/logLevel": fc.constantFrom("info", "loud"),
    progressToken: mostly<unknown>(fc.constantFrom("a", 1), anything),
    "example.org/extra": anything,
  }, { requiredKeys: [] }).map((optional) => ({ ...required, ...optional }))
);

const WHOLE_ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": CURRENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};

const absent = fc.constant(undefined);

/** A whole request of either era, wrong in any place or in none. */
const sent: fc.Arbitrary<Sent> = fc.record({
  method: mostly<unknown>(method, anything),
  params: mostly<unknown>(params, anything, absent),
  id: mostly<unknown>(fc.oneof(fc.integer(), fc.string()), anything, absent),
  jsonrpc: mostly<unknown>(fc.constant("2.0"), anything),
  extra: mostly<Json>(fc.constant({}), fc.constantFrom<Json>({ extra: 1 }, { result: {} })),
  meta: fc.oneof<fc.Arbitrary<Json | undefined>[]>(absent, fc.constant(WHOLE_ENVELOPE), envelope),
  revision: mostly<string | null | undefined>(absent, fc.constantFrom(CURRENT, "2025-11-25", "9", null)),
  named: mostly<string | null | undefined>(absent, fc.constantFrom("tools/list", "browse_repo", null)),
  called: mostly<string | null | undefined>(
    absent,
    fc.constantFrom("browse_repo", "=?base64?w6k=?=", "=?base64?w6k?=", "=?base64?/w==?=", null),
  ),
}).map(({ method, params, id, jsonrpc, extra, meta, revision, named, called }) => {
  const whole = typeof params === "object" && params !== null && !Array.isArray(params) && meta !== undefined
    ? { ...params, _meta: meta }
    : params;
  const body = {
    jsonrpc,
    ...(id !== undefined && { id }),
    method,
    ...(whole !== undefined && { params: whole }),
    ...extra,
  };
  const right = rightHeaders(method, params, meta !== undefined);
  const headers = Object.entries({
    "mcp-protocol-version": revision === undefined ? right.revision : revision,
    "mcp-method": named === undefined ? right.method : named,
    "mcp-name": called === undefined ? right.name : called,
  }).flatMap(([name, value]) => value === null ? [] : [[name, value]]);
  return { body, headers: Object.fromEntries(headers) };
});

/** The headers that repeat what the body says. */
function rightHeaders(method: unknown, params: unknown, isModern: boolean) {
  const names = typeof params === "object" && params !== null && !Array.isArray(params) ? params : {};
  const name: unknown = Reflect.get(names, method === "resources/read" ? "uri" : "name");
  return {
    revision: isModern ? CURRENT : null,
    method: isModern && typeof method === "string" && /^[!-~]+$/.test(method) ? method : null,
    name: isModern && typeof name === "string"
      ? /^[!-~]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString("base64")}?=`
      : null,
  };
}

Deno.test("any request is answered as a server of the SDK would answer it", async () => {
  await using ours = await testServer({ files: LIBRARY });
  await ask(ours, "legacy", "tools/call", { name: "browse_repo", arguments: {} });
  await fc.assert(
    fc.asyncProperty(sent, async (request) => {
      const mine = withoutTime(await answerOf(await ours.fetch(post(URL_, request.body, request.headers))));
      const theirs = withoutTime(await answerOf(await throughSdk(ours, request)));
      // The SDK calls it an internal error when params break one of its own schemas.
      const code = theirs.code === -32603 && mine.code === -32602 ? mine.code : theirs.code;
      assert.deepEqual(mine, { ...theirs, code });
    }),
    { numRuns: 1000, timeout: 20_000 },
  );
});
