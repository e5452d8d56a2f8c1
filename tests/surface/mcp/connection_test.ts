import assert from "node:assert/strict";
import { testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { callTool, ERAS, message } from "../mcp.ts";
import { answer, opening, URL_ } from "./_connection.ts";

for (const era of ERAS) {
  Deno.test(`a ${era} connection introduces the mount`, async () => {
    await using server = await testServer({ files: LIBRARY });
    // Indexed first: a connection waits for that, but not as long as a slow machine may take.
    await callTool(server.fetch, era, URL_, "browse_repo", {});
    const { status, body: { result } } = await answer(server, opening(era));
    assert.equal(status, 200);
    assert.deepEqual(result.capabilities, {
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
    });
    assert.match(result.instructions, /browse_repo[^]*search_repo[^]*load_skill[^]*read_repo_file/);
    assert.match(result.instructions, / under skill:\/\/local\/acme\/library\/$/m);
    assert([...result.instructions].length <= 2000);
    const info = era === "modern" ? result._meta["io.modelcontextprotocol/serverInfo"] : result.serverInfo;
    assert.equal(info.title, "Acme library");
    assert.equal(info.description, "Skills for tests.");
    assert.equal(info.websiteUrl, "http://127.0.0.1/local/acme/library");
    assert.equal(info.icons, undefined);
    assert.equal(typeof info.version, "string");
  });

  Deno.test(`a ${era} connection lists four read-only tools and one prompt`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const tools = (await answer(server, message(era, URL_, { method: "tools/list" }))).body.result;
    assert.deepEqual(
      tools.tools.map((tool: { name: string }) => tool.name),
      ["browse_repo", "search_repo", "load_skill", "read_repo_file"],
    );
    const prompts = (await answer(server, message(era, URL_, { method: "prompts/list" }))).body.result;
    assert.deepEqual(prompts.prompts.map((prompt: { name: string }) => prompt.name), ["use_skill"]);
    if (era === "modern") {
      for (const { ttlMs, cacheScope } of [tools, prompts]) {
        assert.deepEqual({ ttlMs, cacheScope }, { ttlMs: 86_400_000, cacheScope: "public" });
      }
    }
  });

  Deno.test(`a ${era} call of an unknown tool or prompt is invalid params`, async () => {
    await using server = await testServer({ files: LIBRARY });
    for (
      const [method, params] of [
        ["tools/call", { name: "browse", arguments: {} }],
        ["tools/call", { name: "__proto__", arguments: {} }],
        ["prompts/get", { name: "use", arguments: { path: "x" } }],
        ["prompts/get", { name: "use_skill", arguments: {} }],
        ["prompts/get", { name: "use_skill", arguments: { path: "nothing/SKILL.md" } }],
      ] as const
    ) {
      const { body } = await answer(server, message(era, URL_, { method, params }));
      assert.equal(body.error.code, -32602, JSON.stringify(params));
      assert.equal(body.id, 1);
    }
  });

  Deno.test(`a ${era} prompt starts loading the skill and says how to go on`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const path = "marketing/skills/ad-copy/SKILL.md";
    const { body } = await answer(
      server,
      message(era, URL_, { method: "prompts/get", params: { name: "use_skill", arguments: { path } } }),
    );
    const [{ role, content }] = body.result.messages;
    assert.equal(role, "user");
    assert.match(
      content.text,
      /load_skill \{"path":"marketing\/skills\/ad-copy\/SKILL\.md","cursor":"[\w-]+"\}/,
    );
    assert(new TextEncoder().encode(JSON.stringify(body.result)).length <= 24_576);
  });

  Deno.test(`a ${era} error of an argument is a result that names it, its rule and a next step`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const table: readonly (readonly [tool: string, args: unknown, says: RegExp])[] = [
      ["browse_repo", { limit: 0 }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { limit: "0" }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { limit: "1.5" }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { limit: "0x10" }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { limit: "twenty" }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { limit: true }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { limit: [] }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { limit: 1.5 }, /limit must be a whole number from 1 to 200/],
      ["browse_repo", { directory: "x" }, /the arguments are path, cursor, limit/],
      ["browse_repo", { directory: null }, /the arguments are path, cursor, limit/],
      ["browse_repo", { cursor: "x".repeat(513) }, /cursor must be text of 1 to 512 characters/],
      ["browse_repo", { cursor: 1 }, /cursor must be text of 1 to 512 characters/],
      ["browse_repo", { cursor: "bm90IG91cnM" }, /cursor/],
      ["browse_repo", { path: "/marketing" }, /[Pp]ath/],
      ["browse_repo", { path: "marketing/../.." }, /[Pp]ath/],
      ["browse_repo", { path: "x".repeat(1025) }, /path must be text of at most 1024 characters/],
      ["browse_repo", { path: "nothing" }, /nothing/],
      ["search_repo", {}, /query is missing/],
      ["search_repo", { query: null }, /query must be text of 1 to 500 characters/],
      ["search_repo", { query: "" }, /query must be text of 1 to 500 characters/],
      ["search_repo", { query: 404 }, /query must be text of 1 to 500 characters/],
      ["search_repo", { query: " \n\t" }, /query must be text of 1 to 500 characters, not blank/],
      ["search_repo", { query: "🜁".repeat(501) }, /query must be text of 1 to 500 characters/],
      ["search_repo", { query: "ads", limit: 26 }, /limit must be a whole number from 1 to 25/],
      ["load_skill", { path: "ad-copy" }, /marketing\/skills\/ad-copy\/SKILL\.md/],
      ["load_skill", { path: "marketing/skills/broken/SKILL.md" }, /[Rr]ead/],
      ["read_repo_file", { path: "README.md", offset: -1 }, /offset must be a whole number from 0/],
      [
        "read_repo_file",
        { path: "README.md", limit: 100_001 },
        /limit must be a whole number from 1 to 100000/,
      ],
      ["read_repo_file", { path: "marketing" }, /[Bb]rowse/],
      ["read_repo_file", { path: "marketing/skills/ad-copy/logo.bin" }, /UTF-8/],
    ];
    await callTool(server.fetch, era, URL_, "browse_repo", {});
    for (const [tool, args, says] of table) {
      const { text, isError } = await callTool(server.fetch, era, URL_, tool, args);
      assert(isError, `${tool} ${JSON.stringify(args)}: ${text}`);
      assert.match(text, says);
      assert.match(text, /^Next: /m);
    }
  });

  Deno.test(`a ${era} request counts 500 characters of a query, not their UTF-16 units`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const { isError } = await callTool(server.fetch, era, URL_, "search_repo", { query: "🜁".repeat(500) });
    assert(!isError);
  });

  Deno.test(`a ${era} message to what is not found is an HTTP error that both kinds of reader understand`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const table: readonly (readonly [path: string, status: number, code: string])[] = [
      ["/local/acme/nothing", 404, "mount.repo_not_found"],
      ["/local/acme/library@nothing", 404, "mount.ref_not_found"],
      ["/local/acme/library/nothing", 404, "mount.path_not_found"],
      ["/local/acme/library//", 400, "address.path_invalid"],
      ["/local/acme", 400, "address.invalid"],
      ["/gh/acme/library", 400, "address.host_unknown"],
      ["/local/acme/library.git", 400, "address.repo_invalid"],
      ["/local/acme/library@a..b", 400, "address.ref_invalid"],
      ["/local/acme/library/a%2Fb", 400, "address.encoding"],
      [`/local/acme/library/${"x".repeat(2048)}`, 400, "address.too_long"],
    ];
    await callTool(server.fetch, era, URL_, "browse_repo", {});
    for (const [path, status, code] of table) {
      const found = await answer(server, opening(era, `http://127.0.0.1${path}`));
      assert.equal(found.status, status, path);
      const { jsonrpc, id, error } = found.body;
      assert.deepEqual({ jsonrpc, id, code: error.data.code }, { jsonrpc: "2.0", id: 1, code }, path);
      assert.equal(typeof error.message, "string");
    }
  });
}

Deno.test("the modern look-up of a server may be kept as long as its ref, or a day when pinned", async () => {
  await using server = await testServer({ files: LIBRARY });
  const moving = (await answer(server, opening("modern"))).body.result;
  assert(moving.ttlMs <= 1000);
  assert.equal(moving.cacheScope, "public");
  const commit = /^Commit: ([0-9a-f]{40})/m.exec(moving.instructions)?.[1];
  const pinned = (await answer(server, opening("modern", `${URL_}@${commit}`))).body.result;
  assert.equal(pinned.ttlMs, 86_400_000);
});

Deno.test("logs hold neither what was asked nor what was answered", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (const era of ERAS) {
    await callTool(server.fetch, era, URL_, "search_repo", { query: "confidential ads", path: "marketing" });
    await callTool(server.fetch, era, URL_, "read_repo_file", { path: "README.md" });
  }
  const text = server.logged.join("\n");
  assert.match(text, /"event":"request"/);
  for (const secret of ["confidential", "README", "marketing", "holds", "acme"]) {
    assert(!text.includes(secret), secret);
  }
});
