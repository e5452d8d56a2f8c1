import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { ClientId } from "../../../contracts/auth/clients.ts";
import type { Person } from "../../../contracts/auth/people.ts";
import type { AccountId, Audience, GrantId, PersonId } from "../../../contracts/auth/viewer.ts";
import type { Acting } from "../../../contracts/library/audit.ts";
import type { Role } from "../../../contracts/library/members.ts";
import { accountsOn } from "../../support/library/accounts.ts";
import { manualClock } from "../../support/manual_clock.ts";

const DAY_MS = 86_400_000;

function as({ id, login }: Person): Acting {
  return { actor: { kind: "person", person: id, login }, request: null };
}

async function stage() {
  const kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const revoked: [AccountId, PersonId][] = [];
  const built = accountsOn(kv, clock, {
    revokeKeys: (_acting, account, maker) => Promise.resolve(void revoked.push([account, maker])),
  });
  const { accounts, members } = built;
  const person = (number: number, login: string) =>
    accounts.signedIn({ id: `gh/${number}` as PersonId, host: "gh" as HostKey, login });
  const [owner, admin, member, eve] = [
    await person(1, "owner"),
    await person(2, "admin"),
    await person(3, "Member"),
    await person(4, "eve"),
  ];
  const opened = await accounts.open(as(owner), "acme", { founder: owner });
  assert(opened.ok);
  const { id } = opened.value;
  for (const [who, role] of [[admin, "admin"], [member, "member"]] as const) {
    assert.equal((await members.invite(as(owner), id, { host: "gh", login: who.login, role })).ok, true);
    assert.equal((await members.accept(who, id)).ok, true);
  }
  const roles = async () => {
    const listed = await members.list(as(owner), id);
    return listed.ok ? listed.value.members.map(({ login, role }) => `${login}: ${role}`) : listed.error.code;
  };
  return {
    ...built,
    kv,
    clock,
    id,
    owner,
    admin,
    member,
    eve,
    revoked,
    roles,
    [Symbol.dispose]: () => kv.close(),
  };
}

const codeOf = (result: { readonly ok: boolean; readonly error?: { readonly code: string } }) =>
  result.ok ? "ok" : result.error?.code;

Deno.test("an invitation holds for 14 days, for whoever is called so at the host, in any case of letters, once", async () => {
  using s = await stage();
  const { members, owner, eve, id, clock } = s;
  assert.deepEqual(await s.roles(), ["owner: owner", "admin: admin", "Member: member"]);
  const invite = () => members.invite(as(owner), id, { host: "gh", login: "EVE", role: "member" });
  assert.equal((await invite()).ok, true);
  assert.deepEqual((await members.invitationsTo(eve)).map(({ slug, role }) => [slug, role]), [[
    "acme",
    "member",
  ]]);
  const namesake: Person = { ...eve, id: "cb/4" as PersonId, host: "cb" as HostKey };
  assert.equal(codeOf(await members.accept(namesake, id)), "member.not_found");
  clock.advance(14 * DAY_MS);
  assert.deepEqual(await members.invitationsTo(eve), []);
  assert.equal(codeOf(await members.accept(eve, id)), "member.not_found");
  assert.equal((await invite()).ok, true);
  clock.advance(14 * DAY_MS - 1);
  assert.equal((await members.accept(eve, id)).ok, true);
  assert.equal(codeOf(await members.accept(eve, id)), "member.not_found");
  assert.equal(await members.roleOf(id, eve.id), "member");
  assert.deepEqual((await s.stores.people.person(eve.id))?.accounts.length, 2);
  assert.deepEqual(await members.invitationsTo(eve), []);
  assert.equal(codeOf(await invite()), "request.invalid", "who belongs to it is not invited");
});

