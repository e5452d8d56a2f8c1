/** What GitHub says has happened to people, to installations and to what is not public, and what that ends. */
import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import { personAt } from "../../../src/auth/mod.ts";
import { verifies } from "../../requirements/verifies.ts";
import {
  ADA,
  BOB,
  githubServer,
  HOOK_SECRET,
  type Process,
  PUBLIC,
  PUBLIC_ID,
  read,
  SECRET,
  SECRET_ID,
  WORD,
} from "./_github_server.ts";

const FEED_MS = 1000;
const GH = "gh" as HostKey;
const ORGANIZATION = { login: "Acme" };
const SECRET_REPOSITORY = { id: SECRET_ID, full_name: "acme/secret", private: true };
const REVOKED = { action: "revoked", sender: { id: ADA.id, login: ADA.login } };

async function applied(answer: Response): Promise<boolean> {
  assert.equal(answer.status, 202, await answer.clone().text());
  return (await answer.json()).applied;
}

/** A key that Ada makes of her own account. */
async function accountKeyOf({ store, accountKeys }: Process): Promise<string> {
  const ada = await store.people.person(personAt(GH, String(ADA.id)));
  const [account] = ada?.accounts ?? [];
  assert(ada !== null && account !== undefined);
  const acting = { actor: { kind: "person", person: ada.id, login: ada.login }, request: null } as const;
  const made = await accountKeys.make(acting, {
    kind: "account",
    account,
    label: "",
    writes: false,
    skills: null,
    days: null,
  });
  assert(made.ok);
  return made.value;
}

/** Whether anything is stored of the repository. */
async function isStored(process: Process, id: number): Promise<boolean> {
  const repository = String(id) as RepositoryId;
  return (await process.store.housekeeping.holdings({ host: GH, repository })).snapshots.length > 0;
}

Deno.test(
  verifies(
    ["private.made_private"],
    "an event that a repository is private closes it with the next call, also what is pinned, in every process",
  ),
  async () => {
    await using world = await githubServer();
    const [process, other] = [await world.process(), await world.process()];
    const commit = await world.library.git(["rev-parse", "HEAD"]);
    const addresses = [PUBLIC, `${PUBLIC}@main`, `${PUBLIC}@${commit}`];
    for (const address of addresses) {
      for (const one of [process, other]) assert.match(await read(one, address), /plain/);
    }
    const library = world.github.repositories.get("acme/library");
    assert(library !== undefined);
    library.isPrivate = true;
    const repository = { id: PUBLIC_ID, full_name: "acme/library", private: true };
    assert(await applied(await process.deliver("repository", { action: "privatized", repository })));
    for (const address of addresses) assert.equal(await read(process, address), "401", address);
    world.clock.advance(FEED_MS);
    for (const address of addresses) assert.equal(await read(other, address), "401", address);

    // Whom GitHub shows it reads it again, and everyone once it is public.
    library.readers.add("ada");
    const token = await process.tokenFor(await process.signIn(ADA), PUBLIC);
    assert.match(await read(process, PUBLIC, token), /plain/);
    assert.equal(await read(process, PUBLIC), "401");
    library.isPrivate = false;
    assert(await applied(await process.deliver("repository", { action: "publicized", repository })));
    assert.match(await read(process, PUBLIC), /plain/);
  },
);

Deno.test(
  verifies(
    ["private.webhook_forged"],
    "an event that is not signed, or about people and not signed by the app, changes nothing",
  ),
  async () => {
    await using world = await githubServer();
    const process = await world.process();
    const browser = await process.signIn(ADA);
    const token = await process.tokenFor(browser, SECRET);
    assert.match(await read(process, SECRET, token), new RegExp(WORD));
    assert.match(await read(process, PUBLIC), /plain/);
    const deleted = {
      action: "deleted",
      installation: { account: ORGANIZATION },
      repositories: [SECRET_REPOSITORY],
    };
    const repository = { id: PUBLIC_ID, full_name: "acme/library" };
    const forged = [
      ["repository", { action: "privatized", repository }, "no secret of this server"],
      ["github_app_authorization", REVOKED, "no secret of this server"],
      ["github_app_authorization", REVOKED, HOOK_SECRET],
      ["installation", deleted, HOOK_SECRET],
      ["member", { action: "removed", repository: SECRET_REPOSITORY }, HOOK_SECRET],
    ] as const;
    world.github.asked.length = 0;
    for (const [event, payload, secret] of forged) {
      const answer = await process.deliver(event, payload, secret);
      assert.equal(answer.status, 401, event);
      assert.equal((await answer.json()).error.code, "auth.invalid_token", event);
    }
    assert.match(await read(process, PUBLIC), /plain/);
    assert.match(await read(process, SECRET, token), new RegExp(WORD));
    assert.equal((await browser.get("/account")).status, 200);
    assert(await isStored(process, SECRET_ID));
    assert.equal(world.github.asked.length, 0, world.github.asked.join());
    // An event of a repository is as good with either.
    assert(await applied(await process.deliver("push", { repository }, HOOK_SECRET)));
    assert(await applied(await process.deliver("push", { repository })));
  },
);

