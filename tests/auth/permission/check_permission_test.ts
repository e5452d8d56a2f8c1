import assert from "node:assert/strict";
import type { AccountId, Audience, GrantId, Viewer } from "../../../contracts/auth/viewer.ts";
import { failure } from "../../../contracts/result.ts";
import { digestOf } from "../../../src/auth/mod.ts";
import { ADA, BOB, HOUR_MS, person, stage } from "./_people.ts";
import { publishTokenOf } from "../../support/library/connections.ts";

const TOKENS = (access: string) => ({ access, refresh: `${access}-refresh`, expiresAt: null });
const MISSING = failure({ reason: "not_found" });

Deno.test("a person is shown what the host shows them, asked once for as long as a yes is believed", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const { tokens, see } = place.open();
  await tokens.keep(ADA, TOKENS("ada"));
  place.allowed.add("ada");
  for (let call = 0; call < 5; call++) {
    const seen = await see(person(ADA));
    assert(seen.ok);
    assert.equal(seen.value.repository.visibility, "private");
    assert.deepEqual(seen.value.credential, { token: "ada" });
  }
  // Another process believes it too.
  assert((await place.open().see(person(ADA))).ok);
  assert.deepEqual(place.asked, ["ada"]);
  place.clock.advance(60_000);
  assert((await see(person(ADA))).ok);
  assert.deepEqual(place.asked, ["ada", "ada"]);
});

Deno.test("what one person is told is told to nobody else, whatever shows who they are", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const { tokens, see, known } = place.open();
  await tokens.keep(ADA, TOKENS("ada"));
  await tokens.keep(BOB, TOKENS("bob"));
  place.allowed.add("ada");
  assert((await see(person(ADA))).ok);
  const account = "1" as AccountId;
  const strangers: readonly Viewer[] = [
    { kind: "nobody" },
    person(BOB),
    { kind: "address_key", person: BOB, audience: "x" as Audience },
    { kind: "address_key", person: null, audience: "x" as Audience },
    {
      kind: "account_key",
      account,
      key: digestOf("key"),
      maker: null,
      lastFour: "abcd",
      scopes: new Set(),
      skills: null,
    },
    { kind: "catalog_key", account, key: digestOf("key"), maker: null, lastFour: "abcd" },
    publishTokenOf(account),
  ];
  for (const viewer of strangers) {
    assert.equal(await known(viewer), null, viewer.kind);
    assert.deepEqual(await see(viewer), MISSING, viewer.kind);
  }
  const scopes = new Set(["repo:read"] as const);
  const own: readonly Viewer[] = [
    { kind: "address_key", person: ADA, audience: "x" as Audience },
    { kind: "access_token", person: ADA, account, grant: "1" as GrantId, audience: "x" as Audience, scopes },
  ];
  for (const viewer of own) assert.notEqual(await known(viewer), null, viewer.kind);
});

Deno.test("a yes ends with its lifetime, with an event and with what asks for the person, and never outlives the host", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const { tokens, see, known } = place.open();
  await tokens.keep(ADA, TOKENS("ada"));
  place.allowed.add("ada");
  assert((await see(person(ADA))).ok);
  place.allowed.clear();
  place.clock.advance(59_999);
  assert((await see(person(ADA))).ok);
  place.clock.advance(1);
  assert.deepEqual(await see(person(ADA)), MISSING);

  place.allowed.add("ada");
  place.clock.advance(10_000);
  assert((await see(person(ADA))).ok);
  place.invalidatedAt = place.clock.now();
  place.allowed.clear();
  assert.deepEqual(await see(person(ADA)), MISSING);

  place.allowed.add("ada");
  place.clock.advance(10_000);
  assert((await see(person(ADA))).ok);
  place.trouble = { reason: "unavailable", detail: "the host is down" };
  place.clock.advance(60_000);
  assert.deepEqual(await see(person(ADA)), failure(place.trouble));
  place.trouble = null;
  assert((await see(person(ADA))).ok);
  await place.permissions.forget(ADA);
  assert.equal(await known(person(ADA)), null);
  assert.deepEqual(await see(person(ADA)), MISSING);
});

Deno.test("with a lifetime of 0 every call asks", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv, { ttlSeconds: 0 });
  const { tokens, see } = place.open();
  await tokens.keep(ADA, TOKENS("ada"));
  place.allowed.add("ada");
  assert((await see(person(ADA))).ok);
  place.allowed.clear();
  assert.deepEqual(await see(person(ADA)), MISSING);
  assert.equal(place.asked.length, 2);
});

Deno.test("a no is believed for ten seconds, so that a client that goes on asking costs the host nothing", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const { tokens, see } = place.open();
  await tokens.keep(ADA, TOKENS("ada"));
  for (let call = 0; call < 5; call++) assert.deepEqual(await see(person(ADA), "other"), MISSING);
  assert.equal(place.asked.length, 1);
  place.clock.advance(10_000);
  await see(person(ADA), "other");
  assert.equal(place.asked.length, 2);
});

Deno.test("calls at one time ask the host once", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const { tokens, see } = place.open();
  await tokens.keep(ADA, TOKENS("ada"));
  place.allowed.add("ada");
  const seen = await Promise.all(Array.from({ length: 20 }, () => see(person(ADA))));
  assert(seen.every(({ ok }) => ok));
  assert.equal(place.asked.length, 1);
});

Deno.test("a call that looked before another was answered takes that answer, and asks nobody", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const { tokens, see, ask, known } = place.open();
  await tokens.keep(ADA, TOKENS("ada"));
  place.allowed.add("ada");
  assert.equal(await known(person(ADA)), null);
  assert((await see(person(ADA))).ok);
  assert((await ask(person(ADA))).ok);
  assert.equal(place.asked.length, 1);
});

Deno.test("a clock that was set back believes no yes from the future", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const { tokens, see, known } = place.open();
  await tokens.keep(ADA, TOKENS("ada"));
  place.allowed.add("ada");
  assert((await see(person(ADA))).ok);
  place.clock.advance(-HOUR_MS);
  assert.equal(await known(person(ADA)), null);
});
