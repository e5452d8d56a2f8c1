/** A client that scans: what it costs git hosts, on whichever surface it asks. */
import assert from "node:assert/strict";
import { gitHost } from "../../support/git_host.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { testServer } from "../../support/test_server.ts";
import { message } from "../mcp.ts";

const ORIGIN = "http://skills.example";
const SCANNER = "198.51.100.7";
const SOMEBODY = "203.0.113.9";
const LOOKUPS = 6;
const BROWSE = { method: "tools/call", params: { name: "browse_repo", arguments: {} } };

Deno.test("a client that scans has a host asked so often, whatever it asks through; what is known stays open", async () => {
  await using repository = await createGitRepository({ "README.md": "# Read me\n" });
  await using git = createGitHttpServer({ repositories: new Map([["acme/one", repository.gitDir]]) });
  const kinds: string[] = [];
  const host = gitHost({ baseUrl: git.url, onRequest: (kind) => kinds.push(kind) });
  await using server = await testServer({
    mode: "start",
    hosts: [host],
    environment: { LOOKUP_NEW_PER_CLIENT: String(LOOKUPS), LOOKUP_NEW_PER_HOST: "1000" },
  });
  const known = () => new Request(`${ORIGIN}/api/v1/mounts/code/acme/one`);
  // An agent's call waits until the commit is read, so that nothing asks the host in the background.
  await (await server.fetch(message("modern", `${ORIGIN}/code/acme/one`, BROWSE), SOMEBODY)).text();

  const askings: readonly ((address: string) => Request)[] = [
    (address) => new Request(`${ORIGIN}/api/v1/mounts${address}`),
    (address) => new Request(`${ORIGIN}/icon${address}`),
    (address) => new Request(`${ORIGIN}${address}/.well-known/agent-skills/index.json`),
    (address) => new Request(ORIGIN + address, { headers: { accept: "text/html" } }),
    (address) => message("modern", ORIGIN + address, BROWSE),
    (address) => message("legacy", ORIGIN + address, BROWSE),
  ];
  kinds.length = 0;
  const statuses: number[] = [];
  for (let round = 0; round < 5; round++) {
    for (const [index, asking] of askings.entries()) {
      const response = await server.fetch(asking(`/code/acme/missing-${round}-${index}`), SCANNER);
      statuses.push(response.status);
      if (response.status === 429) assert.match(response.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
      await response.body?.cancel();
    }
  }
  assert.deepEqual(statuses, [...Array(LOOKUPS).fill(404), ...Array(30 - LOOKUPS).fill(429)]);
  // A git server is asked for each name with and without its suffix.
  assert(kinds.length <= 2 * LOOKUPS, `${kinds.length} requests`);

  const open = await server.fetch(known(), SCANNER);
  assert.equal(open.status, 200);
  await open.body?.cancel();
  const another = await server.fetch(
    new Request(`${ORIGIN}/api/v1/mounts/code/acme/missing-for-another`),
    SOMEBODY,
  );
  assert.equal(another.status, 404);
  await another.body?.cancel();
});
