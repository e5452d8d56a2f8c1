import assert from "node:assert/strict";
import { HOUR_MS, reasonOf, serve, valueOf } from "./_stage.ts";

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
