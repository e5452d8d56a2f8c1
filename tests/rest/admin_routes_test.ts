import assert from "node:assert/strict";
import { success } from "../../contracts/result.ts";
import { createBodyReader } from "../../src/http/mod.ts";
import type { TrustRegister } from "../../src/mounts/mod.ts";
import { adminRoutes } from "../../src/rest/mod.ts";
import { manualClock } from "../support/manual_clock.ts";

const TOKEN = "t".repeat(40);
const TRUST = "http://admin.example/v1/trust";

/** A register that remembers what it was asked; nothing else of the routes is replaced. */
function routes() {
  const asked: string[] = [];
  const said = { address: "/gh/acme/library", verified: true, featured: false, blocked: false };
  const register: TrustRegister = {
    list: () => (asked.push("list"), Promise.resolve([{ ...said, changedAt: 0 }])),
    change: (action, address) => (
      asked.push(`${action} ${address}`), Promise.resolve(success({ ...said, changedAt: null }))
    ),
  };
  const app = adminRoutes({ register, token: TOKEN, readBody: createBodyReader(manualClock()) });
  const send = async (method: string, url = TRUST, headers: Record<string, string> = {}, body?: string) =>
    await app.request(url, { method, headers, ...(body !== undefined && { body }) });
  return { asked, send };
}

const authorized = { authorization: `Bearer ${TOKEN}` };
const json = { ...authorized, "content-type": "application/json" };

Deno.test("nothing of the operator's interface is told without the token", async () => {
  const { send, asked } = routes();
  const refused: readonly (readonly [string | null, string])[] = [
    [null, "auth.required"],
    ["", "auth.required"],
    ["Bearer", "auth.required"],
    ["Bearer ", "auth.required"],
    [`Basic ${TOKEN}`, "auth.required"],
    [TOKEN, "auth.required"],
    [`Bearer ${TOKEN} ${TOKEN}`, "auth.required"],
    [`Bearer ${TOKEN}x`, "auth.invalid_token"],
    [`Bearer ${TOKEN.slice(1)}`, "auth.invalid_token"],
    [`Bearer ${TOKEN.toUpperCase()}`, "auth.invalid_token"],
    [`Bearer ${"t".repeat(5000)}`, "auth.invalid_token"],
  ];
  for (const [authorization, code] of refused) {
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
      for (const url of [TRUST, "http://admin.example/", "http://admin.example/v1/other"]) {
        const response = await send(method, url, authorization === null ? {} : { authorization });
        assert.equal(response.status, 401, `${method} ${url} ${authorization}`);
        assert.equal((await response.json()).error.code, code);
        const error = code === "auth.invalid_token" ? ', error="invalid_token"' : "";
        assert.equal(response.headers.get("www-authenticate"), `Bearer realm="skillmount admin"${error}`);
        assert.equal(response.headers.get("cache-control"), "no-store");
      }
    }
  }
  assert.deepEqual(asked, []);
});

Deno.test("the lists are read and changed as JSON", async () => {
  const { send, asked } = routes();
  const listed = await send("GET", TRUST, { authorization: `bearer ${TOKEN}` });
  assert.equal(listed.status, 200);
  assert.equal(listed.headers.get("cache-control"), "no-store");
  assert.deepEqual(await listed.json(), {
    repositories: [{
      address: "/gh/acme/library",
      verified: true,
      featured: false,
      blocked: false,
      changedAt: "1970-01-01T00:00:00.000Z",
    }],
  });
  const changed = await send("POST", TRUST, json, '{"action":"verify","address":"/gh/acme/library"}');
  assert.equal(changed.status, 200);
  assert.equal((await changed.json()).changedAt, null);
  assert.deepEqual(asked, ["list", "verify /gh/acme/library"]);
});

Deno.test("what is no change is refused with the form of one", async () => {
  const { send, asked } = routes();
  const bodies = [
    "",
    "null",
    "[]",
    "{",
    '{"action":"verify"}',
    '{"action":"delete","address":"/gh/a/b"}',
    '{"action":"verify","address":""}',
    '{"action":"verify","address":7}',
    '{"action":"verify","address":"/gh/a/b","more":1}',
    '{"__proto__":{"action":"verify","address":"/gh/a/b"}}',
  ];
  for (const body of bodies) {
    const response = await send("POST", TRUST, json, body);
    assert.equal(response.status, 400, body);
    assert.equal((await response.json()).error.code, "request.invalid");
  }
  assert.equal((await send("POST", TRUST, authorized, "{}")).status, 415);
  assert.equal((await send("POST", TRUST, json, " ".repeat(20_000))).status, 413);
  assert.equal((await send("DELETE", TRUST, authorized)).status, 405);
  assert.equal((await send("GET", "http://admin.example/v1/other", authorized)).status, 404);
  assert.deepEqual(asked, []);
});
