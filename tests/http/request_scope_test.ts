import assert from "node:assert/strict";
import { Hono } from "hono";
import type { Log } from "../../contracts/ambient.ts";
import { success } from "../../contracts/result.ts";
import { cors, createMetrics, requestScope, type RequestVariables, unexpected } from "../../src/http/mod.ts";

const nobody = () => Promise.resolve(success({ kind: "nobody" } as const));

function newApp(logsPaths = false) {
  const lines: { level: string; event: string; fields: unknown }[] = [];
  const log: Log = (level, event, fields) => void lines.push({ level, event, fields });
  const metrics = createMetrics();
  let now = 1000;
  const clock = { now: () => now += 5, sleep: () => Promise.resolve() };
  const app = new Hono<{ Variables: RequestVariables }>()
    .use(
      requestScope({
        clock,
        newId: () => "fresh-id",
        log,
        metrics,
        logsPaths,
        authenticate: nobody,
        issuer: "",
      }),
    )
    .use(cors())
    .onError(unexpected({ log }))
    .get("/ok", (context) => {
      context.set("route", "test");
      return context.text("ok");
    })
    .get("/page", (context) => context.text("ok", 200, { "content-security-policy": "sandbox" }))
    .get("/broken", () => {
      throw new RangeError("secret detail");
    });
  return { app, lines, metrics };
}

Deno.test("requestScope() gives every answer an id and harmless headers", async () => {
  const { app } = newApp();
  for (const path of ["/ok", "/broken", "/nothing"]) {
    const { headers } = await app.request(path);
    assert.equal(headers.get("x-request-id"), "fresh-id");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/);
  }
});

Deno.test("requestScope() leaves an answer the policy that it brings", async () => {
  const { headers } = await newApp().app.request("/page");
  assert.equal(headers.get("content-security-policy"), "sandbox");
});

Deno.test("requestScope() keeps a caller's own id only when it is harmless", async () => {
  const { app } = newApp();
  const idFor = async (id: string) =>
    (await app.request("/ok", { headers: { "x-request-id": id } })).headers.get("x-request-id");
  assert.equal(await idFor("4bf92f35-77b3.trace_1"), "4bf92f35-77b3.trace_1");
  for (const id of ["short", "x".repeat(65), "with space", 'quote"quote', "<script>"]) {
    assert.equal(await idFor(id), "fresh-id", id);
  }
});

Deno.test("requestScope() logs one line a request, without its path or query", async () => {
  const { app, lines } = newApp();
  await app.request("/ok?query=secret");
  assert.deepEqual(lines, [{
    level: "info",
    event: "request",
    fields: { id: "fresh-id", method: "GET", route: "test", status: 200, ms: 5 },
  }]);
});

Deno.test("requestScope() logs paths where it may, never queries", async () => {
  const { app, lines } = newApp(true);
  await app.request("/ok?query=secret");
  await app.request(`/${"x".repeat(1000)}`);
  const paths = lines.map(({ fields }) => Object(fields).path);
  assert.deepEqual(paths, ["/ok", `/${"x".repeat(199)}`]);
});

Deno.test("requestScope() counts answers by route and status, also of what failed", async () => {
  const { app, metrics } = newApp();
  for (const path of ["/ok", "/ok", "/broken", "/nothing"]) await (await app.request(path)).body?.cancel();
  const lines = metrics.text().split("\n");
  const counted = lines.filter((line) => line.startsWith("skillmount_http_requests_total{"));
  assert.deepEqual(counted, [
    'skillmount_http_requests_total{route="test",status="200"} 2',
    'skillmount_http_requests_total{route="none",status="500"} 1',
    'skillmount_http_requests_total{route="none",status="404"} 1',
  ]);
  assert(lines.includes('skillmount_http_request_duration_seconds_count{route="test"} 2'));
  assert(lines.includes('skillmount_http_request_duration_seconds_sum{route="test"} 0.01'));
});

Deno.test("unexpected() answers an exception with its request id and never its text", async () => {
  const { app, lines } = newApp();
  const response = await app.request("/broken");
  assert.equal(response.status, 500);
  const text = await response.text();
  assert(!text.includes("secret"));
  assert.equal(JSON.parse(text).error.code, "internal");
  assert.match(text, /fresh-id/);
  const [line] = lines;
  assert.equal(line?.event, "request_failed");
  assert.match(JSON.stringify(line), /RangeError.*request_scope_test\.ts/);
  assert(!JSON.stringify(lines).includes("secret"));
});

Deno.test("cors() lets any page read the answers, without credentials", async () => {
  const { app } = newApp();
  for (const path of ["/ok", "/broken", "/nothing"]) {
    const { headers } = await app.request(path, { headers: { origin: "https://chat.example" } });
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.equal(headers.get("access-control-allow-credentials"), null);
    for (const name of ["www-authenticate", "mcp-protocol-version", "x-request-id", "retry-after", "etag"]) {
      assert(headers.get("access-control-expose-headers")?.includes(name), name);
    }
  }
});

Deno.test("cors() answers a preflight with what clients send", async () => {
  const { app } = newApp();
  const { status, headers } = await app.request("/ok", { method: "OPTIONS" });
  assert.equal(status, 204);
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.match(headers.get("access-control-allow-methods") ?? "", /POST/);
  const allowed = headers.get("access-control-allow-headers")?.split(", ");
  for (
    const name of [
      "content-type",
      "accept",
      "authorization",
      "mcp-protocol-version",
      "mcp-method",
      "mcp-name",
      "mcp-session-id",
      "last-event-id",
      "if-none-match",
      "range",
    ]
  ) assert(allowed?.includes(name), name);
});

Deno.test("requestScope() logs a method that is none of HTTP's as other", async () => {
  const { app, lines } = newApp();
  for (const method of ["X".repeat(60_000), "get-me", "GETS"]) {
    await app.request("/ok", { method });
  }
  const methods = lines.map(({ fields }) => (fields as { method: string }).method);
  assert.deepEqual(methods, ["other", "other", "other"]);
});
