/** What GitHub is asked for, by kind: never more than what the design grants. */
import assert from "node:assert/strict";
import { githubWorld, HOUR_MS, LIBRARY, LIFETIME_MS, ORIGIN, WEBHOOK_SECRET } from "./_github.ts";
import { post } from "../mcp.ts";
import { sign } from "@octokit/webhooks-methods";

function count(asked: readonly string[], kind: string): number {
  return asked.filter((one) => one === kind).length;
}

Deno.test("a repository never seen is ready after four requests, one of them REST", async () => {
  await using world = await githubWorld();
  const { read } = await world.process();
  await read();
  assert.deepEqual(world.asked(), ["capabilities", "commit", "facts", "refs"]);
});

Deno.test("a moving address costs nothing within its lifetime, and one look at the refs after it", async () => {
  await using world = await githubWorld();
  await world.repository.git(["branch", "feature"]);
  const { read } = await world.process();
  await read();
  await read(`${LIBRARY}@feature`);
  world.asked();
  world.clock.advance(LIFETIME_MS - 1);
  for (const more of ["", "@feature", "/docs", "@feature/docs"]) {
    await read(LIBRARY + more);
    assert.deepEqual(world.asked(), [], more);
  }
  for (let minute = 0; minute < 3; minute++) {
    world.clock.advance(LIFETIME_MS);
    await read();
    await read(`${LIBRARY}@feature`);
    assert.deepEqual(world.asked(), ["refs"]);
  }
});

Deno.test("a new commit costs at most three requests", async () => {
  await using world = await githubWorld({ "docs/a.md": "# One\n", "docs/b.md": "# B\n", "c.md": "# C\n" });
  const { read } = await world.process();
  await read();
  for (let version = 0; version < 3; version++) {
    await world.repository.commit({ "docs/a.md": `# Version ${version}\n` });
    world.clock.advance(LIFETIME_MS);
    world.asked();
    assert.match(await read(), new RegExp(`# Version ${version}`));
    const asked = world.asked();
    assert(asked.length <= 3, asked.join());
    assert.equal(count(asked, "refs"), 1);
    assert.equal(count(asked, "facts"), 0);
  }
});

Deno.test("a pinned commit costs no content ever, and one look at the refs a lifetime", async () => {
  await using world = await githubWorld();
  const { read } = await world.process();
  const pinned = `${LIBRARY}@${await world.repository.git(["rev-parse", "HEAD"])}`;
  await read(pinned);
  world.asked();
  world.clock.advance(LIFETIME_MS - 1);
  await read(pinned);
  assert.deepEqual(world.asked(), []);
  for (let minute = 0; minute < 3; minute++) {
    world.clock.advance(LIFETIME_MS);
    await read(pinned);
    assert.deepEqual(world.asked(), ["refs"]);
  }
});

Deno.test("REST is asked at most once an hour without a token, across processes and restarts", async () => {
  await using world = await githubWorld();
  for (let restart = 0; restart < 5; restart++) {
    const { read } = await world.process();
    await read();
    world.clock.advance(HOUR_MS / 4);
    await read();
  }
  assert.equal(count(world.asked(), "facts"), 2);
});

Deno.test("with a token, REST is asked by etag, so that what has not changed costs no quota", async () => {
  await using world = await githubWorld(undefined, "token-1");
  await (await world.process()).read();
  world.clock.advance(LIFETIME_MS);
  await (await world.process()).read();
  const [first, second] = world.api.requests;
  assert.equal(first?.headers.get("if-none-match"), null);
  assert.equal(second?.headers.get("if-none-match"), first && '"4711-acme-library-Skills"');
  assert.equal(world.api.requests.length, 2);
});

Deno.test("a second process asks nothing that the first one was told", async () => {
  await using world = await githubWorld();
  const pinned = `${LIBRARY}@${await world.repository.git(["rev-parse", "HEAD"])}`;
  const one = await world.process();
  await one.read();
  await one.read(pinned);
  world.asked();
  const other = await world.process();
  await other.read();
  await other.read(pinned);
  assert.deepEqual(world.asked(), []);
  // Afterwards they take turns: one look a lifetime, whoever is asked, and its first one finds the place.
  for (const process of [one, other, one, other]) {
    world.clock.advance(LIFETIME_MS);
    await process.read();
    await one.read();
    await other.read();
    assert.deepEqual(world.asked().filter((kind) => kind !== "capabilities"), ["refs"]);
  }
});

Deno.test("what does not exist is asked about once in a while, however often somebody tries", async () => {
  await using world = await githubWorld();
  const { read, refusal } = await world.process();
  await read();
  world.asked();
  for (let time = 0; time < 5; time++) {
    assert.equal(await refusal(`${LIBRARY}@later`), "mount.ref_not_found");
    assert.equal(await refusal("/gh/acme/unknown"), "mount.repo_not_found");
  }
  assert.deepEqual(world.asked(), ["capabilities", "refs"]);
});

Deno.test("an event costs nothing until somebody asks", async () => {
  await using world = await githubWorld();
  const { read, fetch } = await world.process();
  await read();
  world.asked();
  const body = JSON.stringify({
    action: "privatized",
    repository: { id: 4711, full_name: "acme/library" },
  });
  const response = await fetch(post(`${ORIGIN}/webhooks/gh`, body, {
    "x-github-event": "repository",
    "x-hub-signature-256": await sign(WEBHOOK_SECRET, body),
  }));
  assert.equal(response.status, 202);
  assert.deepEqual(world.asked(), []);
  await read();
  assert.deepEqual(world.asked(), ["facts", "refs"]);
});
