import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { Acting } from "../../../contracts/library/audit.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import { accountsOn, OPERATOR } from "../../support/library/accounts.ts";
import { manualClock } from "../../support/manual_clock.ts";

const DAY_MS = 86_400_000;
const ADA = { id: "gh/7" as PersonId, host: "gh" as HostKey, login: "Ada" };
const EVE = { id: "gh/8" as PersonId, host: "gh" as HostKey, login: "eve" };

function as({ id, login }: typeof ADA): Acting {
  return { actor: { kind: "person", person: id, login }, request: "r1" };
}

Deno.test("who signs in has one account of their own, however often and from however many browsers at once", async () => {
  using kv = await Deno.openKv(":memory:");
  const { accounts, stores } = accountsOn(kv, manualClock());
  const people = await Promise.all(Array.from({ length: 5 }, () => accounts.signedIn(ADA)));
  const own = new Set(people.flatMap((person) => person.accounts));
  assert.equal(own.size, 1);
  const found = await accounts.find("ADA");
  assert.deepEqual([found?.account.kind, found?.account.slug, [...own]], ["personal", "ada", [
    found?.account.id,
  ]]);
  const renamed = await accounts.signedIn({ ...ADA, login: "ada-l" });
  assert.deepEqual([renamed.login, renamed.accounts], ["ada-l", [...own]]);
  assert.equal((await accounts.find("ada"))?.account.slug, "ada");
  assert.equal(await stores.members.roleOf(renamed.accounts[0] ?? assert.fail(), ADA.id), "owner");
});

Deno.test("a name that is taken, reserved, a host's or a route's gets a number behind it for a newcomer", async () => {
  using kv = await Deno.openKv(":memory:");
  const { accounts, made } = accountsOn(kv, manualClock(), {
    ownerOf: (slug) => Promise.resolve(slug === "famous" ? "others" : "nobody"),
  });
  await made("taken");
  const slugOf = async (id: string, login: string) => {
    const person = await accounts.signedIn({ id: id as PersonId, host: "gh" as HostKey, login });
    return (await accounts.account(person.accounts[0] ?? assert.fail()))?.slug;
  };
  assert.equal(await slugOf("gh/1", "taken"), "taken-2");
  assert.equal(
    await slugOf("gh/2", "t-aken"),
    "t-aken-3",
    "it looks like the first, and so does its second choice",
  );
  assert.equal(await slugOf("gh/3", "admin"), "admin-2");
  assert.equal(await slugOf("gh/4", "gh"), "gh-2");
  assert.equal(await slugOf("gh/5", "famous"), "famous-2");
});

Deno.test("an organisation is called as nobody else is, was, or is at a host where people sign in", async () => {
  using kv = await Deno.openKv(":memory:");
  const { accounts, made } = accountsOn(kv, manualClock(), {
    ownerOf: (slug) =>
      Promise.resolve(
        slug === "famous" ? "others" : slug === "slow" ? "unknown" : slug === "mine" ? "theirs" : "nobody",
      ),
  });
  await made("acme");
  const founder = await accounts.signedIn(ADA);
  const opened = async (name: string) => {
    const result = await accounts.open(as(ADA), name, { founder });
    return result.ok ? result.value.slug : [result.error.code, result.error.reason];
  };
  assert.deepEqual(await opened("acme"), ["name.taken", '"acme" is, or was, an account\'s']);
  assert.deepEqual(await opened("acrne"), ["name.taken", '"acrne" looks like "acme"']);
  assert.deepEqual(await opened("skills"), ["name.taken", '"skills" is reserved']);
  assert.deepEqual(await opened("deleted-x"), ["name.taken", '"deleted-x" is reserved']);
  assert.equal((await opened("famous"))?.[0], "name.taken");
  assert.equal((await opened("slow"))?.[0], "mount.unavailable");
  assert.equal((await opened("No good"))?.[0], "request.invalid");
  assert.equal(await opened("mine"), "mine");
  assert.equal(await opened("Labs"), "labs");
});

Deno.test("of two who want one name at once, one gets it", async () => {
  using kv = await Deno.openKv(":memory:");
  const { accounts } = accountsOn(kv, manualClock());
  const names = ["acme", "a-cme", "acrne", "acme"];
  const made = await Promise.all(names.map((name) => accounts.open(OPERATOR, name, { founder: null })));
  assert.equal(made.filter(({ ok }) => ok).length, 1);
});

