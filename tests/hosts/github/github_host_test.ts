import assert from "node:assert/strict";
import type { CommitHash, RepoPath } from "../../../contracts/addresses.ts";
import type { GitHost, HostFailure, Repository } from "../../../contracts/ports.ts";
import type { Result } from "../../../contracts/result.ts";
import { parseCommitHash, parseHostKey, parseRepoPath } from "../../../src/format/mod.ts";
import { createGithubHost, type GithubHostOptions } from "../../../src/hosts/github/mod.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import {
  createGithubApiServer,
  GITHUB_TROUBLES,
  type GithubApiServer,
} from "../../support/github_api_server.ts";
import { createGitRepository, type GitRepository } from "../../support/git_repository.ts";
import { type ManualClock, manualClock } from "../../support/manual_clock.ts";

interface Stage extends AsyncDisposable {
  readonly host: GitHost;
  readonly api: GithubApiServer;
  readonly clock: ManualClock;
  readonly repository: GitRepository;
  readonly gitUrl: string;
  asked(): string[];
  /** `repository()` as a deployment asks it, which remembers what was said before. */
  ask(name?: string): Promise<Result<Repository, HostFailure>>;
}

const HOUR_MS = 60 * 60_000;

/** What GitHub answers that is an answer after all, or takes the clock to be given up; each has its own test. */
const ANSWERS: ReadonlySet<string> = new Set([
  "not found",
  "closed by law",
  "moved to an id",
  "a drip without end",
]);

Deno.test("a repository never seen is had with four requests, one of them REST", async () => {
  await using stage = await serve();
  const { host } = stage;
  const library = valueOf(await host.repository("acme", "library"));
  const { commit } = valueOf(await host.resolve(library, { kind: "default" }));
  const tree = valueOf(await host.tree(library, commit, 100));
  const blobs = await Array.fromAsync(
    host.blobs(library, commit, tree.entries, new AbortController().signal),
  );
  assert.equal(blobs.length, 1);
  assert.deepEqual(stage.asked().sort(), ["capabilities", "commit", "facts", "refs"]);
});

Deno.test("repository() tells the number, the name as it is written and the description", async () => {
  await using stage = await serve();
  const etag = '"4711-Acme-Library-Skills"';
  assert.deepEqual(await stage.host.repository("acme", "LIBRARY"), {
    ok: true,
    value: {
      host: "gh",
      id: "4711",
      owner: "Acme",
      name: "Library",
      description: "Skills",
      visibility: "public",
      defaultBranch: "main",
      // This GitHub is none of those whose places for pictures are known.
      picture: null,
      confirmed: { at: stage.clock.now(), etag },
    },
  });
});

Deno.test("facts are asked for once an hour without a token, and by their etag with one", async () => {
  for (const token of [null, "token-1"]) {
    await using stage = await serve({ token });
    const { api, clock } = stage;
    for (let index = 0; index < 5; index++) {
      assert.equal(reasonOf(await stage.ask()), "success");
      clock.advance(61_000);
    }
    assert.equal(api.requests.length, token === null ? 1 : 5);
    clock.advance(HOUR_MS);
    assert.equal(reasonOf(await stage.ask()), "success");
    const last = api.requests.at(-1);
    assert.equal(last?.headers.get("if-none-match"), '"4711-Acme-Library-Skills"');
    assert.equal(last?.headers.get("authorization"), token === null ? null : "Bearer token-1");
    assert.equal(stage.asked().filter((kind) => kind === "capabilities").length, 2);
  }
});

Deno.test("what GitHub does not tell leaves a public repository served, its facts stale", async (t) => {
  const known = Object.entries(GITHUB_TROUBLES).filter(([what]) => !ANSWERS.has(what));
  const table: Record<string, GithubApiServer["answer"]> = {
    ...Object.fromEntries(known),
    "no JSON": () => new Response("<html>"),
    "another shape": () => Response.json({ id: "4711" }),
    "a name that is none": () =>
      Response.json({ id: 1, name: "../x", owner: { login: "acme" }, private: false, description: null }),
    "no end": () =>
      new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536).fill(32)) })),
    "a redirect beside the API": () => moved("/login"),
    "a redirect with credentials": () => moved("http://user:word@127.0.0.1/repositories/4711"),
    "a redirect without end": () => moved("/repos/acme/library"),
  };
  for (const [what, answer] of Object.entries(table)) {
    await t.step(what, async () => {
      await using stage = await serve();
      const { api, clock } = stage;
      api.answer = answer;
      const unseen = valueOf(await stage.ask());
      assert.equal(unseen.stale, true);
      assert.match(unseen.id, /^name-[0-9a-f]{32}$/);
      api.answer = null;
      clock.advance(2 * HOUR_MS);
      const seen = valueOf(await stage.ask());
      assert.deepEqual([seen.id, seen.stale], ["4711", undefined]);
      api.answer = answer;
      clock.advance(2 * HOUR_MS);
      const old = valueOf(await stage.ask());
      assert.deepEqual([old.id, old.description, old.stale], ["4711", "Skills", true]);
    });
  }
});

Deno.test("no REST request is sent while GitHub asks to be left alone", async () => {
  await using stage = await serve();
  const { api, clock } = stage;
  const reset = clock.now() / 1000 + 600;
  api.answer = () =>
    new Response("{}", {
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
    });
  for (let index = 0; index < 5; index++) {
    assert.equal(reasonOf(await stage.ask()), "success");
    clock.advance(100_000);
  }
  assert.equal(api.requests.length, 1);
  api.answer = null;
  clock.advance(101_000);
  assert.equal(valueOf(await stage.ask()).id, "4711");
});