Deno.test("an invitation that is withdrawn, or whose account is closed, is none", async () => {
  using s = await stage();
  const { members, owner, eve, id, accounts } = s;
  await members.invite(as(owner), id, { host: "gh", login: "eve", role: "member" });
  await accounts.suspend(id, "spam");
  assert.deepEqual(await members.invitationsTo(eve), []);
  await accounts.resume(id);
  assert.equal((await members.withdraw(as(owner), id, "gh" as HostKey, "Eve")).ok, true);
  assert.equal(codeOf(await members.withdraw(as(owner), id, "gh" as HostKey, "eve")), "member.not_found");
  assert.equal(codeOf(await members.accept(eve, id)), "member.not_found");
});

Deno.test("each role decides what it may, and to strangers the account does not exist", async () => {
  using s = await stage();
  const { members, owner, admin, member, eve, id } = s;
  const invite = async (who: Person, role: Role) =>
    codeOf(await members.invite(as(who), id, { host: "gh", login: `${who.login}-${role}`, role }));
  assert.deepEqual(
    await Promise.all([owner, admin, member, eve].map((who) => invite(who, "member"))),
    ["ok", "ok", "account.forbidden", "account.not_found"],
  );
  assert.deepEqual(
    await Promise.all([owner, admin].map((who) => invite(who, "owner"))),
    ["ok", "account.forbidden"],
  );
  assert.equal(codeOf(await members.changeRole(as(admin), id, owner.id, "member")), "account.forbidden");
  assert.equal(codeOf(await members.changeRole(as(admin), id, member.id, "owner")), "account.forbidden");
  assert.equal(codeOf(await members.changeRole(as(member), id, member.id, "admin")), "account.forbidden");
  assert.equal(codeOf(await members.changeRole(as(admin), id, member.id, "admin")), "ok");
  assert.equal(codeOf(await members.remove(as(admin), id, owner.id, false)), "account.forbidden");
  assert.equal(codeOf(await members.remove(as(eve), id, member.id, false)), "account.not_found");
  assert.equal(codeOf(await members.list(as(eve), id)), "account.not_found");
});

Deno.test("an account has an owner at all times, also when two leave at once", async () => {
  using s = await stage();
  const { members, owner, admin, id } = s;
  assert.equal(codeOf(await members.changeRole(as(owner), id, owner.id, "member")), "account.forbidden");
  assert.equal(codeOf(await members.remove(as(owner), id, owner.id, false)), "account.forbidden");
  assert.equal(codeOf(await members.changeRole(as(owner), id, admin.id, "owner")), "ok");
  const left = await Promise.all([owner, admin].map((who) => members.remove(as(who), id, who.id, false)));
  assert.deepEqual(left.map(codeOf).sort(), ["account.forbidden", "ok"]);
});

Deno.test("whoever is removed loses the grants on the account at once, no other, and the keys unless told not to", async () => {
  using s = await stage();
  const { members, owner, admin, member, id, stores, revoked, clock } = s;
  const granted = async (person: Person, account: AccountId, grant: string) => {
    const digest = `${grant}-code` as Parameters<typeof stores.grants.saveCode>[0];
    const held = {
      client: "dc_1" as ClientId,
      clientName: null,
      person: person.id,
      account,
      audience: "https://skills.example" as Audience,
      scope: "registry:read",
    } as const;
    const code = {
      ...held,
      grant: grant as GrantId,
      redirectUri: "https://app.example/cb" as Parameters<typeof stores.grants.saveCode>[1]["redirectUri"],
      challenge: "c",
      expiresAt: clock.now() + 1000,
      isUsed: false,
    };
    await stores.grants.saveCode(digest, code);
    const read = await stores.grants.code(digest) ?? assert.fail();
    const expiresAt = clock.now() + DAY_MS;
    await stores.grants.redeem(digest, read, { ...held, grantedAt: 0, usedAt: 0 }, {
      access: `${grant}-a` as typeof digest,
      accessRecord: { grant: code.grant, audience: held.audience, expiresAt },
      refresh: `${grant}-r` as typeof digest,
      refreshRecord: { grant: code.grant, expiresAt, accessExpiresAt: expiresAt, successor: null },
    });
  };
  await granted(member, id, "of-acme");
  await granted(member, member.accounts[0] ?? assert.fail(), "of-own");
  await granted(admin, id, "of-admin");
  assert.equal((await members.remove(as(owner), id, member.id, false)).ok, true);
  const left = async (who: Person) => (await stores.grants.ofPerson(who.id)).map((grant) => grant.id);
  assert.deepEqual(await left(member), ["of-own"]);
  assert.deepEqual(await left(admin), ["of-admin"]);
  assert.equal(await members.roleOf(id, member.id), null);
  // Before they go, and once more for a key that they made meanwhile.
  const both = [[id, member.id], [id, member.id]];
  assert.deepEqual(revoked, both);
  assert.equal((await members.remove(as(owner), id, admin.id, true)).ok, true);
  assert.deepEqual(revoked, both);
});

