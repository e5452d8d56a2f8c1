/** What is not public on GitHub, read by what its owner installed, and shown to whom GitHub shows it. */
import assert from "node:assert/strict";
import type { Audience } from "../../../contracts/auth/viewer.ts";
import { success } from "../../../contracts/result.ts";
import { createAddressKeys } from "../../../src/auth/mod.ts";
import { parseAddress } from "../../../src/format/mod.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import type { ManualClock } from "../../support/manual_clock.ts";
import { PUBLIC_URL } from "../../support/sign_in/authorization_server.ts";
import { ADA, BOB, githubServer, type Process, read, SECRET, SECRET_ID, WORD } from "./_github_server.ts";

const MINUTE_MS = 60_000;

Deno.test("content is read by the installation's token for that repository alone, and every call asks as the person", async () => {
  await using world = await githubServer();
  const { github, clock } = world;
  const process = await world.process();
  const token = await process.tokenFor(await process.signIn(ADA), SECRET);
  github.asked.length = 0;
  assert.match(await read(process, SECRET, token), new RegExp(WORD));
  const git = github.asked.filter((line) => line.includes(".git/"));
  assert(git.some((line) => line.endsWith(" installation")), git.join());
  assert(git.every((line) => !line.endsWith(" ada")), git.join());

  // Cached by person and by installation: nothing is asked again within the minute but refs.
  github.asked.length = 0;
  for (let call = 0; call < 5; call++) await read(process, SECRET, token);
  assert.equal(github.asked.length, 0, github.asked.join());
  clock.advance(MINUTE_MS);
  await read(process, SECRET, token);
  assert.deepEqual(github.asked.filter((line) => line.startsWith("POST /api/app")), []);
  assert.equal(github.asked.filter((line) => line === "GET /api/repos/acme/secret ada").length, 1);

  // Well before it runs out, the next one is asked for.
  clock.advance(44 * MINUTE_MS);
  github.asked.length = 0;
  await read(process, SECRET, token);
  assert.equal(github.asked.filter((line) => line.startsWith("POST /api/app")).length, 1);

  github.repositories.get("acme/secret")?.readers.clear();
  clock.advance(MINUTE_MS);
  assert.equal(await read(process, SECRET, token), "404");
});

Deno.test("without an app the person's own token reads, as on every other host", async () => {
  await using world = await githubServer({ hasApp: false });
  const process = await world.process();
  const token = await process.tokenFor(await process.signIn(ADA), SECRET);
  world.github.asked.length = 0;
  assert.match(await read(process, SECRET, token), new RegExp(WORD));
  assert(world.github.asked.some((line) => line.includes(".git/") && line.endsWith(" ada")));
  assert(world.github.asked.every((line) => !line.includes("/app/")));
});

Deno.test("a name that came to mean another repository gives nothing of it by a permission for the first", async () => {
  await using world = await githubServer();
  const { github, clock } = world;
  const process = await world.process();
  const token = await process.tokenFor(await process.signIn(ADA), SECRET);
  assert.match(await read(process, SECRET, token), new RegExp(WORD));
  await using other = await createGitRepository({
    "heron/SKILL.md": "---\nname: heron\ndescription: Of Bob.\n---\nHeron.\n",
  });
  const first = github.repositories.get("acme/secret");
  assert(first !== undefined);
  github.repositories.set("acme/moved", first);
  github.repositories.set("acme/secret", {
    ...first,
    id: SECRET_ID + 1,
    gitDir: other.gitDir,
    readers: new Set(["bob"]),
  });
  // In another process, so that the ref is asked for while Ada's yes is a second old.
  clock.advance(1000);
  const fresh = await world.process();
  const shown = await (await fresh.browse(SECRET, token)).text();
  assert.doesNotMatch(shown, /heron/i);
  clock.advance(MINUTE_MS);
  assert.equal(await read(fresh, SECRET, token), "404");
  assert.match(await read(fresh, SECRET, await fresh.tokenFor(await fresh.signIn(BOB), SECRET)), /heron/);
});