Deno.test("an API that is silent, or says a byte at a time, does not hold a repository up", async () => {
  let release = (_: Response) => {};
  const silent = () => new Promise<Response>((resolve) => release = resolve);
  for (const answer of [silent, GITHUB_TROUBLES["a drip without end"]]) {
    await using stage = await serve();
    const { api, clock } = stage;
    api.answer = answer;
    const reply = stage.ask();
    let ended = false;
    void reply.finally(() => ended = true);
    while (!ended) {
      await new Promise((resolve) => setTimeout(resolve));
      if (api.requests.length > 0) clock.advance(1000);
    }
    release(new Response(null));
    assert.equal(valueOf(await reply).stale, true);
  }
});

Deno.test("a redirect to a number is followed, and no credential goes anywhere else", async () => {
  await using stage = await serve({ token: "token-1" });
  const { api } = stage;
  api.answer = GITHUB_TROUBLES["moved to an id"];
  assert.equal(valueOf(await stage.ask()).id, "4711");
  assert.deepEqual(api.requests.map(({ url }) => new URL(url).pathname), [
    "/repos/acme/library",
    "/repositories/4711",
  ]);

  const sent: string[] = [];
  await using other = await serve({
    token: "token-1",
    fetch: (input, init) => {
      sent.push(new Request(input, init).url);
      return fetch(input, init);
    },
  });
  other.api.answer = GITHUB_TROUBLES["moved to another host"];
  assert.equal(valueOf(await other.ask()).stale, true);
  assert(sent.every((url) => new URL(url).hostname === "127.0.0.1"), sent.join());
});

Deno.test("what is private, gone or forbidden is not found, whatever else knows it", async (t) => {
  await t.step("git asks for credentials: REST is not asked at all", async () => {
    await using stage = await serve({ token: "token-1" }, () => new Response(null, { status: 401 }));
    assert.equal(reasonOf(await stage.ask()), "not_found");
    assert.equal(stage.api.requests.length, 0);
  });
  for (const trouble of ["not found", "closed by law"] as const) {
    await t.step(`REST: ${trouble}`, async () => {
      await using stage = await serve();
      stage.api.answer = GITHUB_TROUBLES[trouble];
      assert.equal(reasonOf(await stage.ask()), "not_found");
    });
  }
  await t.step("REST says that it is private", async () => {
    await using stage = await serve({ token: "token-1" });
    const { api, clock } = stage;
    valueOf(await stage.ask());
    api.repositories.set("acme/library", { id: 4711, owner: "Acme", name: "Library", private: true });
    clock.advance(61_000);
    assert.equal(reasonOf(await stage.ask()), "not_found");
  });
});

Deno.test("a renamed repository is one and the same under both names", async () => {
  await using stage = await serve();
  const { host, api } = stage;
  const now = valueOf(await stage.ask());
  api.renamed.set("acme/before", 4711);
  const before = valueOf(await stage.ask("before"));
  assert.deepEqual(before, now);
  assert.equal(reasonOf(await host.resolve(before, { kind: "default" })), "success");
});

Deno.test("a name given to another repository inherits nothing once facts are asked for anew", async () => {
  await using stage = await serve();
  const { api, clock } = stage;
  valueOf(await stage.ask());
  api.repositories.set("acme/library", { id: 4712, owner: "Acme", name: "Library" });
  clock.advance(HOUR_MS + 1);
  assert.equal(valueOf(await stage.ask()).id, "4712");
});

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

function githubHost(options: Partial<GithubHostOptions>): GitHost {
  const key = parseHostKey("gh");
  assert(key.ok);
  return createGithubHost({
    key: key.value,
    webUrl: "https://github.com",
    apiUrl: "https://api.github.com",
    token: null,
    lifetimes: { repository: 60, ref: 60 },
    fetch,
    clock: manualClock(),
    ...options,
  });
}

async function serve(
  options: Partial<GithubHostOptions> = {},
  intercept?: (request: Request) => Response | undefined,
): Promise<Stage> {
  const repository = await createGitRepository({ "README.md": "# Library\n" });
  const { gitDir } = repository;
  const git = createGitHttpServer({
    repositories: new Map(
      ["acme/library", "acme/LIBRARY", "Acme/Library", "acme/before"].map((name) => [name, gitDir]),
    ),
    ...(intercept !== undefined && { intercept }),
  });
  const api = createGithubApiServer([{ id: 4711, owner: "Acme", name: "Library", description: "Skills" }]);
  const clock = manualClock();
  let kinds: string[] = [];
  const told = new Map<string, Repository>();
  const host = githubHost({
    webUrl: git.url,
    apiUrl: api.url,
    clock,
    onRequest: (kind) => kinds.push(kind),
    ...options,
  });
  return {
    host,
    api,
    clock,
    repository,
    gitUrl: git.url,
    async ask(name = "library") {
      const answer = await host.repository("acme", name, { known: told.get(name) ?? null });
      if (answer.ok) told.set(name, answer.value);
      return answer;
    },
    asked() {
      const asked = kinds;
      kinds = [];
      return asked;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([git[Symbol.asyncDispose](), api[Symbol.asyncDispose]()]);
      await repository[Symbol.asyncDispose]();
    },
  };
}

function moved(location: string): Response {
  return new Response(null, { status: 301, headers: { location } });
}

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

function valueOf<Value>(result: Result<Value, HostFailure>): Value {
  assert(result.ok, JSON.stringify(result));
  return result.value;
}

function reasonOf(result: Result<unknown, HostFailure>): string {
  return result.ok ? "success" : result.error.reason;
}
