/** What ends in one process counts in another from the next call on, also while that is being read there all the time. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { HostKey } from "../../contracts/addresses.ts";
import type { GrantId, PersonId } from "../../contracts/auth/viewer.ts";
import type { RepositoryId } from "../../contracts/git_host.ts";
import { digestOf } from "../../src/auth/mod.ts";
import { createStandingOf } from "../../src/library/mod.ts";
import { accessKey, grantKey } from "../../src/store/authorization/keys.ts";
import { OPERATOR } from "../support/library/accounts.ts";
import { libraryOn } from "../support/library/library.ts";

const BOB = { id: "gh/9" as PersonId, host: null, login: "bob", accounts: [] };
const CODE = "code" as HostKey;
const GRANT = "grant" as GrantId;
const DIGEST = digestOf("secret");
const NOTE = { ...OPERATOR, action: "member.join", target: "", before: null, after: null } as const;
const BY_TOKEN = { kind: "token", person: BOB.id } as const;

async function stage() {
  const directory = await Deno.makeTempDir();
  const path = join(directory, "kv.sqlite");
  const [here, there] = [await Deno.openKv(path), await Deno.openKv(path)];
  const { store, clock, account } = libraryOn(there);
  const { account: id } = await account("acme");
  await store.members.join(id, BOB, "owner", NOTE);
  await store.members.join(id, { ...BOB, id: "gh/1" as PersonId, login: "eve" }, "owner", NOTE);
  const reading = libraryOn(here, { clock }).store;
  return {
    id,
    there,
    /** The process where it ends. */
    store,
    /** The process that is asked. */
    reading,
    standingOf: createStandingOf(reading),
    async [Symbol.asyncDispose]() {
      here.close();
      there.close();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

/** Asks all the time, ends it meanwhile, and asks again: nobody who asks then gets what was read before. */
async function endsAtOnce(holds: () => Promise<boolean>, end: () => Promise<unknown>): Promise<void> {
  assert.equal(await holds(), true);
  const meanwhile = Array.from({ length: 20 }, () => holds());
  await end();
  const after = Array.from({ length: 20 }, () => holds());
  await Promise.all(meanwhile);
  assert.deepEqual(new Set(await Promise.all(after)), new Set([false]));
}

Deno.test("a key that is revoked", async () => {
  await using at = await stage();
  const key = {
    kind: "account",
    account: at.id,
    maker: null,
    label: "",
    scopes: ["registry:read"],
    skills: null,
    lastFour: "abcd",
    createdAt: 0,
    expiresAt: null,
    usedAt: null,
  } as const;
  assert(await at.store.accountKeys.save(DIGEST, key, 10, NOTE));
  await endsAtOnce(
    async () => await at.reading.accountKeys.find(DIGEST) !== null,
    () => at.store.accountKeys.revoke(at.id, DIGEST, NOTE),
  );
});

Deno.test("an account that is suspended", async () => {
  await using at = await stage();
  await endsAtOnce(
    async () => (await at.standingOf(at.id, BY_TOKEN))?.isSuspended === false,
    () =>
      at.store.accounts.update(
        at.id,
        (row) => ({ ...row, state: { kind: "suspended", since: 1, reason: "spam" } }),
        NOTE,
      ),
  );
});

Deno.test("a role, and belonging to an account", async () => {
  await using at = await stage();
  const byKey = { kind: "key", maker: BOB.id, lastFour: "abcd" } as const;
  await endsAtOnce(
    async () => (await at.standingOf(at.id, byKey))?.role === "owner",
    () => at.store.members.changeRole(at.id, BOB.id, "member", NOTE),
  );
  await endsAtOnce(
    async () => await at.standingOf(at.id, BY_TOKEN) !== null,
    () => at.store.members.remove(at.id, BOB.id, false, NOTE),
  );
});

Deno.test("what an app was allowed", async () => {
  await using at = await stage();
  const audience = "https://skills.example/";
  await at.there.set(accessKey(DIGEST), { grant: GRANT, audience, expiresAt: 1e15 });
  await at.there.set(grantKey(GRANT), {
    client: "app",
    clientName: null,
    person: BOB.id,
    account: at.id,
    audience,
    scope: "registry:read",
    grantedAt: 0,
    usedAt: 0,
  });
  await endsAtOnce(
    async () => await at.reading.grants.access(DIGEST, GRANT) !== null,
    () => at.store.grants.end(GRANT),
  );
});

Deno.test("what somebody may see at a git host", async () => {
  await using at = await stage();
  const repository = {
    host: CODE,
    id: "1" as RepositoryId,
    owner: "acme",
    name: "private",
    description: null,
    visibility: "private",
    defaultBranch: null,
    picture: null,
  } as const;
  const name = "acme/private";
  await at.store.permissionStore.allow(BOB.id, CODE, name, { repository, checkedAt: 0 }, 1e9);
  await endsAtOnce(
    async () => (await at.reading.permissionStore.find(BOB.id, CODE, name)).permission !== null,
    () => at.store.permissionStore.withdraw(BOB.id, CODE, name),
  );
});

Deno.test("what an account has in its library", async () => {
  await using at = await stage();
  const before = (await at.reading.sightOf(at.id, null)).stamps;
  await endsAtOnce(
    async () => (await at.reading.sightOf(at.id, null)).stamps.feed === before.feed,
    () => at.store.accounts.update(at.id, (row) => ({ ...row, verified: !row.verified }), NOTE),
  );
});
