import assert from "node:assert/strict";
import fc from "fast-check";
import type { Clock } from "../../contracts/ambient.ts";
import { serveLines } from "../../src/stdio/mod.ts";
import { ERAS, message } from "../surface/mcp.ts";
import { testServer } from "../support/test_server.ts";

const URL_OF = "http://127.0.0.1/local/acme/library";
const CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()));
    }),
};

type Fetch = (request: Request) => Response | Promise<Response>;

/** Says everything at once and hangs up; what was written, in its order, and what was logged. */
async function converse(lines: string | readonly string[], fetch: Fetch, chunk = 7919, clock = CLOCK) {
  const bytes = new TextEncoder().encode(
    typeof lines === "string" ? lines : lines.map((line) => `${line}\n`).join(""),
  );
  const parts = Array.from(
    { length: Math.ceil(bytes.length / chunk) },
    (_, part) => bytes.slice(part * chunk, (part + 1) * chunk),
  );
  const written: string[] = [];
  const logged: string[] = [];
  await serveLines({
    input: ReadableStream.from(parts),
    write: (line) => Promise.resolve(void written.push(line)),
    url: URL_OF,
    handler: fetch,
    clock,
    log: (_, event) => void logged.push(event),
  });
  return { written, logged };
}

const request = (id: string | number, method: string, params: unknown = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

/** Answers each request with its own text, at once. */
const echo: Fetch = async (asked) => {
  const { id, ...rest } = await asked.json();
  return Response.json({ jsonrpc: "2.0", id, result: rest });
};

Deno.test("serveLines() answers as HTTP does, in both eras, with a line each", async () => {
  await using server = await testServer({
    files: { "acme/library/SKILL.md": "---\nname: alpha\ndescription: Does it.\n---\nSteps\n" },
  });
  for (const era of ERAS) {
    for (
      const asked of [
        { method: "tools/list" },
        { method: "tools/call", params: { name: "load_skill", arguments: { path: "SKILL.md" } } },
        { method: "resources/read", params: { uri: "skill://local/acme/library/SKILL.md" } },
        { method: "none/such" },
      ]
    ) {
      const [expected, posted] = [message(era, URL_OF, asked), message(era, URL_OF, asked)];
      const { written } = await converse([await posted.text()], server.fetch);
      assert.deepEqual(written.map((line) => JSON.parse(line)), [
        await (await server.fetch(expected)).json(),
      ]);
      assert(written.every((line) => !/[\r\n]/.test(line)));
    }
  }
});

Deno.test("serveLines() finds the lines of any text in any chunks", async () => {
  const ids = fc.array(fc.oneof(fc.integer({ min: 0 }), fc.string({ unit: "grapheme" })), { maxLength: 20 });
  const ends = fc.constantFrom("\n", "\r\n", "\n\n", " \n");
  await fc.assert(
    fc.asyncProperty(ids, ends, fc.integer({ min: 1, max: 40 }), async (ids, end, chunk) => {
      const text = ids.map((id) => request(id, "ping")).join(end);
      const { written } = await converse(text, echo, chunk);
      assert.deepEqual(written.map((line) => JSON.parse(line).id).sort(), [...ids].sort());
    }),
    { numRuns: 100 },
  );
});

Deno.test("serveLines() writes nothing for what wants no answer", async () => {
  const { written } = await converse(
    ["", JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })],
    () => new Response(null, { status: 202 }),
  );
  assert.deepEqual(written, []);
});

Deno.test("serveLines() repeats what the handshake agreed on, as HTTP clients do", async () => {
  const seen: (string | null)[] = [];
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const say = (line: string) => writer.write(new TextEncoder().encode(`${line}\n`));
  const heard = Promise.withResolvers<void>();
  const serving = serveLines({
    input: readable,
    write: () => Promise.resolve(heard.resolve()),
    url: URL_OF,
    handler: async (asked) => {
      seen.push(asked.headers.get("mcp-protocol-version"));
      const { id } = await asked.json();
      return Response.json({ jsonrpc: "2.0", id, result: { protocolVersion: "2025-06-18" } });
    },
    clock: CLOCK,
    log: () => {},
  });
  await say(request(1, "initialize"));
  await heard.promise;
  await say(request(2, "tools/list"));
  await writer.close();
  await serving;
  assert.deepEqual(seen, [null, "2025-06-18"]);
});

Deno.test("serveLines() ends a request that is called off, and answers it no more", async () => {
  let isAborted = false;
  const { written } = await converse([
    request("slow", "tools/call"),
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "slow" } }),
    request("next", "ping"),
  ], async (asked) => {
    const { id, method } = await asked.clone().json();
    if (method === "notifications/cancelled") return new Response(null, { status: 202 });
    if (id === "next") return await echo(asked);
    await new Promise((resolve) => asked.signal.addEventListener("abort", resolve));
    isAborted = true;
    return new Response(null, { status: 499 });
  });
  assert(isAborted);
  assert.deepEqual(written.map((line) => JSON.parse(line).id), ["next"]);
});

Deno.test("serveLines() passes events on as messages, each on its line", async () => {
  const events = [{ jsonrpc: "2.0", method: "notifications/a" }, { jsonrpc: "2.0", id: 1, result: {} }];
  const { written } = await converse(
    [request(1, "ping")],
    () =>
      new Response(events.map((event) => `event: message\ndata: ${JSON.stringify(event)}\n\n`).join(""), {
        headers: { "content-type": "text/event-stream" },
      }),
  );
  assert.deepEqual(written.map((line) => JSON.parse(line)), events);
});

Deno.test("serveLines() tells what HTTP refuses, and what is too large, as errors of the request", async () => {
  const refused = await converse(
    [request(7, "ping")],
    () =>
      Response.json({ error: { code: "request.too_large", message: "The request body is too large" } }, {
        status: 413,
      }),
  );
  assert.deepEqual(refused.written.map((line) => JSON.parse(line)), [{
    jsonrpc: "2.0",
    id: 7,
    error: { code: -32000, message: "The request body is too large", data: { code: "request.too_large" } },
  }]);
  const large = await converse(
    [request(8, "ping")],
    () => Response.json({ jsonrpc: "2.0", id: 8, result: "x".repeat(9 * 1024 * 1024) }),
  );
  assert.equal(JSON.parse(large.written[0] ?? "").error.message, "The answer is larger than a line may be");
});

Deno.test("serveLines() leaves out a line that is longer than any message may be, and goes on", async () => {
  const { written, logged } = await converse(
    [request(1, "ping", { text: "x".repeat(5 * 1024 * 1024) }), request(2, "ping")],
    echo,
    65_536,
  );
  assert.deepEqual(written.map((line) => JSON.parse(line).id), [2]);
  assert.deepEqual(logged, ["line_too_long"]);
});

Deno.test("serveLines() is gone within a second of the end of its input, whatever still runs", async () => {
  const waits: number[] = [];
  const clock = { now: () => 0, sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
  const hung = () => new Promise<Response>(() => {});
  const { written } = await converse([request(1, "ping")], hung, undefined, clock);
  assert(waits.reduce((sum, ms) => sum + ms, 0) < 1000);
  assert.equal(waits.length, 1);
  assert.deepEqual(written, []);
});

Deno.test("serveLines() ends when nobody reads the answers any more", async () => {
  const input = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`${request(1, "ping")}\n`)),
  });
  await serveLines({
    input,
    write: () => Promise.reject(new Error("Broken pipe")),
    url: URL_OF,
    handler: echo,
    clock: CLOCK,
    log: () => assert.fail("a client that went away is no failure"),
  });
});
