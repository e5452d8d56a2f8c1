import assert from "node:assert/strict";
import type { Clock } from "../../contracts/ambient.ts";
import { createAuthorizedFetch, keptInMemory, parseServerUrl, type SignedIn } from "../../src/remote/mod.ts";

const CLOCK: Clock = { now: () => 0, sleep: () => new Promise(() => {}) };
const ADDRESS = "https://skills.example/gh/acme/library";
const ANSWER = { jsonrpc: "2.0", id: 1, result: {} };

/** One request through it; what the server saw, and what came back. */
async function ask(
  answer: (asked: Request) => Response | Promise<Response>,
  { key = null, kept = null }: { readonly key?: string | null; readonly kept?: SignedIn | null } = {},
) {
  const url = parseServerUrl(ADDRESS);
  assert(url.ok);
  const secret = keptInMemory<SignedIn>();
  await secret.change(() => Promise.resolve({ keep: kept, answer: null }));
  const seen: Request[] = [];
  const logged: string[] = [];
  const handler = createAuthorizedFetch({
    url: url.value,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      seen.push(request.clone());
      return await answer(request);
    },
    clock: CLOCK,
    log: (_, event, fields) => void logged.push(JSON.stringify({ event, ...fields })),
    kept: secret,
    key,
    show: () => assert.fail("nobody sits here"),
  });
  const response = await handler(
    new Request(ADDRESS, { method: "POST", headers: { "mcp-method": "ping" }, body: "{}" }),
  );
  return {
    seen,
    logged,
    status: response.status,
    type: response.headers.get("content-type"),
    text: await response.text(),
  };
}

const messageOf = (text: string): string => JSON.parse(text).error.message;

Deno.test("createAuthorizedFetch() sends what it is given on, with the headers of the protocol and without credentials", async () => {
  const { seen: [request], text } = await ask(() => Response.json(ANSWER));
  assert.deepEqual(JSON.parse(text), ANSWER);
  assert.equal(request?.url, ADDRESS);
  assert.equal(request?.headers.get("mcp-method"), "ping");
  assert.equal(request?.headers.has("authorization"), false);
  assert.equal(request?.redirect, "manual");
});

Deno.test("createAuthorizedFetch() shows a key, and asks nobody where it is refused", async () => {
  const { seen, text } = await ask(
    () => Response.json({ error: { code: "auth.invalid_token", message: "No" } }, { status: 401 }),
    { key: "sk_live_a" },
  );
  assert.deepEqual(seen.map(({ headers }) => headers.get("authorization")), ["Bearer sk_live_a"]);
  assert.equal(messageOf(text), "No");
});

Deno.test("createAuthorizedFetch() carries events, and an accepted notification without a body", async () => {
  const events = `event: message\ndata: ${JSON.stringify(ANSWER)}\n\n`;
  const stream = await ask(() => new Response(events, { headers: { "content-type": "text/event-stream" } }));
  assert.deepEqual([stream.type, stream.text], ["text/event-stream", events]);
  const accepted = await ask(() => new Response(null, { status: 202 }));
  assert.deepEqual([accepted.status, accepted.text], [202, ""]);
});

Deno.test("createAuthorizedFetch() tells what no message came of, and follows nothing", async (t) => {
  const html = { "content-type": "text/html" };
  const table: readonly [string, () => Response, RegExp][] = [
    [
      "redirect",
      () => new Response(null, { status: 302, headers: { location: "https://evil.example" } }),
      /redirect/,
    ],
    [
      "page of a proxy",
      () => new Response("<html>", { status: 502, headers: html }),
      /answers 502 and no message/,
    ],
    ["page", () => new Response("<html>", { headers: html }), /answers 200 and no message/],
    ["too large", () => Response.json("x".repeat(17 * 1024 * 1024)), /larger than 16 MiB/],
    ["no connection", () => {
      throw new TypeError("connection refused");
    }, /Cannot get an answer from skills\.example: connection refused/],
  ];
  for (const [name, answer, expected] of table) {
    await t.step(name, async () => {
      const { seen, text } = await ask(answer);
      assert.match(messageOf(text), expected);
      assert.equal(seen.length, 1);
    });
  }
});

Deno.test("createAuthorizedFetch() trusts no sign-in document of another origin or of another address", async (t) => {
  const challenge = (metadata: string) => ({ "www-authenticate": `Bearer resource_metadata="${metadata}"` });
  const own = "https://skills.example/.well-known/oauth-protected-resource/gh/acme/library";
  const table: readonly [string, string, unknown, RegExp][] = [
    ["another origin", "https://evil.example/document", {}, /of another origin/],
    ["another address", own, { resource: "https://skills.example/gh/acme/lib" }, /of another address/],
    ["another server", own, { resource: "https://evil.example/" }, /of another address/],
    ["nobody", own, { resource: ADDRESS, authorization_servers: [] }, /nobody who signs people in/],
    [
      "plain",
      own,
      { resource: ADDRESS, authorization_servers: ["http://a.example"] },
      /nobody who signs people in/,
    ],
  ];
  for (const [name, metadata, document, expected] of table) {
    await t.step(name, async () => {
      const { seen, text } = await ask(({ url }) =>
        url === ADDRESS
          ? new Response(null, { status: 401, headers: challenge(metadata) })
          : Response.json(document)
      );
      assert.match(messageOf(text), expected);
      assert(seen.every(({ url }) => new URL(url).host === "skills.example"));
    });
  }
});

Deno.test("parseServerUrl() takes what credentials may be sent to", () => {
  for (
    const url of [
      "https://skills.example/a",
      "http://127.0.0.1:8000/a",
      "http://localhost/a",
      "http://[::1]/",
    ]
  ) {
    assert(parseServerUrl(url).ok, url);
  }
  for (
    const url of [
      "",
      "skills.example",
      "ftp://a",
      "http://a.example",
      "https://a:b@c.example",
      "http://127.0.0.1.evil.example",
    ]
  ) {
    assert(!parseServerUrl(url).ok, url);
  }
});
