import assert from "node:assert/strict";
import { serverStatus } from "../../src/http/mod.ts";

function routes(ready: boolean) {
  return serverStatus({ ping: () => Promise.resolve(ready), version: "1.2.3", rules: "7" });
}

const answering = routes(true);

Deno.test("serverStatus() says that the process lives, whatever the store does", async () => {
  const response = await routes(false).request("/healthz");
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual(await response.json(), { status: "ok" });
});

Deno.test("serverStatus() says what the server is", async () => {
  const response = await answering.request("/version");
  assert.deepEqual(await response.json(), { name: "skillmount", version: "1.2.3", rules: "7" });
});

Deno.test("serverStatus() is ready while the store answers", async () => {
  assert.equal((await answering.request("/readyz")).status, 200);
});

Deno.test("serverStatus() is not ready while the store does not answer", async () => {
  const response = await routes(false).request("/readyz");
  assert.equal(response.status, 503);
  assert.deepEqual(await response.json(), {
    error: { code: "server.not_ready", message: "The server is not ready: the store does not answer" },
  });
});

Deno.test("serverStatus() names the methods it allows", async () => {
  const response = await answering.request("/healthz", { method: "POST" });
  assert.equal(response.status, 405);
  assert.equal(response.headers.get("allow"), "GET, HEAD");
  assert.equal((await answering.request("/healthz", { method: "HEAD" })).status, 200);
});
