/**
 * The promises of the port on a real Gitea or Forgejo: `GITEA_BIN=/path/to/gitea deno task gitea`.
 */
import { gitHost } from "../support/git_host.ts";
import { GITEA_OWNER, startGitea } from "../support/gitea_server.ts";
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
    return {
      host: gitHost({ baseUrl: server.url, verified: true }),
      owner: GITEA_OWNER,
      name: "library",
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  });
}
