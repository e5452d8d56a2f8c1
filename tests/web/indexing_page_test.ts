/** What a visitor sees while a commit is read, from before it starts until its page is there. */
import assert from "node:assert/strict";
import { success } from "../../contracts/result.ts";
import { gate } from "../support/gate.ts";
import { repositoryOf, scriptedHost } from "../support/scripted_host.ts";
import { testServer } from "../support/test_server.ts";
import { textOf } from "../support/inert.ts";

const ADDRESS = "/gh/acme/library";

Deno.test("pages: a visitor follows how far a new commit is, with and without scripts", async () => {
  const host = scriptedHost();
  const commit = host.commit({ "docs/a.md": "# A\n", "docs/b.md": "# B\n" });
  const held = { tree: gate(), "docs/b.md": gate() };
  host.intervene = async (ask) => {
    const place = ask.kind === "tree" ? held.tree : ask.path === "docs/b.md" ? held["docs/b.md"] : null;
    await place?.hold();
    return null;
  };
  const served = {
    ...host,
    verified: true,
    repository: () => Promise.resolve(success(repositoryOf(host.key, "library"))),
    resolve: () =>
      Promise.resolve(success({ commit, kind: "branch", name: "main", onDefaultBranch: true } as const)),
  };
  await using server = await testServer({ hosts: [served], environment: { INDEX_WAIT_MS: "0" } });
  const visit = async () => {
    const request = new Request(`http://127.0.0.1${ADDRESS}`, { headers: { accept: "text/html" } });
    const response = await server.fetch(request);
    const html = await response.text();
    const bar = /<progress id="progress"([^>]*)>/.exec(html)?.[1] ?? null;
    return { status: response.status, html, bar, text: textOf(html) };
  };

  const first = await visit();
  await held.tree.reached;
  const listing = await visit();
  held.tree.open();
  await held["docs/b.md"].reached;
  const fetching = await visit();
  const answer = await server.fetch(new Request(`http://127.0.0.1/api/v1/browse${ADDRESS}`));
  held["docs/b.md"].open();
  let last = await visit();
  while (last.status === 202) last = await visit();

  assert.equal(first.status, 202);
  assert.equal(first.bar, "", "nothing is known yet: it moves without an end");
  assert.match(first.text, /Getting ready/);
  assert.match(first.html, /<noscript><meta http-equiv="refresh" content="3"\/><\/noscript>/);
  assert.match(first.html, /<label for="progress">/);
  assert.equal(listing.bar, "");
  assert.match(listing.text, /Listing its files/);
  assert.equal(fetching.bar, ' value="1" max="2"');
  assert.match(fetching.text, /Fetching files: 1 of 2/);
  assert.deepEqual((await answer.json()).progress, { stage: "fetching", done: 1, total: 2 });
  assert.deepEqual([last.status, last.bar], [200, null]);
});
