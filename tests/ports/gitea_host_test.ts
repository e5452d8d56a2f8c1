/**
 * The promises of the port on a real Gitea or Forgejo: `GITEA_BIN=/path/to/gitea deno task gitea`.
 */
import assert from "node:assert/strict";
import { z } from "zod";
import { createGitRepository } from "../support/git_repository.ts";
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
      host: gitHost({ baseUrl: server.url, apiUrl: `${server.url}/api/v1`, verified: true }),
      owner: GITEA_OWNER,
      name: "library",
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  });

  Deno.test("Gitea says which repository a name leads to, renamed or made anew", async () => {
    await using repository = await createGitRepository();
    await repository.commit({ "SKILL.md": "---\nname: one\ndescription: One.\n---\n" });
    await using server = await startGitea(binary);
    const host = gitHost({ baseUrl: server.url, apiUrl: `${server.url}/api/v1` });
    const found = async (name: string, as = host) => {
      const answer = await as.repository(GITEA_OWNER, name);
      return answer.ok ? answer.value : answer.error.reason;
    };
    await server.push(repository, "library");
    const first = await found("library");
    assert(typeof first === "object" && /^\d+$/.test(first.id), JSON.stringify(first));

    const { sha1: token } = z.object({ sha1: z.string() }).parse(
      await server.api("POST", `/users/${GITEA_OWNER}/tokens`, { name: "t", scopes: ["read:repository"] }),
    );
    await server.api("PATCH", `/repos/${GITEA_OWNER}/library`, { private: true });
    assert.equal(await found("library"), "not_found");
    const seen = await found("library", host.as({ token }));
    assert(typeof seen === "object");
    assert.deepEqual([seen.id, seen.visibility], [first.id, "private"]);

    await server.api("PATCH", `/repos/${GITEA_OWNER}/library`, { private: false, name: "renamed" });
    for (const name of ["renamed", "library"]) {
      const renamed = await found(name);
      assert(typeof renamed === "object", `${name}: ${JSON.stringify(renamed)}`);
      assert.deepEqual([renamed.id, renamed.name], [first.id, "renamed"]);
    }
    await server.push(repository, "library");
    const second = await found("library");
    assert(typeof second === "object");
    assert.notEqual(second.id, first.id);
  });
}
