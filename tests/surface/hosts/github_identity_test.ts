/** Whose content an address serves, and from when on it serves none. */
import assert from "node:assert/strict";
import { createGitRepository } from "../../support/git_repository.ts";
import { header } from "../cases.ts";
import {
  commitFeature,
  DOWN,
  type GithubProcess,
  githubWorld,
  HOUR_MS,
  LIBRARY,
  LIFETIME_MS,
  ORIGIN,
} from "./_github.ts";
import { callTool, message } from "../mcp.ts";

const ADMIN_TOKEN = "0123456789abcdef0123456789abcdef";
const NOTICE = "this repository is not verified";

function indexed({ logged }: GithubProcess): number {
  return logged.filter((line) => line.includes('"event":"index.ready"')).length;
}

async function trust({ fetch }: GithubProcess, action: string, address = LIBRARY): Promise<number> {
  const response = await fetch(
    new Request(`${ORIGIN}/admin/v1/trust`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ action, address }),
    }),
  );
  await response.body?.cancel();
  return response.status;
}

Deno.test("a renamed repository is served under both names, from one index", async () => {
  await using world = await githubWorld();
  const server = await world.process();
  const before = await server.read();
  world.gitDirs.set("acme/books", world.repository.gitDir);
  world.gitDirs.delete("acme/library");
  world.api.repositories.delete("acme/library");
  world.api.repositories.set("acme/books", { id: 4711, owner: "acme", name: "books", description: "Skills" });
  world.api.renamed.set("acme/library", 4711);
  world.gitAnswer = (request) => {
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith("/acme/library.git/")) return undefined;
    const location = pathname.replace("library", "books") + search;
    return new Response(null, { status: 301, headers: { location } });
  };
  world.clock.advance(HOUR_MS + 1);
  assert.equal(await server.read(), before);
  const renamed = await server.read("/gh/acme/books");
  assert.equal(renamed.replaceAll("acme/books", "acme/library"), before);
  assert.equal(indexed(server), 1);
  await world.repository.commit({ "docs/a.md": "# Two\n" });
  world.clock.advance(LIFETIME_MS);
  assert.match(await server.read(), /# Two/);
  assert.match(await server.read("/gh/acme/books"), /# Two/);
  assert.equal(indexed(server), 2);
});

Deno.test("a transferred repository keeps its index and a block, and loses the mark of trust", async () => {
  await using world = await githubWorld();
  const server = await world.process({ ADMIN_TOKEN });
  assert.equal(await trust(server, "verify"), 200);
  assert(!(await server.read()).includes(NOTICE));
  world.gitDirs.set("other/library", world.repository.gitDir);
  world.api.repositories.set("other/library", { id: 4711, owner: "other", name: "library" });
  world.api.repositories.delete("acme/library");
  world.api.renamed.set("acme/library", 4711);
  world.clock.advance(HOUR_MS + 1);
  for (const address of [LIBRARY, "/gh/other/library"]) {
    assert((await server.read(address)).includes(NOTICE), address);
  }
  assert.equal(await trust(server, "block", "/gh/other/library"), 200);
  for (const address of [LIBRARY, "/gh/other/library"]) {
    assert.equal(await server.refusal(address), "mount.repo_not_found", address);
  }
});

Deno.test("a repository that is known by its name alone gets on no list, and a known one does without quota", async () => {
  await using world = await githubWorld();
  const server = await world.process({ ADMIN_TOKEN });
  const limited = () => new Response("{}", { status: 429 });
  world.api.answer = limited;
  await server.read();
  for (const action of ["verify", "block"]) assert.equal(await trust(server, action), 503, action);
  world.api.answer = null;
  world.clock.advance(LIFETIME_MS);
  await server.read();
  world.api.answer = limited;
  world.clock.advance(2 * HOUR_MS);
  assert.equal(await trust(server, "block"), 200);
  assert.equal(await server.refusal(LIBRARY), "mount.repo_not_found");
});

Deno.test("a name that another repository took has no mark of trust while the API does not say whose it is", async () => {
  await using world = await githubWorld();
  const server = await world.process({ ADMIN_TOKEN });
  assert.equal(await trust(server, "verify"), 200);
  assert(!(await server.read()).includes(NOTICE));
  const tip = await world.repository.git(["rev-parse", "HEAD"]);
  world.api.answer = () => new Response("{}", { status: 429 });
  world.clock.advance(HOUR_MS + 1);
  // The very commit that was vouched for keeps its mark, also in a process that begins now.
  assert(!(await server.read()).includes(NOTICE));
  assert(!(await (await world.process({ ADMIN_TOKEN })).read()).includes(NOTICE));

  await using another = await createGitRepository({ "docs/a.md": "# Another\n" });
  world.gitDirs.set("acme/library", another.gitDir);
  world.clock.advance(LIFETIME_MS);
  const theirs = await another.git(["rev-parse", "HEAD"]);
  for (const process of [server, await world.process({ ADMIN_TOKEN })]) {
    for (const address of [LIBRARY, `${LIBRARY}@main`, `${LIBRARY}@${theirs}`]) {
      const text = await process.read(address);
      assert.match(text, /# Another/, address);
      assert(text.includes(NOTICE), address);
    }
  }

  // Once the API tells that the first one is back under its name, nothing of the other is taken for its own.
  world.api.answer = null;
  world.gitDirs.set("acme/library", world.repository.gitDir);
  world.clock.advance(2 * HOUR_MS);
  assert(!(await server.read()).includes(NOTICE));
  assert(!(await server.read(`${LIBRARY}@${tip}`)).includes(NOTICE));
  assert.equal(await server.refusal(`${LIBRARY}@${theirs}`), "mount.ref_not_found");
});

Deno.test("a push that the API confirms nothing of is served without the mark of trust until it does", async () => {
  await using world = await githubWorld();
  const server = await world.process({ ADMIN_TOKEN });
  assert.equal(await trust(server, "verify"), 200);
  assert(!(await server.read()).includes(NOTICE));
  world.api.answer = () => new Response("{}", { status: 429 });
  await world.repository.commit({ "docs/a.md": "# Two\n" });
  world.clock.advance(HOUR_MS + 1);
  const pushed = await server.read();
  assert.match(pushed, /# Two/);
  assert(pushed.includes(NOTICE));
  world.api.answer = null;
  world.clock.advance(HOUR_MS);
  assert(!(await server.read()).includes(NOTICE));
});

Deno.test("a name that came to mean another repository serves nothing of the one before", async () => {
  await using world = await githubWorld();
  const server = await world.process();
  await server.read();
  const [old] = (await world.repository.git(["rev-parse", "HEAD"])).split("\n");
  await server.read(`${LIBRARY}@${old}`);
  await using another = await createGitRepository({ "docs/a.md": "# Another\n" });
  world.gitDirs.set("acme/library", another.gitDir);
  world.api.repositories.set("acme/library", { id: 4712, owner: "acme", name: "library" });
  world.clock.advance(HOUR_MS + 1);
  assert.match(await server.read(), /# Another/);
  assert.equal(await server.refusal(`${LIBRARY}@${old}`), "mount.ref_not_found");
  // Nor while it cannot be asked.
  world.gitAnswer = DOWN;
  world.clock.advance(LIFETIME_MS);
  assert.match(await server.read(), /# Another/);
});

Deno.test("an address in any letter case is one repository, indexed once", async () => {
  await using world = await githubWorld();
  world.api.repositories.set("acme/library", { id: 4711, owner: "Acme", name: "Library" });
  world.gitDirs.set("Acme/Library", world.repository.gitDir);
  const server = await world.process();
  const texts = await Promise.all(
    ["/gh/acme/library", "/gh/Acme/Library", "/gh/ACME/LIBRARY"].map((address) => server.read(address)),
  );
  assert.equal(new Set(texts).size, 1);
  assert.equal(indexed(server), 1);
  assert.equal(world.api.requests.length, 1);
});

Deno.test("an empty repository is served, holds nothing, and is filled by its first push", async () => {
  await using world = await githubWorld({});
  const server = await world.process();
  const browsed = await server.browse();
  assert.equal(header(browsed, "Entries"), "none");
  assert.equal(header(browsed, "Below"), "0 skills");
  await world.repository.commit({ "docs/a.md": "# One\n" });
  world.clock.advance(LIFETIME_MS);
  assert.match(await server.read(), /# One/);
});

Deno.test("a repository turned private is gone within the lifetime, whatever was asked and by whom", async (t) => {
  for (
    const [what, answer, token] of [
      ["git asks for credentials", () => new Response(null, { status: 401 }), null],
      ["git knows nothing of it", () => new Response(null, { status: 404 }), null],
      ["REST says so", null, "token-1"],
    ] as const
  ) {
    await t.step(what, async () => {
      await using world = await githubWorld(undefined, token);
      const server = await world.process();
      const [commit] = (await world.repository.git(["rev-parse", "HEAD"])).split("\n");
      const addresses = [LIBRARY, `${LIBRARY}@main`, `${LIBRARY}@${commit}`, `${LIBRARY}/docs`];
      for (const address of addresses) await server.read(address);
      world.gitAnswer = answer;
      world.api.repositories.set("acme/library", { id: 4711, owner: "acme", name: "library", private: true });
      world.clock.advance(LIFETIME_MS);
      const requests = (address: string) => [
        new Request(ORIGIN + address),
        ...["tools/list", "skills/list", "resources/list", "server/discover", "prompts/list"].map((method) =>
          message("modern", ORIGIN + address, { method })
        ),
        message("legacy", ORIGIN + address, { method: "resources/list" }),
        message("modern", ORIGIN + address, {
          method: "resources/read",
          params: { uri: "skill://gh/acme/library/docs/a.md" },
        }),
      ];
      for (const address of addresses) {
        assert.equal(await server.refusal(address), "mount.repo_not_found", address);
        for (const request of requests(address)) {
          const response = await server.fetch(request);
          assert.equal(response.status, 404);
          assert.match(await response.text(), /mount\.repo_not_found/);
        }
      }
    });
  }
});

Deno.test("what only a repository's time before it was private served is proven anew", async () => {
  await using world = await githubWorld();
  const server = await world.process();
  const secret = await world.repository.commit({ "docs/a.md": "# Secret\n" });
  await server.read();
  await server.read(`${LIBRARY}@${secret}`);
  world.gitAnswer = () => new Response(null, { status: 404 });
  world.clock.advance(LIFETIME_MS);
  assert.equal(await server.refusal(LIBRARY), "mount.repo_not_found");
  await world.repository.git(["reset", "--quiet", "--hard", "HEAD~1"]);
  world.gitAnswer = null;
  world.clock.advance(LIFETIME_MS);
  assert.match(await server.read(), /# One/);
  assert.equal(await server.refusal(`${LIBRARY}@${secret}`), "mount.ref_not_found");
});

Deno.test("after a force-push the new commit is served, and the old one to who pinned it", async () => {
  await using world = await githubWorld();
  await world.repository.commit({ "docs/a.md": "# Two\n" });
  const server = await world.process();
  const [, pinned = ""] = /pin it with (\S+)\)/.exec(header(await server.read(), "Commit") ?? "") ?? [];
  await world.repository.git(["reset", "--quiet", "--hard", "HEAD~1"]);
  await world.repository.commit({ "docs/a.md": "# Instead\n" });
  world.clock.advance(LIFETIME_MS);
  assert.match(await server.read(), /# Instead/);
  // Nobody used the pin before, and the host no longer proves it.
  assert.match(await server.read(pinned), /# Two/);
  assert.match(await (await world.process()).read(pinned), /# Two/);
});

Deno.test("a deleted branch is gone after its lifetime, and the commit that its results named is not", async () => {
  await using world = await githubWorld();
  const { git } = world.repository;
  const tip = await commitFeature(world.repository);
  const server = await world.process();
  assert.match(await server.read(`${LIBRARY}@feature`), /# Feature/);
  await git(["branch", "-D", "feature"]);
  assert.match(await server.read(`${LIBRARY}@feature`), /# Feature/);
  world.clock.advance(LIFETIME_MS);
  assert.equal(await server.refusal(`${LIBRARY}@feature`), "mount.ref_not_found");
  assert.match(await server.read(`${LIBRARY}@${tip}`), /# Feature/);
});

Deno.test("a commit that only a fork has is refused, although the host hands it out", async () => {
  await using world = await githubWorld();
  const { git, writeTree, commitTree } = world.repository;
  const docs = await writeTree([{ name: "a.md", mode: "100644", content: "# Of a fork\n" }]);
  const tree = await writeTree([{ name: "docs", mode: "040000", content: docs }]);
  const fork = await commitTree(tree, [await git(["rev-parse", "HEAD"])]);
  await git(["update-ref", "refs/pull/1/head", fork]);
  const server = await world.process();
  await server.read();
  for (const ref of [fork, fork.slice(0, 12), "refs/pull/1/head", "pull/1/head"]) {
    const address = `${LIBRARY}@${ref}${ref.includes("/") ? ":" : ""}`;
    assert.equal(await server.refusal(address), "mount.ref_not_found", ref);
  }
});

Deno.test("LFS pointers, symlinks and submodules are named as such and never followed", async () => {
  const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "a".repeat(64) + "\nsize 12\n";
  await using world = await githubWorld();
  const { git, writeTree, commitTree } = world.repository;
  const docs = await writeTree([
    { name: "a.md", mode: "100644", content: "# One\n" },
    { name: "link.md", mode: "120000", content: "../../etc/passwd" },
    { name: "pointer.md", mode: "100644", content: pointer },
  ]);
  const tree = await writeTree([
    { name: "docs", mode: "040000", content: docs },
    { name: "vendor", mode: "160000", content: "b".repeat(40) },
  ]);
  await git(["update-ref", "refs/heads/main", await commitTree(tree)]);
  const server = await world.process();
  const browsed = await server.read();
  assert.match(browsed, /# One/);
  const read = (path: string) =>
    callTool(server.fetch, "modern", ORIGIN + LIBRARY, "read_repo_file", { path });
  assert.match((await read("docs/pointer.md")).text, /LFS/);
  for (const path of ["docs/link.md", "vendor", "vendor/README.md", "etc/passwd"]) {
    const refused = await read(path);
    assert(refused.isError, path);
    assert.match(refused.text, /file\.not_found/);
  }
});

Deno.test("a commit pinned on a branch counts as the default branch's once it was merged", async () => {
  await using world = await githubWorld();
  const { git } = world.repository;
  const tip = await commitFeature(world.repository);
  const server = await world.process({ ADMIN_TOKEN });
  assert.equal(await trust(server, "verify"), 200);
  const pinned = `${LIBRARY}@${tip}`;
  assert((await server.read(pinned)).includes(NOTICE));
  await git(["merge", "--quiet", "--ff-only", "feature"]);
  world.clock.advance(HOUR_MS);
  world.asked();
  assert(!(await server.read(pinned)).includes(NOTICE));
  assert(!(await (await world.process({ ADMIN_TOKEN })).read(pinned)).includes(NOTICE));
  // Proven once, it is not asked about again.
  world.clock.advance(2 * HOUR_MS);
  world.asked();
  await server.read(pinned);
  assert.deepEqual(world.asked().filter((kind) => kind === "history"), []);
});

Deno.test("a commit that was never merged stays served, and is looked for once an hour", async () => {
  await using world = await githubWorld();
  const { git } = world.repository;
  const tip = await commitFeature(world.repository);
  const server = await world.process({ ADMIN_TOKEN });
  assert.equal(await trust(server, "verify"), 200);
  const pinned = `${LIBRARY}@${tip}`;
  await server.read(`${LIBRARY}@feature`);
  await server.read(pinned);
  await git(["branch", "-D", "feature"]);
  world.clock.advance(HOUR_MS);
  world.asked();
  for (let time = 0; time < 3; time++) {
    world.clock.advance(LIFETIME_MS);
    assert((await server.read(pinned)).includes(NOTICE));
  }
  assert(world.asked().filter((kind) => kind === "history").length <= 1);
});
