import assert from "node:assert/strict";
import type { TreeListing } from "../../../contracts/domain.ts";
import type { Resolution } from "../../../contracts/git_host.ts";
import type { GitLimits } from "../../../src/hosts/git/mod.ts";
import { formatAddress, parseAddress } from "../../../src/format/mod.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { commitHash, gitHost, reasonOf, valueOf } from "./_host.ts";
import { DEFAULT, readAll, ref, serve } from "./_stage.ts";

Deno.test("a repository never seen is had with four requests at most, its files among them", async () => {
  await using stage = await serve({ "README.md": "# Library\n", "skills/a/SKILL.md": "---\nname: a\n---\n" });
  const { host, library } = stage;
  const resolution = await host.resolve(library, DEFAULT);
  assert(resolution.ok);
  await readAll(host, library, resolution.value.commit);
  assert.deepEqual(stage.asked(), ["capabilities", "refs", "commit"]);
});

Deno.test("a moving address costs one request when what is known has grown old, a named ref too", async () => {
  await using stage = await serve({ "README.md": "# Library\n" });
  const { host, library, clock, repository } = stage;
  await repository.git(["branch", "feature"]);
  for (const revision of [DEFAULT, ref("feature")]) {
    await host.repository("acme", "library");
    await host.resolve(library, revision);
    stage.asked();
    clock.advance(61_000);
    await host.repository("acme", "library");
    assert.equal(reasonOf(await host.resolve(library, revision)), "success");
    assert.deepEqual(stage.asked(), ["refs"]);
  }
});

Deno.test("an answer is used again for one question alone: the next sees a push", async () => {
  await using stage = await serve({ "README.md": "# Library\n" });
  const { host, library, clock, repository } = stage;
  await host.resolve(library, DEFAULT);
  const pushed = await repository.commit({ "README.md": "# Changed\n" });
  clock.advance(2000);
  const resolution = await host.resolve(library, DEFAULT);
  assert(resolution.ok);
  assert.equal(resolution.value.commit, pushed);
});

Deno.test("a new commit costs three requests, and only what is new travels", async () => {
  const noise = (seed: number) =>
    Uint8Array.from({ length: 50_000 }, (_, at) => {
      const mixed = Math.imul(at + seed * 1_000_003, 2_654_435_761);
      return Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519) >>> 24;
    });
  let bytes = 0;
  await using stage = await serve({ "README.md": "0\n" }, { fetch: counting((count) => bytes += count) });
  const { host, library, clock, repository } = stage;
  await repository.commit(
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`skills/${at}.bin`, noise(at)])),
  );
  clock.advance(2000);
  const before = valueOf(await host.resolve(library, DEFAULT));
  const known = valueOf(await host.tree(library, before.commit, 1000));
  assert(bytes > 500_000);
  await repository.commit({ "skills/3.bin": noise(100), "skills/new.md": "# New\n" });
  await repository.git(["rm", "--quiet", "README.md"]);
  await repository.commit({});
  clock.advance(61_000);
  stage.asked();
  bytes = 0;
  const { commit } = valueOf(await host.resolve(library, DEFAULT));
  const tree = valueOf(await host.tree(library, commit, 1000, known));
  const listed = tree.entries.map(({ path, hash, size }) => `${hash} ${size} ${path}`).sort();
  const expected = await repository.git(["ls-tree", "-r", "-l", "HEAD"]);
  assert.deepEqual(
    listed,
    expected.split("\n").map((line) => line.replace(/^\d+ blob (\S+) +(\d+)\t(.*)$/, "$1 $2 $3")).sort(),
  );
  const changed = tree.entries.filter(({ path }) => /3\.bin|new\.md/.test(path) && !path.includes("13"));
  const signal = new AbortController().signal;
  const blobs = await Array.fromAsync(host.blobs(library, commit, changed, signal));
  assert.equal(blobs.length, 2);
  assert.deepEqual(stage.asked(), ["refs", "commit", "blobs"]);
  assert(bytes < 70_000, `${bytes} bytes`);
  // Going back costs nothing but its directories.
  stage.asked();
  const back = valueOf(await host.tree(library, before.commit, 1000, known));
  assert.deepEqual(back, known);
  assert.deepEqual(stage.asked(), ["commit"]);
});

