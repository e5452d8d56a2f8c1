/** What a deployment that is open to the world refuses, on every surface. */
import assert from "node:assert/strict";
import type { GitHost } from "../../../contracts/git_host.ts";
import { gitHost } from "../../support/git_host.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { testServer } from "../../support/test_server.ts";
import { ERAS, message, post } from "../mcp.ts";

const NAMES = ["one", "two", "three"];

/** A git server on which each of `NAMES` is the same repository, and every request that it had. */
async function withHost(): Promise<AsyncDisposable & { readonly host: GitHost; readonly kinds: string[] }> {
  const repository = await createGitRepository({ "README.md": "# Read me\n" });
  const server = createGitHttpServer({
    repositories: new Map(NAMES.map((name) => [`acme/${name}`, repository.gitDir])),
  });
  const kinds: string[] = [];
  const host = gitHost({ baseUrl: server.url, onRequest: (kind) => kinds.push(kind) });
  return {
    host,
    kinds,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
    },
  };
}

const URL_ = "http://skills.example/code/acme";
const BROWSE = { method: "tools/call", params: { name: "browse_repo", arguments: {} } };

Deno.test("a deployment with an allow-list refuses everything off it, without asking the host", async () => {
  await using git = await withHost();
  await using server = await testServer({
    mode: "start",
    hosts: [git.host],
    environment: { ALLOWED_REPOSITORIES: "code/acme/one" },
  });
  for (const repository of ["two", "nothing", "nothing@main/docs"]) {
    for (const era of ERAS) {
      const response = await server.fetch(message(era, `${URL_}/${repository}`, BROWSE));
      assert.equal(response.status, 403);
      const { error, jsonrpc } = await response.json();
      assert.deepEqual([jsonrpc, error.data.code], ["2.0", "mount.not_allowed"]);
    }
    const page = await server.fetch(
      new Request(`${URL_}/${repository}`, { headers: { accept: "text/html" } }),
    );
    assert.equal(page.status, 403);
    await page.body?.cancel();
  }
  assert.deepEqual(git.kinds, []);
  const response = await server.fetch(message("modern", `${URL_}/one`, BROWSE));
  assert.equal(response.status, 200);
  assert.match(await response.text(), /Read me/);
});

Deno.test("what is malformed, unknown or asks for nothing resolves no ref and starts no indexing", async () => {
  await using git = await withHost();
  await using server = await testServer({ mode: "start", hosts: [git.host] });
  const url = `${URL_}/one`;
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const unknownRevision = message("modern", url, BROWSE);
  unknownRevision.headers.set("mcp-protocol-version", "2099-01-01");
  for (
    const request of [
      post(url, "{"),
      post(url, { ...ping, id: null }),
      post(url, { ...ping, method: "logging/setLevel" }),
      post(url, { ...ping, method: "resources/read" }),
      post(url, ping, { "mcp-protocol-version": "1999-01-01" }),
      post(url, { jsonrpc: "2.0", method: "notifications/initialized" }),
      post(url, Array(21).fill(ping)),
      message("modern", url, { method: "nothing/here" }),
      message("modern", url, { method: "initialize" }),
      unknownRevision,
    ]
  ) {
    const response = await server.fetch(request);
    await response.body?.cancel();
    assert([200, 202, 400, 404].includes(response.status), `${response.status}`);
  }
  assert.deepEqual(git.kinds, []);
});

Deno.test("a client that starts too many unseen repositories is told when it may go on, and others are not", async () => {
  await using git = await withHost();
  await using server = await testServer({
    mode: "start",
    hosts: [git.host],
    environment: { INDEX_NEW_PER_CLIENT: "1" },
  });
  const ask = (repository: string, peer: string, forwardedFor?: string) => {
    const request = message("modern", `${URL_}/${repository}`, BROWSE);
    if (forwardedFor !== undefined) request.headers.set("x-forwarded-for", forwardedFor);
    return server.fetch(request, peer);
  };
  const statusOf = async (...asked: Parameters<typeof ask>) => {
    const response = await ask(...asked);
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await statusOf("one", "203.0.113.7"), 200);
  const refused = await ask("two", "203.0.113.7");
  assert.equal(refused.status, 429);
  const seconds = Number(refused.headers.get("retry-after"));
  assert(seconds > 3500 && seconds <= 3600);
  assert.equal((await refused.json()).error.data.code, "rate.limited");

  assert.equal(await statusOf("two", "127.0.0.1", "203.0.113.7"), 429, "behind a proxy on this machine");
  assert.equal(await statusOf("two", "203.0.113.7", "198.51.100.1"), 429, "whatever the client says it is");
  assert.equal(await statusOf("one", "203.0.113.7"), 200, "what was seen is never limited");
  assert.equal(await statusOf("two", "203.0.113.8"), 200);
  assert.equal(await statusOf("two", "203.0.113.7"), 200);
  assert(!server.logged.join("\n").includes("203.0.113"), "no address is logged");
});

Deno.test("nothing limits how many repositories of this machine its owner opens", async () => {
  const names = ["a", "b", "c"];
  await using server = await testServer({
    files: Object.fromEntries(names.map((name) => [`acme/${name}/README.md`, "# Read me\n"])),
    environment: { INDEX_NEW_PER_CLIENT: "1" },
  });
  for (const name of names) {
    const request = message("modern", `http://127.0.0.1/local/acme/${name}`, BROWSE);
    const response = await server.fetch(request, "127.0.0.1");
    assert.match(await response.text(), /Read me/);
  }
});

Deno.test("a large answer counts as on its way until its client has read it, in both eras", async () => {
  await using server = await testServer({
    files: {
      "acme/a/skills/x/SKILL.md": "---\nname: x\ndescription: Holds a large file.\n---\n",
      "acme/a/skills/x/large.bin": new Uint8Array(1_500_000).fill(0xff),
    },
  });
  const url = "http://127.0.0.1/local/acme/a";
  const inFlight = async () => {
    const text = await (await server.fetch(new Request("http://127.0.0.1/metrics"))).text();
    return Number(/^skillmount_answers_in_flight_bytes (\d+)$/m.exec(text)?.[1]);
  };
  await (await server.fetch(message("legacy", url, BROWSE))).body?.cancel();
  const params = { uri: "skill://local/acme/a/skills/x/large.bin" };
  for (const era of ERAS) {
    const response = await server.fetch(message(era, url, { method: "resources/read", params }));
    assert(await inFlight() >= 2_000_000, `${await inFlight()}`);
    const text = await response.text();
    assert.equal(Number(response.headers.get("content-length")), text.length);
    assert.equal(JSON.parse(text).result.contents[0].blob.length, 2_000_000);
    assert.equal(await inFlight(), 0);
  }
});
