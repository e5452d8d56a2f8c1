import assert from "node:assert/strict";
import fc from "fast-check";
import type { Address } from "../../../contracts/addresses.ts";
import type { Audience, PersonId } from "../../../contracts/auth/viewer.ts";
import { failure, success } from "../../../contracts/result.ts";
import { createAddressKeys, MOST_KEYS } from "../../../src/auth/mod.ts";
import { isKey, newKey } from "../../../src/auth/keys/key_text.ts";
import { parseAddress } from "../../../src/format/mod.ts";
import { createAddressKeyStore } from "../../../src/store/authorization/address_key_store.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { TEST_HOSTS } from "../../support/snapshot_of.ts";

const ADA = "gh/1" as PersonId;
const BOB = "gh/2" as PersonId;
const DAY_MS = 86_400_000;
const NAME = "/gh/acme/secret";

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

function stage(kv: Deno.Kv) {
  const clock = manualClock();
  let ids = 0;
  const store = createAddressKeyStore({ kv, clock, newId: () => `id-${++ids}`, log: () => {} });
  const missing = { code: "mount.repo_not_found" } as const;
  const keys = createAddressKeys({
    keys: store,
    mayOpen: (maker, { repo }) =>
      Promise.resolve(maker === ADA && repo === "secret" ? success(null) : failure(missing)),
    audienceOf: ({ owner, repo }) => `https://skills.example/gh/${owner}/${repo}` as Audience,
    nameOf: ({ host, owner, repo }) => `/${host}/${owner}/${repo}`,
    clock,
    randomBytes,
  });
  return { clock, keys, missing };
}

function address(text: string): Address {
  const parsed = parseAddress(text, TEST_HOSTS);
  assert(parsed.ok);
  return parsed.value;
}

Deno.test("an address key reads one address as its maker, until it runs out", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys, clock } = stage(kv);
  const made = await keys.make(ADA, address(NAME), 2);
  assert(made.ok);
  assert.match(made.value, /^ak_live_[0-9A-Za-z]{38}$/);
  const holder = await keys.holderOf(made.value);
  assert(holder?.kind === "address_key" && holder.look !== undefined);
  const { look: _, ...shown } = holder;
  assert.deepEqual(shown, {
    kind: "address_key",
    person: ADA,
    audience: "https://skills.example/gh/acme/secret",
  });
  clock.advance(2 * DAY_MS - 1);
  assert.notEqual(await keys.holderOf(made.value), null);
  clock.advance(1);
  assert.equal(await keys.holderOf(made.value), null);
  assert.deepEqual(await keys.list(ADA), []);
});

Deno.test("a key is shown once: what is kept of it is its digest, and its maker sees four characters", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys } = stage(kv);
  const made = await keys.make(ADA, address(NAME), 30);
  assert(made.ok);
  const [listed, ...others] = await keys.list(ADA);
  assert(listed !== undefined && others.length === 0);
  assert.equal(listed.lastFour, made.value.slice(-4));
  assert.equal(listed.address, NAME);
  assert.ok(!JSON.stringify(listed).includes(made.value.slice("ak_live_".length, -4)));
  for await (const entry of kv.list({ prefix: [] })) {
    assert.ok(!Deno.inspect(entry).includes(made.value.slice("ak_live_".length, -4)));
  }
});

Deno.test("nobody makes a key for what they cannot open, and is told the same for what is not there", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys, missing } = stage(kv);
  assert.deepEqual(await keys.make(BOB, address(NAME), 1), failure(missing));
  assert.deepEqual(await keys.make(ADA, address("/gh/acme/none"), 1), failure(missing));
  for (const days of [0, -1, 1.5, 366, NaN, Infinity]) {
    const refused = await keys.make(ADA, address(NAME), days);
    assert(!refused.ok && refused.error.code === "request.invalid", String(days));
  }
  assert.deepEqual(await keys.list(ADA), []);
});

Deno.test("a key that is revoked is none from the next call on, and only its maker revokes it", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys } = stage(kv);
  const made = await keys.make(ADA, address(NAME), 30);
  assert(made.ok);
  const [listed] = await keys.list(ADA);
  assert(listed !== undefined);
  for (const other of [BOB, null]) assert.equal(await keys.revoke(other, listed.digest), false);
  assert.notEqual(await keys.holderOf(made.value), null);
  assert.equal(await keys.revoke(ADA, listed.digest), true);
  assert.equal(await keys.holderOf(made.value), null);
  assert.equal(await keys.revoke(ADA, listed.digest), false);
});

Deno.test("nobody has more than fifty keys, however many are made at once", async () => {
  using kv = await Deno.openKv(":memory:");
  const { keys } = stage(kv);
  for (let count = 1; count < MOST_KEYS; count++) assert((await keys.make(ADA, address(NAME), 1)).ok);
  const made = await Promise.all(Array.from({ length: 4 }, () => keys.make(ADA, address(NAME), 1)));
  assert.equal(made.filter(({ ok }) => ok).length, 1);
  assert.equal((await keys.list(ADA)).length, MOST_KEYS);
});

Deno.test("a key is told from a typing error, and no text that is none is looked for", () => {
  const key = newKey("ak_live_", randomBytes);
  assert.ok(isKey(key, "ak_live_"));
  fc.assert(
    fc.property(fc.integer({ min: 8, max: key.length - 1 }), fc.constantFrom(..."0aZ_-é"), (at, other) => {
      const typed = key.slice(0, at) + other + key.slice(at + 1);
      return typed === key || !isKey(typed, "ak_live_");
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => !isKey(text, "ak_live_")));
});
