import assert from "node:assert/strict";
import { metricsRoutes } from "../../src/rest/mod.ts";

const TOKEN = "m".repeat(16);
const text = () => "skillmount_index_queued 7\n";

function ask(token: string | null, init?: RequestInit): Promise<Response> {
  return Promise.resolve(metricsRoutes({ text, token }).request("/metrics", init));
}

Deno.test("metricsRoutes() gives the text to whoever presents the token", async () => {
  const response = await ask(TOKEN, { headers: { authorization: `Bearer ${TOKEN}` } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(await response.text(), text());
});

Deno.test("metricsRoutes() tells nothing without the token or with another", async () => {
  for (const [authorization, code] of [[null, "auth.required"], ["Bearer other", "auth.invalid_token"]]) {
    const response = await ask(TOKEN, { headers: authorization ? { authorization } : {} });
    assert.equal(response.status, 401);
    assert.match(response.headers.get("www-authenticate") ?? "", /^Bearer realm=/);
    assert.equal((await response.json()).error.code, code);
  }
});

Deno.test("metricsRoutes() is open where no token is asked for", async () => {
  assert.equal(await (await ask(null)).text(), text());
  assert.equal((await ask(null, { method: "POST" })).status, 405);
});
