import assert from "node:assert/strict";
import { success } from "../../../contracts/result.ts";
import type { GitHost } from "../../../contracts/git_host.ts";
import { repositoryOf, scriptedHost } from "../../support/scripted_host.ts";
import { testServer } from "../../support/test_server.ts";
import { callTool } from "../mcp.ts";
import { ORIGIN, restClient } from "../rest.ts";

const AT = "gh/acme/library";
const LARGE = "docs/large.md";

/** A host with one commit, of which one file is larger than it tells. */
function untellingHost(): GitHost {
  const host = scriptedHost();
  const commit = host.commit({ "docs/small.md": "# Small\n", [LARGE]: "# Large\n" });
  return {
    ...host,
    verified: true,
    repository: () => Promise.resolve(success(repositoryOf(host.key, "library"))),
    resolve: () => Promise.resolve(success({ commit, kind: "branch", name: "main", onDefaultBranch: true })),
    async tree(...given) {
      const tree = await host.tree(...given);
      if (!tree.ok) return tree;
      const entries = tree.value.entries.map((entry) =>
        entry.path === LARGE ? { ...entry, size: 50_000_001, least: true as const } : entry
      );
      return success({ ...tree.value, entries });
    },
  };
}

Deno.test("a size that its host does not tell is a lower bound on every surface", async () => {
  await using server = await testServer({ hosts: [untellingHost()] });
  const { get, ready } = await restClient(server);
  const { body: { documents } } = await ready(`/api/v1/mounts/${AT}`);
  const { body: { entries } } = await get(`/api/v1/browse/${AT}?path=docs`);
  for (const listed of [documents, entries]) {
    assert.deepEqual(listed.map(({ path, size, least }: typeof listed[number]) => [path, size, least]), [
      [LARGE, 50_000_001, true],
      ["docs/small.md", 8, false],
    ]);
  }
  const refused = await get(`/api/v1/files/${AT}?path=${LARGE}`);
  assert.deepEqual(refused.body.error.details, { path: LARGE, size: 50_000_001, least: true });

  const page = async (query: string) => {
    const request = new Request(`${ORIGIN}/${AT}?${query}`, { headers: { accept: "text/html" } });
    return await (await server.fetch(request)).text();
  };
  assert.match(await page("path=docs"), /48 MiB or more, at its source/);
  assert.match(await page(`file=${LARGE}`), /48 MiB or more/);

  const said = async (tool: string, path: string) =>
    (await callTool(server.fetch, "modern", `${ORIGIN}/${AT}`, tool, { path })).text;
  assert.match(await said("browse_repo", "docs"), /50,?000,?001 bytes or more/);
  assert.match(await said("read_repo_file", LARGE), /50000001 bytes or more/);
});
