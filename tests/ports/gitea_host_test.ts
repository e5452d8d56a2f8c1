/**
 * The promises of the port on a real Gitea or Forgejo: `GITEA_BIN=/path/to/gitea deno task gitea`.
 */
import assert from "node:assert/strict";
import { parseHostKey } from "../../src/format/mod.ts";
import { createGitHost } from "../../src/hosts/git/mod.ts";
import { GITEA_OWNER, startGitea } from "../support/gitea_server.ts";
import { manualClock } from "../support/manual_clock.ts";
import { gitHostSuite } from "./git_host_suite.ts";

const binary = Deno.env.get("GITEA_BIN");

if (binary === undefined) {
  Deno.test({
    name: "Gitea keeps the promises of the port (skipped: GITEA_BIN names no program)",
    ignore: true,
    fn: () => {},
  });
} else {
  gitHostSuite("Gitea", async (repository) => {
    const server = await startGitea(binary);
    await server.push(repository, "library");
    const key = parseHostKey("code");
    assert(key.ok);
    const host = createGitHost({
      key: key.value,
      baseUrl: server.url,
      nestedOwners: false,
      lifetimes: { repository: 60, ref: 60 },
      fetch,
      clock: manualClock(),
      verified: true,
    });
    return {
      host,
      owner: GITEA_OWNER,
      name: "library",
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  });
}
