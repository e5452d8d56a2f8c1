/** What GitHub says has happened, and what that ends. */
import assert from "node:assert/strict";
import { sign } from "@octokit/webhooks-methods";
import { type GithubProcess, githubWorld, LIBRARY, ORIGIN, WEBHOOK_SECRET } from "./_github.ts";
import { post } from "../mcp.ts";

const REPOSITORY = { id: 4711, full_name: "Acme/Library" };
const FEED_MS = 1000;

interface Delivery {
  readonly event: string;
  readonly payload?: unknown;
  readonly body?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function deliver(to: GithubProcess, delivery: Delivery): Promise<Response> {
  const { event, payload = { repository: REPOSITORY }, secret = WEBHOOK_SECRET, headers = {} } = delivery;
  const body = delivery.body ?? JSON.stringify(payload);
  return await to.fetch(post(`${ORIGIN}/webhooks/gh`, body, {
    "x-github-event": event,
    "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "x-hub-signature-256": await sign(secret, body),
    ...headers,
  }));
}

async function applied(response: Response): Promise<boolean> {
  assert.equal(response.status, 202);
  return (await response.json()).applied;
}

for (const event of ["push", "create", "delete"]) {
  Deno.test(`a signed ${event} event makes refs due, in every process`, async () => {
    await using world = await githubWorld();
    const [one, other] = [await world.process(), await world.process()];
    await one.read();
    await other.read();
    await world.repository.commit({ "docs/a.md": "# Two\n" });
    assert.match(await one.read(), /# One/);
    world.asked();
    assert(await applied(await deliver(one, { event })));
    assert.match(await one.read(), /# Two/);
    world.clock.advance(FEED_MS);
    assert.match(await other.read(), /# Two/);
    // One look at the refs for both, and the new commit.
    const asked = world.asked();
    assert.equal(asked.filter((kind) => kind === "refs").length, 1);
    assert(asked.length <= 3, asked.join());
  });
}

Deno.test("a push makes known what was just refused", async () => {
  await using world = await githubWorld();
  const server = await world.process();
  assert.equal(await server.refusal(`${LIBRARY}@feature`), "mount.ref_not_found");
  await world.repository.git(["branch", "feature"]);
  assert.equal(await server.refusal(`${LIBRARY}@feature`), "mount.ref_not_found");
  await deliver(server, { event: "create" });
  assert.match(await server.read(`${LIBRARY}@feature`), /# One/);
});

for (const action of ["privatized", "deleted", "transferred", "renamed"]) {
  Deno.test(`a repository that was ${action} closes at once: moving, pinned and cached content alike`, async () => {
    await using world = await githubWorld();
    const [one, other] = [await world.process(), await world.process()];
    const pinned = `${LIBRARY}@${await world.repository.git(["rev-parse", "HEAD"])}`;
    for (const process of [one, other]) {
      await process.read();
      await process.read(pinned);
    }
    world.gitAnswer = () => new Response(null, { status: 401 });
    await one.read();
    assert(
      await applied(await deliver(one, { event: "repository", payload: { action, repository: REPOSITORY } })),
    );
    for (const address of [LIBRARY, pinned]) {
      assert.equal(await one.refusal(address), "mount.repo_not_found");
    }
    world.clock.advance(FEED_MS);
    // Nor is it stood in for by what was known.
    world.gitAnswer = () => new Response(null, { status: 503 });
    for (const address of [LIBRARY, pinned]) {
      assert.equal(await other.refusal(address), "mount.unavailable");
    }
  });
}

Deno.test("a pin of before a repository was closed is asked of the host again, though nobody looked meanwhile", async () => {
  await using world = await githubWorld();
  const [one, other] = [await world.process(), await world.process()];
  const pinned = `${LIBRARY}@${await world.repository.git(["rev-parse", "HEAD"])}`;
  for (const process of [one, other]) {
    await process.read();
    await process.read(pinned);
  }
  // Its owner closes it, takes a secret out of its history and opens it again.
  await deliver(one, {
    event: "repository",
    payload: { action: "privatized", repository: REPOSITORY },
  });
  await world.repository.write({ "docs/a.md": "# Two\n" });
  await world.repository.git(["commit", "--quiet", "--all", "--amend", "-m", "Anew"]);
  await world.repository.git(["reflog", "expire", "--expire=now", "--all"]);
  await world.repository.git(["gc", "--quiet", "--prune=now"]);
  await deliver(one, { event: "public" });
  world.clock.advance(FEED_MS);
  for (const process of [one, other]) {
    assert.match(await process.read(), /# Two/);
    assert.equal(await process.refusal(pinned), "mount.ref_not_found");
  }
});

Deno.test("that a repository was made public is asked of the host", async () => {
  await using world = await githubWorld();
  const server = await world.process();
  world.gitAnswer = () => new Response(null, { status: 401 });
  assert.equal(await server.refusal(LIBRARY), "mount.repo_not_found");
  const publicized = { event: "repository", payload: { action: "publicized", repository: REPOSITORY } };
  for (const delivery of [publicized, { event: "public" }]) {
    await deliver(server, delivery);
    assert.equal(await server.refusal(LIBRARY), "mount.repo_not_found");
  }
  world.gitAnswer = null;
  await deliver(server, publicized);
  assert.match(await server.read(), /# One/);
});

Deno.test("what is known by its name alone is looked at under the name that it had", async () => {
  const table = {
    renamed: ["acme/books", { repository: { name: { from: "Library" } } }],
    "transferred by a person": ["other/library", { owner: { from: { user: { login: "Acme" } } } }],
    "transferred by an organization": [
      "other/library",
      { owner: { from: { user: null, organization: { login: "Acme" } } } },
    ],
    "changed in a way that is not understood": ["acme/library", { repository: { name: 5 } }],
  } as const;
  for (const [action, [fullName, changes]] of Object.entries(table)) {
    await using world = await githubWorld();
    world.api.answer = () => new Response("{}", { status: 429 });
    const server = await world.process();
    await server.read();
    world.gitDirs.delete("acme/library");
    const payload = { action, repository: { id: 4711, full_name: fullName }, changes };
    assert(await applied(await deliver(server, { event: "repository", payload })));
    assert.equal(await server.refusal(LIBRARY), "mount.repo_not_found", action);
  }
});

Deno.test("events that are not signed by the secret change nothing", async (t) => {
  await using world = await githubWorld();
  const server = await world.process();
  await server.read();
  await world.repository.commit({ "docs/a.md": "# Two\n" });
  const body = JSON.stringify({ repository: REPOSITORY });
  const signature = await sign(WEBHOOK_SECRET, body);
  const table: Record<string, readonly [Partial<Delivery>, number]> = {
    "another secret": [{ secret: "another-secret-0123456789" }, 401],
    "another body": [{ body: `${body} `, headers: { "x-hub-signature-256": signature } }, 401],
    "no signature": [{ headers: { "x-hub-signature-256": "" } }, 401],
    "half a signature": [{ headers: { "x-hub-signature-256": signature.slice(0, 40) } }, 401],
    "the older signature": [
      { headers: { "x-hub-signature-256": "", "x-hub-signature": `sha1=${"0".repeat(40)}` } },
      401,
    ],
    "no body": [{ body: "", headers: { "x-hub-signature-256": signature } }, 401],
    "a form": [{ headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
  };
  for (const [what, [delivery, status]] of Object.entries(table)) {
    await t.step(what, async () => {
      const given = delivery.body === "" ? { ...delivery, body: "" } : delivery;
      const response = given.body === ""
        ? await server.fetch(post(`${ORIGIN}/webhooks/gh`, "", { "x-hub-signature-256": signature }))
        : await deliver(server, { event: "push", ...given });
      assert.equal(response.status, status);
      assert.equal(response.headers.has("www-authenticate"), status === 401);
      assert.match(await server.read(), /# One/);
    });
  }
});

Deno.test("an event of more than 4 MiB is refused before anything of it is looked at", async () => {
  await using world = await githubWorld();
  const server = await world.process();
  const body = JSON.stringify({ repository: REPOSITORY, commits: "x".repeat(4 * 1024 * 1024) });
  assert.equal((await deliver(server, { event: "push", body })).status, 413);
  // What GitHub never sends: a body without a length.
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
  });
  const endless = new Request(`${ORIGIN}/webhooks/gh`, {
    method: "POST",
    body: stream,
    headers: { "content-type": "application/json", "x-hub-signature-256": "sha256=0" },
  });
  assert.equal((await server.fetch(endless)).status, 413);
});

Deno.test("other events are taken and ignored, and what names no repository is refused", async () => {
  await using world = await githubWorld();
  const server = await world.process();
  await server.read();
  world.asked();
  for (const event of ["ping", "star", "issues", "", "constructor"]) {
    assert.equal(await applied(await deliver(server, { event })), false);
  }
  assert.equal(await applied(await deliver(server, { event: "star", body: "[" })), false);
  await server.read();
  assert.deepEqual(world.asked(), []);
  for (const body of ["[", "{}", "null", '{"repository":{"id":"4711"}}', '{"repository":{"id":4711}}']) {
    assert.equal((await deliver(server, { event: "push", body })).status, 400, body);
  }
});

Deno.test("a delivery that comes again costs one look at the refs, and changes nothing", async () => {
  await using world = await githubWorld();
  const server = await world.process();
  const before = await server.read();
  world.asked();
  for (let time = 0; time < 3; time++) await deliver(server, { event: "push" });
  assert.equal(await server.read(), before);
  assert.equal(await server.read(), before);
  assert.deepEqual(world.asked(), ["refs"]);
  // Of a repository that nobody asked for, nothing is asked.
  await deliver(server, {
    event: "push",
    payload: { repository: { id: 1, full_name: "acme/other" } },
  });
  assert.equal(await server.read(), before);
  assert.deepEqual(world.asked(), []);
});

Deno.test("there is no place for events without a secret, and only POST with one", async () => {
  await using world = await githubWorld();
  const closed = await world.process({ GITHUB_WEBHOOK_SECRET: "" });
  const open = await world.process();
  const nowhere = await closed.fetch(post(`${ORIGIN}/webhooks/other`, "{}"));
  const refused = await deliver(closed, { event: "push" });
  assert.deepEqual([refused.status, await refused.text()], [404, await nowhere.text()]);
  for (const method of ["GET", "PUT", "DELETE"]) {
    const response = await open.fetch(new Request(`${ORIGIN}/webhooks/gh`, { method }));
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "POST"]);
  }
});

Deno.test("nothing of an event is logged", async () => {
  await using world = await githubWorld();
  const server = await world.process();
  await deliver(server, { event: "push" });
  await deliver(server, { event: "push", secret: "another-secret-0123456789" });
  assert(server.logged.some((line) => line.includes('"route":"webhook"')));
  assert(!server.logged.some((line) => /acme|library|4711|another-secret|a-secret/.test(line)));
});
