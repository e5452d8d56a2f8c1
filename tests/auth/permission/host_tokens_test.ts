import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { PersonId } from "../../../contracts/auth/viewer.ts";
import { failure, success } from "../../../contracts/result.ts";
import type { CountingClock } from "../../support/manual_clock.ts";
import { ADA, BOB, HOUR_MS, stage } from "./_people.ts";

const GH = "gh" as HostKey;

Deno.test("host tokens are stored sealed, for their person alone", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const { tokens } = place.open();
  await tokens.keep(ADA, { access: "very-secret", refresh: "also-secret", expiresAt: null });
  assert.deepEqual(await tokens.credentialOf(ADA, GH), success({ token: "very-secret" }));
  assert.deepEqual(await tokens.credentialOf(ADA, "other" as HostKey), success(null));
  assert.deepEqual(await tokens.credentialOf("other/1" as PersonId, GH), success(null));
  const stored: string[] = [];
  for await (const entry of kv.list({ prefix: [] })) stored.push(JSON.stringify(entry));
  assert.equal(stored.length, 1);
  assert.doesNotMatch(stored.join(), /very-secret|also-secret/);

  // Moved to somebody else's row, they open for nobody.
  const row = await place.permissions.tokens(ADA);
  assert(row !== null);
  await place.permissions.keepTokens(BOB, row.value, null);
  assert.deepEqual(await tokens.credentialOf(BOB, GH), success(null));
});

Deno.test("a lost secret signs everybody out, and a new one seals old rows anew", async () => {
  using kv = await Deno.openKv(":memory:");
  const [old, young] = ["o".repeat(32), "y".repeat(32)];
  await stage(kv, { secrets: [old] }).open().tokens.keep(ADA, {
    access: "a",
    refresh: null,
    expiresAt: null,
  });
  assert.deepEqual(await stage(kv, { secrets: [young] }).open().tokens.credentialOf(ADA, GH), success(null));
  const both = stage(kv, { secrets: [young, old] }).open().tokens;
  assert.deepEqual(await both.credentialOf(ADA, GH), success({ token: "a" }));
  assert.deepEqual(
    await stage(kv, { secrets: [young] }).open().tokens.credentialOf(ADA, GH),
    success({ token: "a" }),
  );
});

Deno.test("a token that runs out is renewed once for all, over processes", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const first = place.open().tokens;
  await first.keep(ADA, { access: "old", refresh: "once", expiresAt: place.clock.now() + HOUR_MS });
  assert.deepEqual(await first.credentialOf(ADA, GH), success({ token: "old" }));
  place.clock.advance(HOUR_MS - 60_000);
  place.renewal = success({
    access: "new",
    refresh: "twice",
    expiresAt: place.clock.now() + 8 * HOUR_MS,
  });
  const asks = [first, place.open().tokens, first].map((one) => one.credentialOf(ADA, GH));
  const asking = Promise.all(asks);
  // One of them has the lease and waits for nobody: no time passes while it renews, or the lease would run out.
  await Promise.race(asks);
  await settle(place.clock, asking);
  assert.deepEqual(await asking, [
    success({ token: "new" }),
    success({ token: "new" }),
    success({ token: "new" }),
  ]);
  assert.deepEqual(place.renewed, ["once"]);
});

Deno.test("a host that refuses to renew ends everything of the person; one that is away ends nothing", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const { tokens } = place.open();
  const runOut = { access: "old", refresh: "once", expiresAt: place.clock.now() };
  await tokens.keep(ADA, runOut);
  place.renewal = failure("unavailable");
  const away = await tokens.credentialOf(ADA, GH);
  assert(!away.ok && away.error.reason === "unavailable");
  assert.deepEqual(place.refused, []);
  place.renewal = failure("refused");
  assert.deepEqual(await tokens.credentialOf(ADA, GH), success(null));
  assert.deepEqual(place.refused, [ADA]);
  assert.equal(await place.permissions.tokens(ADA), null);
});

Deno.test("a process that died while it renewed holds nobody up for longer than its lease", async () => {
  using kv = await Deno.openKv(":memory:");
  const place = stage(kv);
  const { tokens } = place.open();
  await tokens.keep(ADA, { access: "old", refresh: "once", expiresAt: place.clock.now() });
  const row = await place.permissions.tokens(ADA);
  assert(row !== null);
  const lease = { owner: "dead", until: place.clock.now() + 15_000 };
  await place.permissions.keepTokens(ADA, { ...row.value, lease }, row.version);
  place.renewal = success({ access: "new", refresh: null, expiresAt: null });
  const asking = tokens.credentialOf(ADA, GH);
  await settle(place.clock, asking);
  assert.deepEqual(await asking, success({ token: "new" }));
});

/** Lets time pass until something is done, and only while somebody sleeps: not while a write is on its way. */
async function settle(clock: CountingClock, done: Promise<unknown>): Promise<void> {
  let isDone = false;
  void done.finally(() => isDone = true);
  for (let naps = 0; !isDone;) {
    if (clock.sleepers() > 0) {
      assert(naps++ < 500, "it hangs");
      clock.advance(250);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