Deno.test("a commit with too much that is new is fetched as a whole", async () => {
  const files = (text: string) =>
    Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.md`, `${text} ${at}\n`]));
  const few: Partial<GitLimits> = { newBytes: 10 };
  for (const limits of [{ newBytes: 0 }, few]) {
    await using stage = await serve(files("old"), { limits });
    const { host, library, clock, repository } = stage;
    const before = valueOf(await host.resolve(library, DEFAULT));
    const known = valueOf(await host.tree(library, before.commit, 1000));
    await repository.commit(limits.newBytes ? { "0.md": "x\n" } : files("new"));
    clock.advance(2000);
    const after: Resolution = valueOf(await host.resolve(library, DEFAULT));
    stage.asked();
    const tree: TreeListing = valueOf(await host.tree(library, after.commit, 1000, known));
    assert.equal(tree.entries.length, 9);
    assert.equal(stage.asked().at(-1), "commit");
  }
});

Deno.test("a fetch in flight ends as soon as nobody waits for it any more", async () => {
  let asked = Promise.withResolvers<void>();
  const stalled = new Set(["commit", "sizes"]);
  await using stage = await serve({ "README.md": "0\n", "large.bin": "x".repeat(2000) }, {
    readFileBytes: 1000,
    intercept: async (request) => {
      const body = request.method === "POST" ? await request.clone().text() : "";
      const kind = body.includes("filter blob:limit") ? "commit" : body.includes("want ") ? "sizes" : "other";
      if (!stalled.has(kind)) return undefined;
      await request.body?.cancel();
      asked.resolve();
      return new Response(new ReadableStream({ pull: () => new Promise(() => {}) }), {
        headers: { "content-type": "application/x-git-upload-pack-result" },
      });
    },
  });
  const { host, library, repository } = stage;
  const commit = commitHash(await repository.git(["rev-parse", "HEAD"]));
  for (const kind of ["commit", "sizes"]) {
    asked = Promise.withResolvers();
    const ending = new AbortController();
    const listing = host.tree(library, commit, 10, null, ending.signal);
    await asked.promise;
    ending.abort();
    assert.deepEqual(await listing, {
      ok: false,
      error: { reason: "unavailable", detail: "the request was given up" },
    });
    stalled.delete(kind);
  }
  assert.equal(reasonOf(await host.tree(library, commit, 10, null, AbortSignal.abort())), "unavailable");
  assert.equal(reasonOf(await host.tree(library, commit, 10)), "success");
});

Deno.test("a repository that is gone, or asks for credentials, is found no longer, its commits neither", async () => {
  for (const status of [404, 401]) {
    let isGone = false;
    await using stage = await serve({ "README.md": "0\n" }, {
      intercept: () => isGone ? new Response(null, { status }) : undefined,
    });
    const { host, library, clock } = stage;
    const resolution = await host.resolve(library, DEFAULT);
    assert(resolution.ok);
    isGone = true;
    clock.advance(61_000);
    assert.equal(reasonOf(await host.repository("acme", "library")), "not_found");
    assert.equal(reasonOf(await host.resolve(library, DEFAULT)), "not_found");
    assert.equal(reasonOf(await host.tree(library, resolution.value.commit, 10)), "not_found");
  }
});

Deno.test("owners may be nested where the host has them so", async () => {
  await using repository = await createGitRepository({ "README.md": "0\n" });
  await using server = createGitHttpServer({
    repositories: new Map([["group/sub/library", repository.gitDir]]),
  });
  const host = gitHost({ baseUrl: server.url, nestedOwners: true });
  assert.equal(reasonOf(await host.repository("group/sub", "library")), "success");
  assert.equal(host.rules.nestedOwners, true);
  for (const name of [".", "..", "a/b", "a%2fb", "a b", "", "a?b", "a#b"]) {
    assert(!host.rules.repo.test(name), name);
  }
  for (const owner of [".", "..", "~", "a/b", "-\n"]) assert(!host.rules.owner.test(owner), owner);
});

Deno.test("the identity of a repository is where it is", async () => {
  await using repository = await createGitRepository({ "README.md": "0\n" });
  await using server = createGitHttpServer({
    repositories: new Map([["acme/library", repository.gitDir], ["acme/other", repository.gitDir]]),
  });
  const idOf = async (name: string) => {
    const facts = await gitHost({ baseUrl: server.url }).repository("acme", name);
    assert(facts.ok);
    return facts.value.id;
  };
  assert.equal(await idOf("library"), await idOf("library"));
  assert.notEqual(await idOf("library"), await idOf("other"));
});

Deno.test("a host that ignores letter case has one identity for every spelling of a name", () => {
  const host = gitHost({ ignoresCase: true });
  const hosts = new Map([[host.key, host.rules]]);
  const spellings = ["acme/library", "Acme/Library", "ACME/LIBRARY"].map((name) => `/${host.key}/${name}`);
  const parsed = spellings.map((address) => parseAddress(address, hosts));
  assert.deepEqual(
    parsed.map((one) => one.ok && formatAddress(one.value, hosts)),
    spellings.map(() => `/${host.key}/acme/library`),
  );
});

Deno.test("a host that cannot be read says what it lacks, and that no change of the repository helps", async (t) => {
  const served = (body: string, type: string) => () =>
    Promise.resolve(new Response(body, { headers: { "content-type": type } }));
  const advertised = "application/x-git-upload-pack-advertisement";
  const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, "0")}${text}`;
  const table: Record<string, { fetch: typeof fetch; detail: string | null; foreign: number }> = {
    "version 1 or 0 alone": {
      fetch: served(
        `${line("# service=git-upload-pack\n")}0000${line(`${"a".repeat(40)} HEAD\0multi_ack\n`)}0000`,
        advertised,
      ),
      detail: "the host does not speak version 2 of git's protocol",
      foreign: 0,
    },
    "files alone": {
      fetch: served(`${"a".repeat(40)}\trefs/heads/main\n`, "text/plain; charset=utf-8"),
      detail: "the host offers the repository as files, not over git's smart HTTP protocol",
      foreign: 0,
    },
    // As where nothing is: whether somebody may sign in there must not show.
    "a page that asks who is there": {
      fetch: served("<!doctype html><title>Sign in</title>", "text/html"),
      detail: null,
      foreign: 1,
    },
    "nothing": { fetch: served("", "text/plain"), detail: null, foreign: 1 },
  };
  for (const [what, { fetch, detail, foreign }] of Object.entries(table)) {
    await t.step(what, async () => {
      let told = 0;
      const clock = manualClock();
      const host = gitHost({ fetch, clock, onForeign: () => told++ });
      for (let asked = 0; asked < 3; asked++) {
        const answer = await host.repository("acme", `library${asked}`);
        assert(!answer.ok);
        const { error } = answer;
        assert.equal(error.reason, detail === null ? "not_found" : "unsupported");
        assert.equal("detail" in error ? error.detail : null, detail);
        if (detail !== null) assert("remedy" in error && error.remedy?.startsWith("The host has to "));
      }
      assert.equal(told, foreign, "once, however often strangers ask");
      clock.advance(3_600_000);
      await host.repository("acme", "library");
      assert.equal(told, foreign * 2);
    });
  }
});

/** A `fetch` that tells how many bytes come in. */
function counting(count: (bytes: number) => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        count(chunk.length);
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(counter) ?? null, response);
  };
}
