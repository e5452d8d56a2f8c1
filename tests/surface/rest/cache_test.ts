/** What may be kept of an answer, for how long, and when it is another one. */
import assert from "node:assert/strict";
import { createGitRepository } from "../../support/git_repository.ts";
import { type TestServer, testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { ORIGIN, restClient } from "../rest.ts";

const AT = "local/acme/library";
const READS = [
  `mounts/${AT}`,
  `browse/${AT}`,
  `browse/${AT}?path=docs`,
  `search/${AT}?query=ads`,
  `search/${AT}?query=ads&limit=1`,
  `skills/${AT}?path=engineering/skills/review/SKILL.md`,
  `files/${AT}?path=docs/voice.md`,
  `files/${AT}?path=docs/voice.md&limit=1`,
  `raw/${AT}?path=docs/voice.md`,
  `badge/${AT}`,
];

Deno.test("every read has a tag of its own, and who names it gets 304 without a body", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { get, ready } = await restClient(server);
  const tags = new Set<string | null>();
  for (const path of READS) {
    const first = await ready(`/api/v1/${path}`);
    assert.equal(first.status, 200, path);
    const etag = first.headers.get("etag") ?? "";
    tags.add(etag);
    const again = await get(`/api/v1/${path}`);
    assert.deepEqual([again.text, again.headers.get("etag")], [first.text, etag], path);
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const known = await get(`/api/v1/${path}`, { "if-none-match": given });
      assert.deepEqual([known.status, known.text], [304, ""], path);
      assert.equal(known.headers.get("etag"), etag);
      assert.equal(known.headers.get("cache-control"), first.headers.get("cache-control"));
    }
    assert.equal((await get(`/api/v1/${path}`, { "if-none-match": '"other"' })).status, 200);
  }
  assert.equal(tags.size, READS.length);
});

Deno.test("a pinned answer is kept for a day, a moving one for what remains of its ref, none for ever", async () => {
  await using repository = await createGitRepository({ "docs/a.md": "# One\n" });
  const commit = await repository.git(["rev-parse", "main"]);
  await using server = await testServer({ directories: new Map([["acme/library", repository.gitDir]]) });
  const { ready } = await restClient(server);
  const kept = async (ref: string) =>
    (await ready(`/api/v1/browse/${AT}${ref}`)).headers.get("cache-control");
  assert.equal(await kept(`@${commit}`), "public, max-age=86400");
  for (const ref of ["", "@main", `@${commit.slice(0, 12)}`]) {
    const [, seconds] = /^public, max-age=(\d+)$/.exec(await kept(ref) ?? "") ?? [];
    assert(Number(seconds) <= 1, ref);
  }
});

Deno.test("an edit makes another answer of a moving address as soon as it is refreshed, and none of a pinned one", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { get, send, ready } = await restClient(server);
  const before = await ready(`/api/v1/browse/${AT}`);
  const { pinnedAddress } = before.body.source;
  const pinned = await ready(`/api/v1/browse${pinnedAddress}`);
  assert.notEqual(pinned.headers.get("etag"), before.headers.get("etag"));
  await server.write("acme/library/docs/new.md", "# New\n");
  assert.equal((await send("POST", `/api/v1/refresh/${AT}`)).status, 200);
  const after = await ready(`/api/v1/browse/${AT}`);
  assert.notEqual(after.headers.get("etag"), before.headers.get("etag"));
  assert.notEqual(after.body.source.commit, before.body.source.commit);
  const etag = pinned.headers.get("etag") ?? "";
  assert.equal((await get(`/api/v1/browse${pinnedAddress}`, { "if-none-match": etag })).status, 304);
});

const TOKEN = "0123456789abcdef0123456789abcdef";

Deno.test("the operator's lists change answers, and a block ends them", async () => {
  await using server = await testServer({
    files: LIBRARY,
    environment: { ADMIN_TOKEN: TOKEN, LOCAL_VERIFIED: "0" },
  });
  const { get, ready } = await restClient(server);
  for (const path of READS) {
    const before = await ready(`/api/v1/${path}`);
    const etag = before.headers.get("etag") ?? "";
    await change(server, "verify");
    const verified = await ready(`/api/v1/${path}`);
    assert.notEqual(verified.headers.get("etag"), etag, path);
    assert.equal((await get(`/api/v1/${path}`, { "if-none-match": etag })).status, 200, path);
    await change(server, "block");
    for (const given of [etag, verified.headers.get("etag") ?? ""]) {
      const blocked = await get(`/api/v1/${path}`, { "if-none-match": given });
      const missing = await get(`/api/v1/${path.replace(AT, "local/acme/missing")}`);
      assert.deepEqual([blocked.status, blocked.text], [missing.status, missing.text], path);
    }
    await change(server, "clear");
    assert.equal((await get(`/api/v1/${path}`)).headers.get("etag"), etag, path);
  }
});

async function change(server: TestServer, action: string): Promise<void> {
  const response = await server.fetch(
    new Request(`${ORIGIN}/admin/v1/trust`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ action, address: `/${AT}` }),
    }),
  );
  assert.equal(response.status, 200, await response.text());
}
