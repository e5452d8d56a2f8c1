import assert from "node:assert/strict";
import { GITHUB_TROUBLES, type GithubApiServer } from "../../support/github_api_server.ts";
import { HOUR_MS, reasonOf, serve, valueOf } from "./_stage.ts";

/** What GitHub answers that is an answer after all, or takes the clock to be given up; each has its own test. */
const ANSWERS: ReadonlySet<string> = new Set([
  "not found",
  "closed by law",
  "moved to an id",
  "a drip without end",
]);

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

function moved(location: string): Response {
  return new Response(null, { status: 301, headers: { location } });
}