Deno.test("an app that GitHub does not believe, or that is away, is 503 and told the operator, and never a yes or a no", async () => {
  await using world = await githubServer();
  const { github, clock } = world;
  const process = await world.process();
  const token = await process.tokenFor(await process.signIn(ADA), SECRET);
  clock.advance(46 * MINUTE_MS);
  for (const status of [401, 500, 502]) {
    github.answer = (request) =>
      /\/installation$|access_tokens$/.test(new URL(request.url).pathname)
        ? new Response("{}", { status })
        : undefined;
    const answer = await process.browse(SECRET, token);
    assert.equal(answer.status, 503, String(status));
    await answer.body?.cancel();
  }
  assert.equal(process.logged.filter((line) => line.includes("host.app_refused")).length, 1);
  github.answer = null;
  assert.match(await read(process, SECRET, token), new RegExp(WORD));
});

Deno.test("an app that was taken away, suspended or lacks the permission is a repository that is not there", async () => {
  await using world = await githubServer();
  const { github, clock } = world;
  const process = await world.process();
  const token = await process.tokenFor(await process.signIn(ADA), SECRET);
  assert.match(await read(process, SECRET, token), new RegExp(WORD));
  clock.advance(46 * MINUTE_MS);
  for (const status of [403, 404, 422]) {
    github.answer = (request) =>
      new URL(request.url).pathname.endsWith("access_tokens") ? new Response("{}", { status }) : undefined;
    assert.equal(await read(process, SECRET, token), "404", String(status));
    clock.advance(11_000);
  }
});

Deno.test("a commit whose fetch failed is fetched by the cron, which has the installation's token and nobody's", async () => {
  await using world = await githubServer();
  const { github, clock } = world;
  const process = await world.process();
  const token = await process.tokenFor(await process.signIn(ADA), SECRET);
  // Its ref is known since she allowed it.
  github.answer = ({ url }) =>
    url.endsWith("/git-upload-pack") ? new Response(null, { status: 503 }) : undefined;
  assert.match(await read(process, SECRET, token), /could not be read|failed/i);
  github.answer = null;
  clock.advance(2 * MINUTE_MS);
  github.asked.length = 0;
  assert.equal(await process.runDue(), 1);
  assert(
    github.asked.every((line) => line.endsWith(" app") || line.endsWith(" installation")),
    github.asked.join(),
  );
  assert.match(await read(process, SECRET, token), new RegExp(WORD));
});

Deno.test("a key of the operator reads as the installation, and ends with it", async () => {
  await using world = await githubServer();
  const { github, clock } = world;
  const process = await world.process();
  const key = await operatorKey(process, clock, SECRET);
  const of = async (address: string) => await read(process, address, key);
  assert.match(await of(SECRET), new RegExp(WORD));
  assert.equal(await of(`${SECRET}@main`), "401");
  assert(github.asked.every((line) => !/ (ada|bob)$/.test(line)), github.asked.join());
  github.asked.length = 0;
  await of(SECRET);
  assert.equal(github.asked.length, 0, github.asked.join());
  const repository = github.repositories.get("acme/secret");
  assert(repository !== undefined);
  repository.isInstalled = false;
  clock.advance(MINUTE_MS);
  assert.equal(await of(SECRET), "404");

  await using bare = await githubServer({ hasApp: false });
  const without = await bare.process();
  assert.equal(await read(without, SECRET, await operatorKey(without, bare.clock, SECRET)), "404");
});

/** A key of the operator's, as a command makes it. */
async function operatorKey(process: Process, clock: ManualClock, path: string): Promise<string> {
  const keys = createAddressKeys({
    keys: process.store.addressKeys,
    mayOpen: () => Promise.resolve(success(null)),
    audienceOf: () => `${PUBLIC_URL}${path}` as Audience,
    nameOf: () => path,
    clock,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
  const rules = { ignoresCase: true, nestedOwners: false, owner: /^[a-z]+$/, repo: /^[a-z]+$/ };
  const address = parseAddress(path, new Map([["gh", rules]]));
  assert(address.ok);
  const made = await keys.make(null, address.value, 30);
  assert(made.ok);
  return made.value;
}
