import assert from "node:assert/strict";
import type { AccountId, PersonId } from "../../../contracts/auth/viewer.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import type { Acting } from "../../../contracts/library/audit.ts";
import type { NewAccountKey } from "../../../contracts/library/keys.ts";
import { shownKey } from "../../../contracts/library/keys.ts";
import { createAccountKeys, digestOf, findAccountKey } from "../../../src/auth/mod.ts";
import { createAccountKeyStore } from "../../../src/store/authorization/account_key_store.ts";
import { personKey } from "../../../src/store/authorization/keys.ts";
import { createAuditLog } from "../../../src/store/library/audit_log.ts";
import { createAuditRows } from "../../../src/store/library/audit_rows.ts";
import { createStandingOf } from "../../../src/library/mod.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { libraryOn } from "../../support/library/library.ts";
import { entriesOf } from "../../support/kv.ts";
import { manualClock } from "../../support/manual_clock.ts";

const ACME = "account-1" as AccountId;
const BETA = "account-2" as AccountId;
const ADA = "gh/1" as PersonId;
const BOB = "gh/2" as PersonId;
const DAY_MS = 86_400_000;

const by = (person: PersonId): Acting => ({ actor: { kind: "person", person, login: "x" }, request: "r" });

const READING: NewAccountKey = {
  kind: "account",
  account: ACME,
  label: "",
  writes: false,
  skills: null,
  days: null,
};

function stage(kv: Deno.Kv) {
  const clock = manualClock();
  const deps = { kv, clock, newId: () => crypto.randomUUID(), log: () => {} };
  const audit = createAuditRows(deps);
  const store = createAccountKeyStore({ ...deps, audit });
  const keys = createAccountKeys({
    keys: store,
    standingOf: (account, by) => {
      const role = by.kind === "token" && by.person === BOB ? "member" : "owner";
      const limits = limitsOf({ plan: "publisher", limits: {} });
      const stamps = { items: null, feed: 0 };
      return Promise.resolve(account === BETA ? null : { isSuspended: false, limits, role, stamps });
    },
    clock,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
  const holderOf = (bearer: string) => findAccountKey(bearer, { keys: store, clock });
  const make = async (asked: Partial<NewAccountKey> = {}, acting = OPERATOR) => {
    for (const id of [ADA, BOB]) {
      await kv.set(personKey(id), { id, host: null, login: "x", accounts: [ACME] });
    }
    const made = await keys.make(acting, { ...READING, ...asked });
    assert(made.ok);
    return made.value;
  };
  return { clock, keys, holderOf, make, log: createAuditLog({ ...deps, audit }) };
}

Deno.test("a key acts for its account with the scopes it was made with, for ever or until it runs out", async () => {
  using kv = await Deno.openKv(":memory:");
  const { holderOf, make, clock } = stage(kv);
  const reading = await make();
  assert.match(reading, /^sk_live_[0-9A-Za-z]{38}$/);
  const holder = await holderOf(reading);
  assert(holder?.kind === "account_key");
  assert.equal(holder.account, ACME);
  assert.deepEqual([...holder.scopes], ["registry:read"]);
  assert.equal(holder.skills, null);
  const writing = await make({ writes: true, days: 30, skills: [`${ACME}/refunds`] });
  const writer = await holderOf(writing);
  assert(writer?.kind === "account_key");
  assert.deepEqual([...writer.scopes], ["registry:read", "registry:write"]);
  assert.deepEqual([...writer.skills ?? []], [`${ACME}/refunds`]);
  clock.advance(30 * DAY_MS - 1);
  assert.notEqual(await holderOf(writing), null);
  clock.advance(1);
  assert.equal(await holderOf(writing), null);
  clock.advance(10_000 * DAY_MS);
  assert.notEqual(await holderOf(reading), null);
});

Deno.test("a catalog key is one of its own kind, and no key is taken for another", async () => {
  using kv = await Deno.openKv(":memory:");
  const { holderOf, make } = stage(kv);
  const key = await make({ kind: "catalog", writes: true });
  assert.match(key, /^ck_live_[0-9A-Za-z]{38}$/);
  assert.equal((await holderOf(key))?.kind, "catalog_key");
  for (const other of [key.replace("ck_", "sk_"), `${key}x`, key.slice(0, -1), "sk_live_", ""]) {
    assert.equal(await holderOf(other), null, other);
  }
});

Deno.test("what is kept of a key is its digest, and a list shows its prefix and last four", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys, make } = stage(kv);
  const key = await make({ label: "Continuous integration" }, by(ADA));
  const [listed] = await keys.list(ACME);
  assert(listed !== undefined);
  assert.equal(listed.label, "Continuous integration");
  assert.equal(shownKey(listed), `sk_live_…${key.slice(-4)}`);
  for (const entry of await entriesOf(kv)) {
    assert.ok(!Deno.inspect(entry, { strAbbreviateSize: 10_000 }).includes(key.slice(8, -4)));
  }
});

