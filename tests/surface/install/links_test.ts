/** Installs by link: what installers that send no headers get of a library for a while. */
import assert from "node:assert/strict";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import { createAccountKeys } from "../../../src/auth/mod.ts";
import { createStandingOf } from "../../../src/library/mod.ts";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { HOUR_MS, standingClock } from "../../support/library/library.ts";
import { type LibraryServer, libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";
import { fetchSkill, indexOf, installAll } from "../../support/installer.ts";
import { codeOf, get, ORIGIN } from "./_install.ts";

const LINKS = "/api/v1/install-links";
const INDEX = "/.well-known/agent-skills/index.json";

async function stage() {
  const clock = standingClock();
  const server = await libraryServer({ clock });
  const [acme, beta] = [await server.account("acme"), await server.account("beta")];
  const [ours, theirs] = [await acme.client(), await beta.client()];
  await ours.publish(skillOf("private"));
  await ours.publish({ "SKILL.md": skillOf("alone")["SKILL.md"] ?? "" });
  await theirs.publish(skillOf("theirs"), { visibility: "global" });
  await ours.json("POST", `${PATH}/refs`, { owner: "beta", name: "theirs" });
  return { ...server, clock, acme, ours, theirs, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** All URLs of artifacts that an index names, resolved. */
async function artifactsOf(
  { server }: Pick<LibraryServer, "server">,
  url: string,
): Promise<readonly string[]> {
  return (await indexOf(server.fetch, url)).skills.map((entry) => new URL(entry.url, url + INDEX).href);
}

async function statuses({ server }: Pick<LibraryServer, "server">, urls: readonly string[]) {
  return await Promise.all(urls.map(async (url) => {
    const answer = await server.fetch(new Request(url));
    await answer.body?.cancel();
    return answer.status;
  }));
}

Deno.test(
  verifies(["install.link"], "a link installs a library without headers for a while, and opens nothing else"),
  async () => {
    await using at = await stage();
    const made = await at.ours.json("POST", LINKS, { library: true });
    assert.equal(made.status, 201);
    const { id, url, expiresAt } = made.body;
    assert.equal(expiresAt, new Date(at.clock.now() + HOUR_MS).toISOString());
    const installed = await installAll(at.server.fetch, url);
    assert.deepEqual([...installed.keys()].sort(), ["alone", "private", "theirs"]);
    assert.deepEqual([...installed.get("private")?.keys() ?? []], ["SKILL.md", "references/style.md"]);
    const artifacts = await artifactsOf(at, url);
    const token = url.slice(url.lastIndexOf("/") + 1);
    assert.match(token, /^in_[0-9A-Za-z]{38}$/);
    for (const artifact of artifacts) {
      assert(!artifact.includes(token), "what installers keep holds no token");
    }
    const index = await at.server.fetch(new Request(url + INDEX));
    assert.deepEqual(
      ["cache-control", "x-robots-tag", "referrer-policy"].map((name) => index.headers.get(name)),
      ["private, no-store", "noindex", "no-referrer"],
    );
    await index.body?.cancel();
    const nothing = [
      "",
      "/",
      "/.well-known/skills/index.json",
      "/.well-known/agent-skills/private.zip",
      `${INDEX}/x`,
    ];
    assert.deepEqual(await statuses(at, nothing.map((path) => url + path)), nothing.map(() => 404));
    const sealed = artifacts[0] ?? "";
    const broken = [
      sealed.replace(/artifacts\/./, "artifacts/_"),
      `${ORIGIN}/install/artifacts/${token}/x.zip`,
      `${ORIGIN}/install/in_x${INDEX}`,
    ];
    assert.deepEqual(await statuses(at, broken), [404, 404, 404]);
    assert.equal((await at.server.fetch(new Request(url + INDEX, { method: "POST" }))).status, 405);
    const asBearer = await get(at.server, PATH, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(asBearer.status, 401);
    await asBearer.body?.cancel();
    assert(!at.server.logged.some((line) => line.includes(token)));

    at.clock.advance(600_000);
    assert.deepEqual(
      await statuses(at, artifacts),
      artifacts.map(() => 404),
      "artifacts are good for ten minutes",
    );
    const fresh = await artifactsOf(at, url);
    assert.deepEqual(await statuses(at, fresh), fresh.map(() => 200));
    assert.equal((await at.ours.send("DELETE", `${LINKS}/${id}`)).status, 204);
    assert.deepEqual(await statuses(at, [url + INDEX, ...fresh]), [404, 404, 404, 404]);
    assert.equal((await at.ours.send("DELETE", `${LINKS}/${id}`)).status, 204, "whatever was there");

    const other = (await at.ours.json("POST", LINKS, { library: true, hours: 2 })).body;
    assert.equal((await at.theirs.send("DELETE", `${LINKS}/${other.id}`)).status, 204);
    const held = await artifactsOf(at, other.url);
    at.clock.advance(2 * HOUR_MS - 60_000);
    const late = await artifactsOf(at, other.url);
    assert.deepEqual(await statuses(at, held), held.map(() => 404));
    at.clock.advance(60_000);
    assert.deepEqual(await statuses(at, [other.url + INDEX, ...late]), [404, 404, 404, 404], "it ran out");
    const over = await codeOf(await at.server.fetch(new Request(other.url + INDEX)));
    assert.deepEqual(
      over,
      await codeOf(await at.server.fetch(new Request(`${ORIGIN}/install/in_${"x".repeat(38)}${INDEX}`))),
    );
  },
);

Deno.test("a link ends with the key that made it, with its maker's membership and while the account is suspended", async () => {
  await using at = await stage();
  const link = async (client = at.ours) => (await client.json("POST", LINKS, { library: true })).body.url;
  const keys = createAccountKeys({
    keys: at.store.accountKeys,
    standingOf: createStandingOf(at.store),
    clock: at.clock,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  const once = await at.acme.client();
  const ofKey = await link(once);
  const artifacts = await artifactsOf(at, ofKey);
  const made = (await keys.list(at.acme.id)).find(({ lastFour }) => lastFour === once.key.slice(-4));
  assert(made !== undefined && await keys.revoke(OPERATOR, at.acme.id, made.digest));
  assert.deepEqual(await statuses(at, [ofKey + INDEX, ...artifacts]), [404, 404, 404, 404]);

  const bob = { id: "gh/9" as PersonId, host: null, login: "bob", accounts: [] };
  const note = { ...OPERATOR, action: "member.join", target: "bob", before: null, after: null } as const;
  await at.store.members.join(at.acme.id, bob, "admin", note);
  const ofBob = await link(await at.acme.client({ maker: bob.id }));
  assert.equal((await indexOf(at.server.fetch, ofBob)).skills.length, 3);
  await at.store.members.remove(at.acme.id, bob.id, true, note);
  assert.deepEqual(await statuses(at, [ofBob + INDEX]), [404]);

  const ofAcme = await link();
  const state = { kind: "suspended", reason: "abuse", since: 0 } as const;
  await at.store.accounts.update(at.acme.id, (account) => ({ ...account, state }), note);
  assert.deepEqual(await statuses(at, [ofAcme + INDEX]), [404]);
});

Deno.test("a link opens what its maker said and may read, as it is at the time", async () => {
  await using at = await stage();
  const some = (await at.ours.json("POST", LINKS, { skills: ["ACME/private", "beta/theirs"] })).body.url;
  const index = await indexOf(at.server.fetch, some);
  assert.deepEqual(index.skills.map(({ name }) => name).sort(), ["private", "theirs"]);
  const [entry] = index.skills.filter(({ name }) => name === "private");
  assert(entry !== undefined);
  await at.ours.publish({ ...skillOf("private"), "new.md": "new" });
  assert.equal(
    (await fetchSkill(at.server.fetch, some, entry)).size,
    2,
    "what an index named is what is had",
  );
  const now = (await installAll(at.server.fetch, some)).get("private");
  assert.equal(now?.size, 3);
  const confined = await at.acme.client({ skills: ["alone"] });
  const theirs = (await confined.json("POST", LINKS, { library: true })).body.url;
  assert.deepEqual((await indexOf(at.server.fetch, theirs)).skills.map(({ name }) => name), ["alone"]);
  const refused = await confined.json("POST", LINKS, { skills: ["acme/private"] });
  const missing = await confined.json("POST", LINKS, { skills: ["acme/nothing"] });
  assert.deepEqual([refused.status, refused.body.error], [404, missing.body.error]);
  for (
    const body of [{}, { library: true, skills: ["acme/alone"] }, { library: false }, {
      library: true,
      hours: 169,
    }, { skills: [] }]
  ) {
    assert.equal((await at.ours.json("POST", LINKS, body)).status, 400, JSON.stringify(body));
  }
  const reader = await at.acme.client({ writes: false });
  assert.equal((await reader.json("POST", LINKS, { library: true })).status, 403);
  const { entries } = (await at.ours.get("/api/v1/account/audit?order=newest&limit=20")).body;
  const made = entries.find(({ action }: { action: string }) => action === "link.create");
  assert.match(made.target, /^in_…\w{4}$/);
});

Deno.test("a server without a secret says which setting its links wait for", async () => {
  await using stage = await libraryServer({ hasSecret: false });
  const acme = await (await stage.account("acme")).client();
  const answer = await acme.json("POST", LINKS, { library: true });
  assert.deepEqual([answer.status, answer.body.error.code], [404, "route.not_found"]);
  assert.match(answer.body.error.message, /AUTH_SECRET is not set/);
  assert.equal((await acme.send("DELETE", `${LINKS}/${"a".repeat(64)}`)).status, 204);
});