Deno.test("a plain member who leaves takes their keys along, whatever they say, and an admin need not", async () => {
  using s = await stage();
  const { members, admin, member, id, revoked } = s;
  assert.equal((await members.remove(as(member), id, member.id, true)).ok, true);
  assert.ok(revoked.every(([account, maker]) => account === id && maker === member.id));
  assert.equal(revoked.splice(0).length, 2);
  assert.equal((await members.remove(as(admin), id, admin.id, true)).ok, true);
  assert.deepEqual(revoked, []);
});

Deno.test("a personal account is one person's own, and hosts where nobody signs in have nobody to invite", async () => {
  using s = await stage();
  const { members, owner, id } = s;
  const own = owner.accounts[0] ?? assert.fail();
  const invite = async (account: AccountId, host: string, login: string) =>
    codeOf(await members.invite(as(owner), account, { host, login, role: "member" }));
  assert.equal(await invite(own, "gh", "eve"), "request.invalid");
  assert.equal(await invite(id, "elsewhere", "eve"), "request.invalid");
  for (const login of ["", "a b", "../x", "x".repeat(200), "-x"]) {
    assert.equal(await invite(id, "gh", login), "request.invalid", login);
  }
});

Deno.test("what is changed is told in the order it was done, by whom, and kept for 400 days", async () => {
  using s = await stage();
  const { members, owner, admin, member, id, stores, clock } = s;
  await members.changeRole(as(owner), id, member.id, "admin");
  await members.remove(as(owner), id, admin.id, false);
  const all = await stores.audit.list(id, { newestFirst: false, cursor: null, limit: 100 }) ?? assert.fail();
  assert.deepEqual(
    all.entries.map(({ actor, action, target, before, after }) => [
      actor.kind === "person" ? actor.login : actor.kind,
      action,
      target,
      before,
      after,
    ]),
    [
      ["owner", "account.create", "acme", null, "acme"],
      ["owner", "member.invite", "gh:admin", null, "admin"],
      ["admin", "member.join", "admin", null, null],
      ["owner", "member.invite", "gh:member", null, "member"],
      ["Member", "member.join", "Member", null, null],
      ["owner", "member.role", "Member", "member", "admin"],
      ["owner", "member.remove", "admin", "admin", null],
    ],
  );
  const newest = await stores.audit.list(id, { newestFirst: true, cursor: null, limit: 2 }) ?? assert.fail();
  assert.deepEqual(newest.entries.map(({ action }) => action), ["member.remove", "member.role"]);
  const older = await stores.audit.list(id, { newestFirst: true, cursor: newest.cursor, limit: 2 }) ??
    assert.fail();
  assert.deepEqual(older.entries.map(({ action }) => action), ["member.join", "member.invite"]);
  for (const cursor of ["nonsense", "", "a".repeat(600), "/../"]) {
    const page = await stores.audit.list(id, { newestFirst: true, cursor, limit: 2 });
    assert(page === null || page.entries.length <= 2, cursor);
  }
  clock.advance(400 * DAY_MS);
  assert.deepEqual(
    (await stores.audit.list(id, { newestFirst: false, cursor: null, limit: 100 }))?.entries,
    [],
  );
});
