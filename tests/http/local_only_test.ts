import assert from "node:assert/strict";
import { Hono } from "hono";
import { localOnly } from "../../src/http/mod.ts";

const guard = localOnly();
const app = new Hono()
  .use((context, next) => Promise.resolve(guard(context.req.raw, context.env) ?? next()))
  .all("*", (context) => context.text("served"));

async function answer(headers: Record<string, string>, url = "http://127.0.0.1:8000/"): Promise<number> {
  const response = await app.request(url, { headers });
  if (response.status === 403) {
    const { error } = await response.json();
    assert.equal(error.code, "request.forbidden_origin");
  }
  return response.status;
}

const LOCAL_HOSTS = [
  "localhost",
  "localhost:8000",
  "127.0.0.1",
  "127.0.0.1:1",
  "127.1.2.3",
  "[::1]:8000",
  "LOCALHOST",
  "skills.localhost:80",
];
const OTHER_HOSTS = [
  "evil.example",
  "evil.example:8000",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "evil-localhost",
  "10.0.0.1",
  "[::2]",
  "[::ffff:7f00:1].evil.example",
  "0.0.0.0",
  "localhost@evil.example",
  "evil.example/localhost",
  "localhost:x",
  "",
  " ",
];

Deno.test("localOnly() serves requests for a loopback host", async () => {
  for (const host of LOCAL_HOSTS) assert.equal(await answer({ host }), 200, host);
  assert.equal(await answer({}), 200);
});

Deno.test("localOnly() refuses another host: a name that was re-pointed at this machine", async () => {
  for (const host of OTHER_HOSTS) assert.equal(await answer({ host }), 403, host);
  assert.equal(await answer({}, "http://evil.example/"), 403);
});

Deno.test("localOnly() serves programs, and pages of this machine on any port", async () => {
  for (const origin of ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:6274"]) {
    assert.equal(await answer({ host: "localhost:8000", origin }), 200, origin);
  }
});

Deno.test("localOnly() refuses pages from elsewhere, and the origin that any page can make", async () => {
  for (
    const origin of ["https://evil.example", "http://localhost.evil.example", "null", "file://", "", "evil"]
  ) {
    assert.equal(await answer({ host: "localhost:8000", origin }), 403, origin);
  }
});
