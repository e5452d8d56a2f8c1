/** What is served while GitHub cannot be asked, and how soon what it says is believed. */
import assert from "node:assert/strict";
import { STALE_SECONDS } from "../../../contracts/limits.ts";
import { header } from "../cases.ts";
import { DOWN, githubWorld, HOUR_MS, LIBRARY, LIFETIME_MS } from "./_github.ts";
import { message } from "../mcp.ts";

const STALE =
  "Stale: the git host does not answer now. This is what it said at 2030-01-01 00:00 UTC; there may be newer.";
const BRIEFLY_MS = 10_000;

const TROUBLES = {
  "is down": DOWN,
  "limits requests": () => new Response(null, { status: 429, headers: { "retry-after": "60" } }),
  "breaks the protocol": () => new Response("<html>", { headers: { "content-type": "text/html" } }),
};

for (const [trouble, answer] of Object.entries(TROUBLES)) {
  Deno.test(`what was served goes on being served while the host ${trouble}, and says so`, async () => {
    await using world = await githubWorld();
    const { read } = await world.process();
    const before = await read();
    assert(!before.includes("Stale:"), before);
    world.gitAnswer = answer;
    await world.repository.commit({ "docs/a.md": "# Two\n" });
    assert.equal(await read(), before);

    world.clock.advance(LIFETIME_MS);
    const stale = await read();
    assert.equal(stale.replace(`${STALE}\n`, ""), before);
    assert(stale.includes(`\n${STALE}\n`), stale);

    world.gitAnswer = null;
    // It had asked to be left alone for a minute.
    world.clock.advance(trouble === "limits requests" ? LIFETIME_MS : BRIEFLY_MS);
    const after = await read();
    assert.match(after, /# Two/);
    assert(!after.includes("Stale:"), after);
  });
}

Deno.test("a host that limits requests is left alone for as long as it says, within reason", async () => {
  for (const [seconds, aloneMs] of [["60", 60_000], ["1", BRIEFLY_MS], ["86400", 300_000]] as const) {
    await using world = await githubWorld();
    const { read } = await world.process();
    await read();
    world.gitAnswer = () => new Response(null, { status: 429, headers: { "retry-after": seconds } });
    world.clock.advance(LIFETIME_MS);
    await read();
    world.asked();
    world.clock.advance(aloneMs - 1);
    await read();
    assert.deepEqual(world.asked(), []);
    world.clock.advance(1);
    await read();
    assert.deepEqual(world.asked(), ["refs"]);
  }
});

Deno.test("every tool, the prompt's page and the connection say that an answer is stale", async () => {
  const skill = "---\nname: a-skill\ndescription: Does something\n---\nDo it.\n";
  await using world = await githubWorld({ "SKILL.md": skill, "docs/a.md": "# One\n" });
  const { read, fetch } = await world.process();
  await read();
  world.gitAnswer = DOWN;
  world.clock.advance(LIFETIME_MS);
  const ask = async (method: string, params: Record<string, unknown>) => {
    const response = await fetch(message("modern", `http://127.0.0.1${LIBRARY}`, { method, params }));
    assert.equal(response.status, 200);
    return JSON.stringify((await response.json()).result);
  };
  for (
    const [name, args] of Object.entries({
      browse_repo: {},
      search_repo: { query: "something" },
      load_skill: { path: "SKILL.md" },
      read_repo_file: { path: "docs/a.md" },
    })
  ) {
    assert((await ask("tools/call", { name, arguments: args })).includes(STALE), name);
  }
  assert((await ask("server/discover", {})).includes(STALE));
  const got = await ask("skills/list", {});
  // A client keeps it no longer than the host is left alone.
  assert.match(got, /"ttlMs":(\d{1,4}|10000)\b/);
});

Deno.test("a process that starts while the host is down serves what another one was told", async () => {
  await using world = await githubWorld();
  const before = await (await world.process()).read();
  world.gitAnswer = DOWN;
  world.clock.advance(2 * HOUR_MS);
  const { read, refusal } = await world.process();
  assert.equal((await read()).replace(`${STALE}\n`, ""), before);
  // Nobody asked for these while it answered.
  assert.equal(await refusal(`${LIBRARY}@other`), "mount.unavailable");
  assert.equal(await refusal("/gh/acme/unknown"), "mount.unavailable");
});

Deno.test("a host that is down for more than a day is no longer stood in for", async () => {
  await using world = await githubWorld();
  const { read, refusal } = await world.process();
  await read();
  world.gitAnswer = DOWN;
  world.clock.advance(STALE_SECONDS * 1000 - 1000);
  assert((await read()).includes(STALE));
  world.clock.advance(BRIEFLY_MS);
  assert.equal(await refusal(LIBRARY), "mount.unavailable");
});

Deno.test("what the host said was gone is not served while it is down", async () => {
  await using world = await githubWorld();
  await world.repository.git(["branch", "feature"]);
  const { read, refusal } = await world.process();
  await read(`${LIBRARY}@feature`);
  await world.repository.git(["branch", "-D", "feature"]);
  world.clock.advance(LIFETIME_MS);
  assert.equal(await refusal(`${LIBRARY}@feature`), "mount.ref_not_found");
  await read();

  world.gitAnswer = DOWN;
  world.clock.advance(LIFETIME_MS);
  assert.equal(await refusal(`${LIBRARY}@feature`), "mount.unavailable");
  assert((await read()).includes("Stale:"));

  world.gitAnswer = () => new Response(null, { status: 401 });
  world.clock.advance(BRIEFLY_MS);
  assert.equal(await refusal(LIBRARY), "mount.repo_not_found");
  world.gitAnswer = DOWN;
  world.clock.advance(BRIEFLY_MS);
  assert.equal(await refusal(LIBRARY), "mount.unavailable");
});

Deno.test("a slow host is waited for while there is nothing else to serve, and soon given up while there is", async () => {
  await using world = await githubWorld();
  const { read } = await world.process();
  await read();
  world.clock.advance(LIFETIME_MS);
  let release = () => {};
  const released = new Promise<void>((resolve) => release = resolve);
  const reached = new Promise<void>((resolve) => {
    world.gitAnswer = () => {
      resolve();
      return released.then(() => undefined);
    };
  });
  await world.repository.commit({ "docs/a.md": "# Two\n" });
  const stale = read();
  await reached;
  world.clock.advance(3000);
  assert((await stale).includes("Stale:"));
  // What it says in the end is believed from the next look on.
  world.gitAnswer = null;
  release();
  world.clock.advance(BRIEFLY_MS);
  assert.match(await read(), /# Two/);
});

Deno.test("without quota a repository is served, its commit is not stale, and its name and description are", async () => {
  await using world = await githubWorld();
  const limited = () =>
    new Response("{}", {
      status: 403,
      headers: {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(world.clock.now() / 1000 + 600),
      },
    });
  const { read, browse } = await world.process();
  const facts = (known: string) =>
    `\nStale: the git host does not tell the repository's name and description now; they ${known}.\n`;
  await read();
  world.api.answer = limited;
  world.clock.advance(2 * HOUR_MS);
  await world.repository.commit({ "docs/a.md": "# Two\n" });
  const text = await read();
  assert.match(text, /# Two/);
  assert(!text.includes("Stale:"), text);
  const browsed = await browse();
  assert(browsed.includes(facts("are as of 2030-01-01 00:00 UTC")), browsed);
  assert.equal(header(browsed, "Description"), "Skills");

  world.gitDirs.set("acme/unseen", world.repository.gitDir);
  const unseen = await browse("/gh/acme/unseen");
  assert(unseen.includes(facts("are not known")), unseen);
  assert.equal(header(unseen, "Description"), null);
});