Deno.test("when a key was used last is known to the hour, and asking again writes nothing", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys, make, holderOf, clock } = stage(kv);
  const key = await make();
  const usedAt = async () => (await keys.list(ACME))[0]?.usedAt;
  assert.equal(await usedAt(), null);
  clock.advance(90 * 60_000);
  await holderOf(key);
  const hour = await usedAt();
  assert.equal(hour, Date.UTC(2030, 0, 1, 1));
  const written = async () =>
    (await kv.get(["lk", "key", (await keys.list(ACME))[0]?.digest ?? ""])).versionstamp;
  const before = await written();
  await holderOf(key);
  assert.equal(await written(), before);
});

Deno.test("a revoked key is none from the next call on, and using it meanwhile does not bring it back", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys, make, holderOf, clock } = stage(kv);
  const key = await make();
  const [listed] = await keys.list(ACME);
  assert(listed !== undefined);
  assert.equal(await keys.revoke(OPERATOR, BETA, listed.digest), false);
  clock.advance(2 * 3_600_000);
  const using = holderOf(key);
  assert.equal(await keys.revoke(OPERATOR, ACME, listed.digest), true);
  await using;
  assert.equal(await holderOf(key), null);
  assert.deepEqual(await keys.list(ACME), []);
});

Deno.test("who leaves an account takes the keys they made along", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys, make, holderOf } = stage(kv);
  const [theirs, others] = [await make({}, by(ADA)), await make()];
  assert.equal(await keys.revokeMadeBy(OPERATOR, ACME, ADA), 1);
  assert.equal(await holderOf(theirs), null);
  assert.notEqual(await holderOf(others), null);
});

Deno.test("an account has as many keys as its plan allows, however many are made at once", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys } = stage(kv);
  const made = await Promise.all(Array.from({ length: 6 }, () => keys.make(OPERATOR, READING)));
  assert.equal(made.filter(({ ok }) => ok).length, 3);
  assert.equal((await keys.list(ACME)).length, 3);
});

Deno.test("what cannot be a key is refused with what it must be", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys } = stage(kv);
  const wrong: readonly Partial<NewAccountKey>[] = [
    { days: 0 },
    { days: 1.5 },
    { days: 3651 },
    { label: "x".repeat(61) },
    { label: "a\u0000b" },
    { skills: [] },
    { account: BETA },
  ];
  for (const asked of wrong) {
    const made = await keys.make(OPERATOR, { ...READING, ...asked });
    assert(!made.ok && made.error.code === "request.invalid", JSON.stringify(asked));
    assert(made.error.reason !== undefined && made.error.hint !== undefined);
  }
  assert.deepEqual(await keys.list(ACME), []);
});

Deno.test("a member makes keys that read, and none that can do more than they may", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys, make } = stage(kv);
  const made = await keys.make(by(BOB), { ...READING, writes: true });
  assert(!made.ok && made.error.code === "publish.not_allowed");
  await make({}, by(BOB));
  const key: Acting = { actor: { kind: "key", lastFour: "abcd", maker: ADA }, request: "r" };
  assert(!(await keys.make(key, READING)).ok, "no key makes keys");
});

Deno.test("the account's audit tells of each key that was made or revoked, and holds none", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys, make, log } = stage(kv);
  const key = await make({ writes: true, skills: [`${ACME}/refunds`] }, by(ADA));
  const [listed] = await keys.list(ACME);
  await keys.revoke(by(BOB), ACME, listed?.digest ?? digestOf(""));
  const page = await log.list(ACME, { newestFirst: false, cursor: null, limit: 10 });
  const told = page?.entries.map(({ action, target, after, actor }) => ({ action, target, after, actor }));
  const target = `sk_live_…${key.slice(-4)}`;
  assert.deepEqual(told, [
    {
      action: "key.create",
      target,
      after: `registry:read registry:write ${ACME}/refunds`,
      actor: by(ADA).actor,
    },
    { action: "key.revoke", target, after: null, actor: by(BOB).actor },
  ]);
});

Deno.test("who leaves an account while a key of theirs is made has none", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store, account } = libraryOn(kv);
  const { account: acme } = await account("acme");
  const note = { ...OPERATOR, action: "member.join", target: "", before: null, after: null } as const;
  for (const [id, login] of [[ADA, "ada"], [BOB, "bob"]] as const) {
    await store.members.join(acme, { id, host: null, login, accounts: [] }, "owner", note);
  }
  const standingOf = createStandingOf(store);
  const keys = createAccountKeys({
    keys: store.accountKeys,
    async standingOf(...asked) {
      const standing = await standingOf(...asked);
      await store.members.remove(acme, ADA, false, note);
      return standing;
    },
    clock: manualClock(),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
  const made = await keys.make(by(ADA), { ...READING, account: acme });
  assert(!made.ok);
  assert.match(made.error.reason ?? "", /no such account/);
  assert.deepEqual(await keys.list(acme), []);
});