Deno.test("after a rename the old name leads to the account, is nobody else's, and can be taken back", async () => {
  using kv = await Deno.openKv(":memory:");
  const { accounts, made } = accountsOn(kv, manualClock());
  const { id } = await made("acme");
  const renamed = await accounts.rename(OPERATOR, id, "acme-labs");
  assert(renamed.ok);
  assert.deepEqual([renamed.value.slug, renamed.value.aliases], ["acme-labs", ["acme"]]);
  const old = await accounts.find("acme");
  assert.deepEqual([old?.account.id, old?.account.slug, old?.isAlias], [id, "acme-labs", true]);
  assert.equal((await accounts.find("acme-labs"))?.isAlias, false);
  assert.equal((await accounts.open(OPERATOR, "acme", { founder: null })).ok, false);
  assert.equal((await accounts.open(OPERATOR, "acrne", { founder: null })).ok, false);
  assert.equal((await accounts.rename(OPERATOR, id, "a-cme")).ok, true, "it looks like itself alone");
  const back = await accounts.rename(OPERATOR, id, "acme");
  assert(back.ok);
  assert.deepEqual(back.value.aliases, ["acme-labs", "a-cme"]);
});

Deno.test("nobody collects names by renaming, and none but owners rename", async () => {
  using kv = await Deno.openKv(":memory:");
  const { accounts, made } = accountsOn(kv, manualClock());
  const { accounts: [id = assert.fail()] } = await accounts.signedIn(ADA);
  await accounts.signedIn(EVE);
  const codeOf = async (who: typeof ADA, name: string) => {
    const renamed = await accounts.rename(as(who), id, name);
    return renamed.ok ? renamed.value.slug : renamed.error.code;
  };
  assert.equal(await codeOf(EVE, "eves"), "account.not_found");
  for (const name of ["n-one", "n-two", "n-three", "n-four", "n-five"]) {
    assert.equal(await codeOf(ADA, name), name);
  }
  assert.equal(await codeOf(ADA, "n-six"), "account.forbidden");
  assert.equal(await codeOf(ADA, "n-one"), "n-one", "a name that was theirs costs nothing");
  assert.equal((await accounts.rename(OPERATOR, id, "n-seven")).ok, true);
  await made("other");
  assert.equal(await codeOf(ADA, "other"), "name.taken");
});

Deno.test("the operator reserves names and what looks like them, and gives them back", async () => {
  using kv = await Deno.openKv(":memory:");
  const { accounts } = accountsOn(kv, manualClock());
  assert.equal((await accounts.reserve("brand")).ok, true);
  assert.equal((await accounts.reserve("brand")).ok, true);
  for (const name of ["brand", "b-rand"]) {
    const made = await accounts.open(OPERATOR, name, { founder: null });
    assert(!made.ok && made.error.code === "name.taken");
  }
  assert.equal((await accounts.free("brand")).ok, true);
  assert.equal((await accounts.free("brand")).ok, false);
  assert.equal((await accounts.open(OPERATOR, "b-rand", { founder: null })).ok, true);
  const held = await accounts.reserve("b-rand");
  assert(!held.ok && held.error.code === "name.taken");
});

Deno.test("limits are the plan's, and the operator's word goes before it", async () => {
  using kv = await Deno.openKv(":memory:");
  const { accounts, made, stores } = accountsOn(kv, manualClock());
  const { id } = await made("acme");
  const limits = async () => limitsOf(await stores.accounts.account(id) ?? assert.fail());
  assert.deepEqual([(await limits()).callsPerDay, (await limits()).keys], [500, 3]);
  await accounts.setLimit(id, "callsPerDay", 7);
  await accounts.setPlan(id, "team");
  assert.deepEqual([(await limits()).callsPerDay, (await limits()).keys], [7, 50]);
  await accounts.setLimit(id, "callsPerDay", undefined);
  assert.equal((await limits()).callsPerDay, null);
  await accounts.setLimit(id, "keys", 0);
  assert.equal((await limits()).keys, 0);
  const { entries } = await stores.audit.list(id, { newestFirst: false, cursor: null, limit: 100 }) ??
    assert.fail();
  assert.deepEqual(
    entries.slice(1).map(({ action, before, after }) => [action, before, after]),
    [
      ["account.limit", "callsPerDay as the plan", "callsPerDay 7"],
      ["account.plan", "publisher", "team"],
      ["account.limit", "callsPerDay 7", "callsPerDay as the plan"],
      ["account.limit", "keys as the plan", "keys 0"],
    ],
  );
});

