import assert from "node:assert/strict";
import type { AccountId, Asker, Audience, GrantId, PersonId } from "../../../contracts/auth/viewer.ts";
import type { Standing } from "../../../contracts/library/access.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import { digestOf } from "../../../src/auth/mod.ts";
import { createAccountAccess } from "../../../src/library/mod.ts";
import { createUsageStore } from "../../../src/store/authorization/usage_store.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { publishTokenOf } from "../../support/library/connections.ts";

const account = "a" as AccountId;
const person = "p" as PersonId;
const audience = "https://skills.example" as Audience;
const key = digestOf("key");
const scopes = new Set(["registry:read"] as const);
const KEY: Asker = { kind: "account_key", account, key, maker: null, lastFour: "abcd", scopes, skills: null };
const TOKEN: Asker = {
  kind: "access_token",
  person,
  account,
  grant: "g" as GrantId,
  audience,
  scopes,
};

const ACTIVE: Standing = {
  isSuspended: false,
  limits: limitsOf({ plan: "publisher", limits: {} }),
  role: "owner",
  stamps: { items: null, feed: 0 },
};

function stage(kv: Deno.Kv, standing: () => Standing | null = () => ACTIVE) {
  const clock = manualClock();
  const deps = { kv, clock, newId: () => crypto.randomUUID(), log: () => {} };
  const access = createAccountAccess({
    publishTokens: { find: () => Promise.resolve(null) },
    standingOf: () => Promise.resolve(standing()),
    usage: createUsageStore(deps),
    clock,
    audience,
  });
  return { clock, access };
}

Deno.test("an account's key and an app's token for it are let in, and nothing else", async () => {
  using kv = await Deno.openKv(":memory:");
  const { access } = stage(kv);
  for (const asker of [KEY, TOKEN]) assert.ok((await access.callerOf(asker)).ok, asker.kind);
  const others: readonly (readonly [Asker, string])[] = [
    [{ kind: "nobody" }, "auth.required"],
    [{ kind: "person", person, session: key }, "auth.required"],
    [{ kind: "refused", failure: { code: "auth.invalid_token" } }, "auth.invalid_token"],
    [{ kind: "catalog_key", account, key, maker: null, lastFour: "abcd" }, "auth.invalid_token"],
    [publishTokenOf(account), "auth.invalid_token"],
    [{ kind: "address_key", person, audience }, "auth.invalid_token"],
    [{ ...TOKEN, audience: `${audience}/gh/acme/private` as Audience }, "auth.invalid_token"],
  ];
  for (const [asker, code] of others) {
    const caller = await access.callerOf(asker);
    assert.equal(caller.ok ? "let in" : caller.error.code, code, asker.kind);
  }
});

Deno.test("a suspended account is told so, and one that has ended is as none", async () => {
  using kv = await Deno.openKv(":memory:");
  let standing: Standing | null = { ...ACTIVE, isSuspended: true };
  const { access } = stage(kv, () => standing);
  const suspended = await access.callerOf(KEY);
  assert(!suspended.ok && suspended.error.code === "account.suspended");
  standing = null;
  const ended = await access.callerOf(KEY);
  assert(!ended.ok && ended.error.code === "auth.invalid_token");
});

Deno.test("nobody asks faster than twenty times a second, a hundred at once", async () => {
  using kv = await Deno.openKv(":memory:");
  const { access, clock } = stage(kv);
  const caller = await access.callerOf(KEY);
  assert(caller.ok);
  const spend = async () => (await access.spend(caller.value)).refusal;
  for (let call = 0; call < 100; call++) assert.equal(await spend(), null);
  const refusal = await spend();
  assert.equal(refusal?.code, "rate.limited");
  assert.equal(refusal?.retryAfterSeconds, 1);
  clock.advance(1000);
  for (let call = 0; call < 20; call++) assert.equal(await spend(), null);
  assert.equal((await spend())?.code, "rate.limited");
  assert.equal((await access.budgetOf(caller.value)).used, 120);
});

Deno.test("the tokens of an account spend one budget, and each key its own", async () => {
  using kv = await Deno.openKv(":memory:");
  const { access } = stage(kv);
  const spenderOf = async (asker: Asker) => {
    const caller = await access.callerOf(asker);
    assert(caller.ok);
    return caller.value.spender;
  };
  const token = await spenderOf(TOKEN);
  assert.equal(await spenderOf({ ...TOKEN, grant: "other" as GrantId }), token);
  assert.notEqual(await spenderOf(KEY), token);
  assert.notEqual(await spenderOf({ ...KEY, key: digestOf("other") }), await spenderOf(KEY));
});
