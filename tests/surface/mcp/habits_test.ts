/** What clients send that do not write what the schema says, and mean what it says. */
import assert from "node:assert/strict";
import { testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { callTool, ERAS, message, post } from "../mcp.ts";
import { answer, URL_ } from "./_connection.ts";

/** A message of an era whose params hold what the type of a message has no place for. */
function asSent(request: Request, change: (body: Record<string, unknown>) => unknown): Promise<Request> {
  return request.json().then((body) => {
    const headers = Object.fromEntries(request.headers);
    return post(request.url, change(body), headers);
  });
}

for (const era of ERAS) {
  Deno.test(`a ${era} call takes whole numbers from text, and blank arguments for left out`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const skill = "marketing/skills/ad-copy/SKILL.md";
    const url = `${URL_}/marketing`;
    const text = async (tool: string, args: unknown) => {
      const called = await callTool(server.fetch, era, url, tool, args);
      assert(!called.isError, called.text);
      return called.text;
    };
    for (
      const [tool, sent, meant] of [
        ["browse_repo", null, {}],
        ["browse_repo", { path: null }, {}],
        ["browse_repo", { path: null, cursor: "", limit: 1 }, { limit: 1 }],
        ["browse_repo", { cursor: null, limit: "1" }, { limit: 1 }],
        ["browse_repo", { limit: "" }, {}],
        ["search_repo", { query: "ads", path: null, limit: "2", cursor: "" }, { query: "ads", limit: 2 }],
        ["load_skill", { path: skill, cursor: "" }, { path: skill }],
        ["read_repo_file", { path: skill, offset: "3", limit: "4" }, { path: skill, offset: 3, limit: 4 }],
        ["read_repo_file", { path: skill, offset: null, limit: "" }, { path: skill }],
      ] as const
    ) assert.equal(await text(tool, sent), await text(tool, meant), JSON.stringify(sent));
  });

  Deno.test(`a ${era} list takes null and an empty cursor for the first page`, async () => {
    await using server = await testServer({ files: LIBRARY });
    await callTool(server.fetch, era, URL_, "browse_repo", {});
    for (
      const method of [
        "tools/list",
        "prompts/list",
        "resources/list",
        "skills/list",
        "resources/templates/list",
      ]
    ) {
      const first = (await answer(server, message(era, URL_, { method }))).body.result;
      for (const cursor of [null, ""]) {
        const { status, body } = await answer(server, message(era, URL_, { method, params: { cursor } }));
        assert.deepEqual([status, { ...body.result, ttlMs: 0 }], [200, { ...first, ttlMs: 0 }], method);
      }
      const wrong = await answer(server, message(era, URL_, { method, params: { cursor: 1 } }));
      assert.equal(wrong.body.error.code, -32602);
    }
  });
}

Deno.test("params that are null are none, and so is null in what a client says of itself", async () => {
  await using server = await testServer({ files: LIBRARY });
  const bare = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const first = (await answer(server, post(URL_, bare))).body.result;
  for (const params of [null, { _meta: null }, { cursor: null, _meta: { progressToken: null } }]) {
    assert.deepEqual((await answer(server, post(URL_, { ...bare, params }))).body.result, first);
  }
  const batch = await answer(server, post(URL_, [{ ...bare, params: null }]));
  assert.deepEqual(batch.body[0].result, first);

  const initialize = await answer(
    server,
    post(URL_, {
      ...bare,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: { experimental: null, sampling: null },
        clientInfo: { name: "a", version: "1", title: null },
        _meta: null,
      },
    }),
  );
  assert.equal(initialize.body.result.protocolVersion, "2025-11-25");

  const modern = await asSent(message("modern", URL_, { method: "tools/list" }), (body) => {
    const { _meta } = Object(body.params);
    return {
      ...body,
      params: {
        cursor: null,
        _meta: {
          ..._meta,
          progressToken: null,
          "io.modelcontextprotocol/clientInfo": { name: "a", version: "1", title: null, icons: null },
          "io.modelcontextprotocol/clientCapabilities": { sampling: null, elicitation: null },
          "io.modelcontextprotocol/logLevel": null,
        },
      },
    };
  });
  const { status, body } = await answer(server, modern);
  assert.equal(status, 200);
  assert.deepEqual(body.result.tools, first.tools);
});
