import assert from "node:assert/strict";
import type { CommitHash, RepoPath } from "../../../contracts/addresses.ts";
import type { Repository } from "../../../contracts/git_host.ts";
import { parseCommitHash, parseRepoPath } from "../../../src/format/mod.ts";
import { githubHost, serve, valueOf } from "./_stage.ts";

Deno.test("webUrl() and rawUrl() lead to the file at its commit", () => {
  const host = githubHost({ webUrl: "https://github.com" });
  const facts = { description: null, picture: null, visibility: "public", defaultBranch: "main" } as const;
  const library: Repository = {
    host: host.key,
    id: "1" as Repository["id"],
    owner: "Acme",
    name: "Library",
    ...facts,
  };
  const commit = commitOf("a".repeat(40));
  const path = pathOf("docs/a b#c?%20.md");
  const place = `https://github.com/Acme/Library/KIND/${commit}/docs/a%20b%23c%3F%2520.md`;
  assert.equal(host.webUrl(library, commit, path), place.replace("KIND", "blob"));
  assert.equal(host.rawUrl(library, commit, path), place.replace("KIND", "raw"));
  assert.equal(host.webUrl(library, commit, pathOf("")), `https://github.com/Acme/Library/tree/${commit}`);
  assert.equal(host.rawUrl(library, commit, pathOf("")), null);
});

Deno.test("repository() tells the owner's picture only where GitHub keeps nothing but pictures", async (t) => {
  const own = "https://avatars.githubusercontent.com/u/1?v=4";
  const table: readonly (readonly [webUrl: string, picture: string, isTold: boolean])[] = [
    ["https://github.com", own, true],
    ["https://github.com", "http://avatars.githubusercontent.com/u/1", false],
    ["https://github.com", "https://avatars.githubusercontent.com:8443/u/1", false],
    ["https://github.com", "https://a:b@avatars.githubusercontent.com/u/1", false],
    ["https://github.com", "https://avatars.githubusercontent.com.evil.example/u/1", false],
    ["https://github.com", "https://github.com/acme.png", false],
    ["https://github.com", "https://169.254.169.254/latest/meta-data", false],
    ["https://github.com", "file:///etc/passwd", false],
    ["https://github.com", "not a URL", false],
    ["https://git.example", "https://avatars.git.example/u/1?", true],
    ["https://git.example", "https://git.example/avatars/u/1?s=40", true],
    ["https://git.example", "https://git.example/u/../admin", false],
    ["https://git.example", "https://git.example/api/v3/user", false],
    ["https://git.example", own, false],
  ];
  for (const [webUrl, picture, isTold] of table) {
    await t.step(`${picture} of ${webUrl}`, async () => {
      await using stage = await serve();
      const { api, gitUrl } = stage;
      api.repositories.set("acme/library", { id: 1, owner: "Acme", name: "Library", picture });
      const host = githubHost({
        webUrl,
        apiUrl: api.url,
        fetch: (input, init) => {
          const request = new Request(input, init);
          return fetch(new Request(request.url.replace(webUrl, gitUrl), request));
        },
      });
      const told = valueOf(await host.repository("acme", "library")).picture;
      assert.equal(told, isTold ? picture : null);
    });
  }
});

Deno.test("names that GitHub does not allow are no names", () => {
  const { owner, repo, ignoresCase } = githubHost({}).rules;
  assert.equal(ignoresCase, true);
  for (const name of ["acme", "Acme-2", "a_company"]) assert(owner.test(name), name);
  for (const name of ["", "-a", "a.b", "a".repeat(40), "a/b", "a\n"]) assert(!owner.test(name), name);
  for (const name of ["library", ".github", "a.b_c-d"]) assert(repo.test(name), name);
  for (const name of ["", ".", "..", "a b", "a/b", "a".repeat(101), "a\n"]) assert(!repo.test(name), name);
});

function commitOf(text: string): CommitHash {
  const parsed = parseCommitHash(text);
  assert(parsed.ok);
  return parsed.value;
}

function pathOf(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  assert(parsed.ok);
  return parsed.value;
}
