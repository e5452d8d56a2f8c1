/** A git server and this machine serve the same repository: the same text, once addresses are set aside. */
import assert from "node:assert/strict";
import { gitHost } from "../../support/git_host.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { callTool, message } from "../mcp.ts";

const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ["browse_repo", {}],
  ["browse_repo", { path: "marketing/skills" }],
  ["search_repo", { query: "short ads" }],
  ["load_skill", { path: "marketing/skills/ad-copy/SKILL.md" }],
  ["load_skill", { path: "engineering/skills/review/SKILL.md" }],
  ["read_repo_file", { path: "docs/voice.md" }],
  ["read_repo_file", { path: "marketing/skills/ad-copy/logo.bin" }],
  ["read_repo_file", { path: "marketing/skills/missing/SKILL.md" }],
];

Deno.test("a git server's repository reads as it does on this machine", async () => {
  const files = Object.fromEntries(
    Object.entries(LIBRARY).map(([path, content]) => [path.replace(/^acme\/library\//, ""), content]),
  );
  await using repository = await createGitRepository({ ...files, LICENSE: "MIT License\n" });
  await using gitServer = createGitHttpServer({
    repositories: new Map([["acme/library", repository.gitDir]]),
  });
  const kinds: string[] = [];
  const host = gitHost({ baseUrl: gitServer.url, onRequest: (kind) => kinds.push(kind) });
  await using server = await testServer({
    directories: new Map([["acme/library", repository.gitDir]]),
    hosts: [host],
    environment: { LOCAL_VERIFIED: "0" },
  });
  const served = (where: string, tool: string, args: Record<string, unknown>) =>
    callTool(server.fetch, "modern", `http://127.0.0.1/${where}/acme/library`, tool, args);
  for (const [tool, args] of CALLS) {
    const [there, here] = await Promise.all([served("code", tool, args), served("local", tool, args)]);
    assert.equal(there.isError, here.isError, there.text);
    assert.equal(withoutAddress(there.text), withoutAddress(here.text), `${tool} ${JSON.stringify(args)}`);
  }
  assert.deepEqual(kinds, ["capabilities", "refs", "commit"]);
});

Deno.test("a push is served at the next look, and only what it changed is fetched", async () => {
  await using repository = await createGitRepository({
    "docs/a.md": "# One\n",
    "docs/b.md": "# Two\n",
    "c.md": "# C\n",
  });
  await using gitServer = createGitHttpServer({
    repositories: new Map([["acme/library", repository.gitDir]]),
  });
  const clock = manualClock();
  const kinds: string[] = [];
  const host = gitHost({
    baseUrl: gitServer.url,
    lifetimes: { repository: 0, ref: 0 },
    clock,
    onRequest: (kind) => kinds.push(kind),
  });
  await using server = await testServer({ hosts: [host] });
  const call = (tool: string, args: Record<string, unknown>) =>
    callTool(server.fetch, "modern", "http://127.0.0.1/code/acme/library", tool, args);
  const read = async (path: string) => {
    // Reading a file waits for no index; browsing does.
    await call("browse_repo", {});
    return await call("read_repo_file", { path });
  };
  assert.match((await read("docs/a.md")).text, /# One/);
  await repository.commit({ "docs/a.md": "# Changed\n" });
  clock.advance(2000);
  kinds.splice(0);
  assert.match((await read("docs/a.md")).text, /# Changed/);
  assert.deepEqual(kinds, ["refs", "commit", "blobs"]);
  assert.match((await read("docs/b.md")).text, /# Two/);
});

Deno.test("what a git server does not have, or hides, is one answer", async () => {
  await using gitServer = createGitHttpServer({
    repositories: new Map(),
    intercept: (request) => request.url.includes("private") ? new Response(null, { status: 401 }) : undefined,
  });
  const host = gitHost({ baseUrl: gitServer.url });
  await using server = await testServer({ hosts: [host] });
  const [missing, hidden] = await Promise.all(["missing", "private"].map(async (name) => {
    const url = `http://127.0.0.1/code/acme/${name}`;
    const response = await server.fetch(message("modern", url, { method: "tools/list" }));
    return { status: response.status, body: (await response.text()).replaceAll(name, "<name>") };
  }));
  assert.equal(missing?.status, 404);
  assert.deepEqual(missing, hidden);
});

function withoutAddress(text: string): string {
  return text.replace(/\bcode\/acme/g, "local/acme").replace(/cursor[^\n]*/g, "");
}

Deno.test("a block holds for every letter case of a name, on a git server that ignores it", async () => {
  await using repository = await createGitRepository({ "docs/a.md": "# One\n" });
  const spellings = ["acme/library", "ACME/library", "acme/Library", "aCmE/LiBrArY"];
  await using gitServer = createGitHttpServer({
    repositories: new Map(spellings.map((name) => [name, repository.gitDir])),
  });
  const token = "0123456789abcdef0123456789abcdef";
  await using server = await testServer({
    hosts: [gitHost({ baseUrl: gitServer.url })],
    environment: { ADMIN_TOKEN: token },
  });
  const statusOf = async (name: string) => {
    const response = await server.fetch(new Request(`http://127.0.0.1/api/v1/mounts/code/${name}`));
    await response.body?.cancel();
    return response.status;
  };
  for (const name of spellings) assert.equal(await statusOf(name), 200, name);
  const blocked = await server.fetch(
    new Request("http://127.0.0.1/admin/v1/trust", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ action: "block", address: "/code/acme/library" }),
    }),
  );
  assert.equal(blocked.status, 200, await blocked.text());
  for (const name of spellings) assert.equal(await statusOf(name), 404, name);
});
