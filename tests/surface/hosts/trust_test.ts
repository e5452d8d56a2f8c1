/** The operator's lists on the whole server: what a client can and cannot tell. */
import assert from "node:assert/strict";
import { type TestServer, testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { ERAS, message } from "../mcp.ts";

const ORIGIN = "http://127.0.0.1";
const TOKEN = "0123456789abcdef0123456789abcdef";
const environment = { ADMIN_TOKEN: TOKEN, LOCAL_VERIFIED: "0" };
const SKILL = "marketing/skills/ad-copy/SKILL.md";

const QUESTIONS: readonly { readonly method: string; readonly params: Record<string, unknown> }[] = [
  {
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  },
  { method: "server/discover", params: {} },
  { method: "tools/list", params: {} },
  { method: "prompts/list", params: {} },
  { method: "prompts/get", params: { name: "use_skill", arguments: { path: SKILL } } },
  { method: "tools/call", params: { name: "browse_repo", arguments: {} } },
  { method: "tools/call", params: { name: "search_repo", arguments: { query: "ads" } } },
  { method: "tools/call", params: { name: "load_skill", arguments: { path: SKILL } } },
  { method: "tools/call", params: { name: "read_repo_file", arguments: { path: "docs/voice.md" } } },
  { method: "tools/call", params: { name: "no_such_tool", arguments: {} } },
  { method: "skills/list", params: {} },
  { method: "skills/get", params: { uri: `skill://local/acme/library/${SKILL}` } },
  { method: "resources/list", params: {} },
  { method: "resources/read", params: { uri: `skill://local/acme/library/${SKILL}` } },
  { method: "resources/directory/read", params: { uri: "skill://local/acme/library/marketing" } },
  { method: "no/such/method", params: {} },
];

async function change(server: TestServer, action: string, address: string): Promise<void> {
  const response = await server.fetch(
    new Request(`${ORIGIN}/admin/v1/trust`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ action, address }),
    }),
  );
  assert.equal(response.status, 200, await response.text());
}

/** Everything of an answer that a client sees. */
async function seen(server: TestServer, request: Request): Promise<string> {
  request.headers.set("x-request-id", "same-for-all");
  const response = await server.fetch(request);
  return JSON.stringify([response.status, [...response.headers].sort(), await response.text()]);
}

/** Every kind of request to an address, as a client of either era and as a person. */
function requestsTo(address: string): readonly Request[] {
  const url = ORIGIN + address;
  const plain = ["text/html", "*/*", "application/json", "text/event-stream"].flatMap((accept) =>
    ["GET", "HEAD"].map((method) => new Request(url, { method, headers: { accept } }))
  );
  const asked = ERAS.flatMap((era) => QUESTIONS.map((question) => message(era, url, question)));
  const broken = new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{",
  });
  return [...plain, ...asked, broken, new Request(url, { method: "DELETE" })];
}

Deno.test("a blocked repository answers every request byte for byte like one that does not exist", async () => {
  await using server = await testServer({ files: LIBRARY, environment });
  const opened = await server.fetch(
    message("modern", `${ORIGIN}/local/acme/library`, {
      method: "tools/call",
      params: { name: "browse_repo", arguments: {} },
    }),
  );
  const [pinned = ""] = /\/local\/acme\/library@[0-9a-f]{40}/.exec(await opened.text()) ?? [];
  const suffixes = ["", "/marketing", "/no-such-folder", "@main", pinned.slice("/local/acme/library".length)];
  // Warm, pinned and indexed before the block.
  for (const suffix of suffixes) {
    for (const request of requestsTo(`/local/acme/library${suffix}`)) await server.fetch(request);
  }
  await change(server, "verify", "/local/acme/library");
  await change(server, "block", "/local/acme/library");
  for (const suffix of suffixes) {
    const blocked = requestsTo(`/local/acme/library${suffix}`);
    const missing = requestsTo(`/local/acme/missing${suffix}`);
    for (const [index, request] of blocked.entries()) {
      const other = missing[index];
      assert(other !== undefined);
      const what = `${request.method} ${suffix} ${index}`;
      assert.equal(
        await seen(server, request),
        (await seen(server, other)).replaceAll("missing", "library"),
        what,
      );
    }
  }
  await change(server, "clear", "/local/acme/library");
  const [first] = requestsTo("/local/acme/library");
  assert(first !== undefined);
  assert.equal((await server.fetch(first)).status, 200);
});

Deno.test("a verified repository has no provenance notice, and any other has", async () => {
  await using server = await testServer({ files: LIBRARY, environment });
  const notice = "this repository is not verified";
  const browse = async () =>
    await (await server.fetch(
      message("modern", `${ORIGIN}/local/acme/library`, {
        method: "tools/call",
        params: { name: "browse_repo", arguments: {} },
      }),
    )).text();
  assert((await browse()).includes(notice));
  await change(server, "verify", "/local/acme/library");
  assert(!(await browse()).includes(notice));
  await change(server, "clear", "/local/acme/library");
  assert((await browse()).includes(notice));
});

Deno.test("no web page of another origin reaches the operator's interface", async () => {
  await using server = await testServer({ files: LIBRARY, environment });
  const authorization = `Bearer ${TOKEN}`;
  const url = `${ORIGIN}/admin/v1/trust`;
  for (const method of ["GET", "OPTIONS", "POST"]) {
    const known = await server.fetch(new Request(url, { method, headers: { authorization } }));
    const unknown = await server.fetch(new Request(url, { method }));
    for (const { headers } of [known, unknown]) {
      assert(![...headers.keys()].some((name) => name.startsWith("access-control-")), method);
    }
    assert.equal(unknown.status, 401);
  }
  assert(!server.logged.some((line) => line.includes(TOKEN) || line.includes("acme")));
});

Deno.test("there is no operator's interface where no token is configured", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (const method of ["GET", "POST"]) {
    const [admin, other] = await Promise.all(
      ["/admin/v1/trust", "/admin/no/route"].map((path) =>
        seen(server, new Request(ORIGIN + path, { method, headers: { authorization: "Bearer x" } }))
      ),
    );
    assert.equal(admin, other);
    assert(admin?.startsWith("[404,"));
  }
});