Deno.test("an account that its owner ends can be kept for seven days, and is gone then, its names nobody's", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const ended: [Account, boolean][] = [];
  const { accounts, members, stores, made } = accountsOn(kv, clock, {
    endings: [(account, keepsGlobal) => Promise.resolve(ended.push([account, keepsGlobal]) === 0)],
  });
  await made("other");
  const founder = await accounts.signedIn(ADA);
  const opened = await accounts.open(as(ADA), "acme", { founder });
  assert(opened.ok);
  const { id } = opened.value;
  await accounts.rename(as(ADA), id, "acme-labs");
  await members.invite(as(ADA), id, { host: "gh", login: "eve", role: "member" });
  assert.equal((await accounts.end(as(ADA), id, true)).ok, true);
  assert.equal((await stores.accounts.account(id))?.state.kind, "ending");
  assert.equal((await accounts.keep(as(ADA), id)).ok, true);
  clock.advance(8 * DAY_MS);
  assert.equal(await accounts.runDue(), 0);
  assert.equal((await accounts.end(as(ADA), id, true)).ok, true);
  clock.advance(7 * DAY_MS - 1);
  assert.equal(await accounts.runDue(), 0);
  clock.advance(1);
  assert.equal((await accounts.keep(as(ADA), id)).ok, false, "it is too late");
  assert.equal(await accounts.runDue(), 1);
  assert.equal(await accounts.runDue(), 0);
  assert.deepEqual(ended.map(([account, keepsGlobal]) => [account.slug, keepsGlobal]), [["acme-labs", true]]);
  assert.equal(await stores.accounts.account(id), null);
  assert.equal(await stores.members.roleOf(id, ADA.id), null);
  assert.deepEqual((await stores.people.person(ADA.id))?.accounts, founder.accounts);
  assert.deepEqual(await members.invitationsTo({ ...EVE, accounts: [] }), []);
  for (const name of ["acme", "acme-labs", "acrne"]) {
    assert.equal((await accounts.open(as(ADA), name, { founder })).ok, false, name);
  }
  const left = await Array.fromAsync(kv.list({ prefix: [] }), ({ key }) => key);
  assert.deepEqual(left.filter((key) => key.includes(id)), []);
});

Deno.test("an ending that was cut off goes on at the next round", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  let tries = 0;
  const { accounts, stores, made } = accountsOn(kv, clock, {
    endings: [() => ++tries === 1 ? Promise.reject(new Error("cut off")) : Promise.resolve(false)],
  });
  const { id } = await made("acme");
  await accounts.end(OPERATOR, id, false);
  clock.advance(7 * DAY_MS);
  await assert.rejects(accounts.runDue());
  assert.notEqual(await stores.accounts.account(id), null);
  assert.equal(await accounts.runDue(), 1);
  assert.equal(await stores.accounts.account(id), null);
});

Deno.test("what the operator suspends or ends, nobody of the account takes back", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const { accounts, stores } = accountsOn(kv, clock);
  const { accounts: [id = assert.fail()] } = await accounts.signedIn(ADA);
  const stateOf = async () => (await stores.accounts.account(id))?.state.kind;
  await accounts.suspend(id, "spam");
  for (const refused of [await accounts.end(as(ADA), id, true), await accounts.rename(as(ADA), id, "else")]) {
    assert(!refused.ok && refused.error.code === "account.suspended");
  }
  await accounts.resume(id);
  assert.equal(await stateOf(), "active");
  await accounts.end(OPERATOR, id, true);
  const kept = await accounts.keep(as(ADA), id);
  assert(!kept.ok && kept.error.code === "account.forbidden");
  await accounts.suspend(id, "spam");
  await accounts.resume(id);
  assert.equal(await stateOf(), "ending");
  assert.equal((await accounts.keep(OPERATOR, id)).ok, true);
  assert.equal(await stateOf(), "active");
});

Deno.test("an account of before there were plans and members is its person's own, as every account was", async () => {
  using kv = await Deno.openKv(":memory:");
  const { accounts, stores } = accountsOn(kv, manualClock());
  await kv.set(["la", "1"], { id: "1", slug: "ada", createdAt: 5 });
  await kv.set(["ls", "ada"], { account: "1" });
  await kv.set(["a", "person", ADA.id], { ...ADA, accounts: ["1"] });
  const { account } = await accounts.find("ada") ?? assert.fail();
  assert.deepEqual(account, {
    id: "1",
    slug: "ada",
    aliases: [],
    kind: "personal",
    plan: "publisher",
    limits: {},
    verified: false,
    state: { kind: "active" },
    exportedAt: null,
    createdAt: 5,
  });
  assert.equal(await stores.members.roleOf(account.id, ADA.id), "owner");
  assert.equal(await stores.members.roleOf(account.id, EVE.id), null);
  assert.deepEqual((await accounts.signedIn(ADA)).accounts, ["1"]);
});