Deno.test(
  verifies(
    ["private.revoked_app"],
    "who takes back what they allowed the app is signed out everywhere, and nobody else is",
  ),
  async () => {
    await using world = await githubServer();
    const process = await world.process();
    world.github.repositories.get("acme/secret")?.readers.add("bob");
    const [ada, bob] = [await process.signIn(ADA), await process.signIn(BOB)];
    const [adas, bobs] = [await process.tokenFor(ada, SECRET), await process.tokenFor(bob, SECRET)];
    const made = await ada.post("/account/keys", {
      ...await fields(ada),
      address: SECRET,
      days: "30",
    });
    const key = /ak_live_[A-Za-z0-9]+/.exec(await made.text())?.[0] ?? "";
    for (const token of [adas, bobs, key]) assert.match(await read(process, SECRET, token), new RegExp(WORD));
    const accountKey = await accountKeyOf(process);

    assert.equal(await applied(await process.deliver("github_app_authorization", REVOKED)), true);
    const other = await world.process();
    for (const one of [process, other]) {
      for (const token of [adas, key]) assert.equal(await read(one, SECRET, token), "401");
      assert.match(await read(one, SECRET, bobs), new RegExp(WORD));
    }
    // A key of an account is the account's own, and reads no repository.
    const authorization = `Bearer ${accountKey}`;
    assert.equal((await process.fetch("/api/v1/library", { headers: { authorization } })).status, 200);
    assert.equal((await ada.get("/account")).status, 303);
    assert.equal((await bob.get("/account")).status, 200);
    // The same event once more, and about somebody who was never here.
    await applied(await process.deliver("github_app_authorization", REVOKED));
    await applied(await process.deliver("github_app_authorization", { ...REVOKED, sender: { id: 99 } }));
  },
);

Deno.test("an event about members, teams or an organisation has everybody asked about again, and makes nothing public due", async () => {
  await using world = await githubServer();
  const [process, other] = [await world.process(), await world.process()];
  const token = await process.tokenFor(await process.signIn(ADA), SECRET);
  const person = { member: { id: ADA.id } };
  const events = [
    ["member", { action: "removed", repository: SECRET_REPOSITORY, ...person }],
    ["membership", { action: "removed", organization: ORGANIZATION, ...person }],
    ["team", { action: "removed_from_repository", organization: ORGANIZATION }],
    ["organization", { action: "member_removed", organization: ORGANIZATION }],
    ["installation", { action: "suspend", installation: { account: ORGANIZATION } }],
  ] as const;
  for (const [event, payload] of events) {
    for (const one of [process, other]) {
      assert.match(await read(one, SECRET, token), new RegExp(WORD), event);
      assert.match(await read(one, PUBLIC), /plain/);
    }
    world.github.repositories.get("acme/secret")?.readers.clear();
    assert(await applied(await process.deliver(event, payload)), event);
    assert.equal(await read(process, SECRET, token), "404", event);
    world.clock.advance(FEED_MS);
    assert.equal(await read(other, SECRET, token), "404", event);
    world.github.asked.length = 0;
    assert.match(await read(process, PUBLIC), /plain/);
    assert.equal(world.github.asked.length, 0, world.github.asked.join());
    world.github.repositories.get("acme/secret")?.readers.add("ada");
    world.clock.advance(10_000);
  }
});

Deno.test("what the app is taken away from is closed and taken out of the store, unless everyone may read it", async () => {
  const account = { installation: { account: ORGANIZATION } };
  const shown = { id: PUBLIC_ID, full_name: "acme/library", private: false };
  const events = [
    ["installation", { action: "deleted", ...account, repositories: [SECRET_REPOSITORY, shown] }],
    ["installation_repositories", {
      action: "removed",
      ...account,
      repositories_removed: [SECRET_REPOSITORY, shown],
    }],
  ] as const;
  for (const [event, payload] of events) {
    await using world = await githubServer();
    const process = await world.process();
    const token = await process.tokenFor(await process.signIn(ADA), SECRET);
    assert.match(await read(process, SECRET, token), new RegExp(WORD));
    assert.match(await read(process, PUBLIC), /plain/);
    const secret = world.github.repositories.get("acme/secret");
    assert(secret !== undefined);
    secret.isInstalled = false;
    assert(await applied(await process.deliver(event, payload)), event);
    assert.equal(await read(process, SECRET, token), "404", event);
    assert(!await isStored(process, SECRET_ID), event);
    assert.match(await read(process, PUBLIC), /plain/);

    // Installed again, it is read anew, with a token of the new installation.
    secret.isInstalled = true;
    world.clock.advance(10_000);
    await applied(await process.deliver("installation", { action: "created", ...account }));
    world.github.asked.length = 0;
    assert.match(await read(process, SECRET, token), new RegExp(WORD));
    assert(world.github.asked.some((line) => line.startsWith("POST /api/app/")), event);
  }
});

Deno.test("a deleted repository that was private is taken out, and what an event about access lacks is told", async () => {
  await using world = await githubServer();
  const process = await world.process();
  const token = await process.tokenFor(await process.signIn(ADA), SECRET);
  assert.match(await read(process, SECRET, token), new RegExp(WORD));
  world.github.repositories.delete("acme/secret");
  const deleted = { action: "deleted", repository: SECRET_REPOSITORY };
  assert(await applied(await process.deliver("repository", deleted, HOOK_SECRET)));
  assert(await isStored(process, SECRET_ID), "the hook of one repository takes nothing out");
  assert(await applied(await process.deliver("repository", deleted)));
  assert(!await isStored(process, SECRET_ID));
  assert.equal(await read(process, SECRET, token), "404");
  for (const payload of [{}, { action: "removed" }, { action: 7, organization: ORGANIZATION }, []]) {
    const answer = await process.deliver("membership", payload);
    assert.equal(answer.status, 400);
    assert.equal((await answer.json()).error.code, "request.invalid");
  }
  assert.equal(
    await applied(await process.deliver("github_app_authorization", { action: "granted" })),
    false,
  );
  assert.equal(await applied(await process.deliver("ping", { zen: "x" })), false);
});

async function fields(browser: Awaited<ReturnType<Process["signIn"]>>): Promise<Record<string, string>> {
  const html = await (await browser.get("/account")).text();
  const csrf = /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? "";
  return { csrf };
}
