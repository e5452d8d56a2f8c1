import assert from "node:assert/strict";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { DAY_MS, found, libraryOn, skillMd } from "../../support/library/library.ts";

const NOTE = { ...OPERATOR, action: "account.plan", target: "beta", before: null, after: null } as const;
const X = { owner: "acme", name: "x" };

Deno.test(verifies(["stats.own_not_counted"], "the owner's own account is no install"), async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x") });
  const installs = async () => found(await library.skill(a, X, "library")).stats.installs;
  found(await library.add(a, X));
  assert.equal(await installs(), 0);
  found(await library.add(b, X));
  assert.equal(await installs(), 1);
  found(await library.remove(b, X));
  assert.equal(await installs(), 0);
});

Deno.test(
  verifies(["stats.young_accounts"], "fresh accounts count a day later, suspended ones not while they are"),
  async () => {
    using kv = await Deno.openKv(":memory:");
    const { library, store, stats, accounts, clock, account, publish } = libraryOn(kv);
    const a = await account("acme");
    await publish(a, { "SKILL.md": skillMd("x") });
    const installs = async () => found(await library.skill(a, X, "library")).stats.installs;
    const young = [];
    for (let number = 0; number < 10; number++) {
      const one = await account(`young-${number}`);
      await store.accounts.update(one.account, (row) => ({ ...row, createdAt: clock.now() }), NOTE);
      found(await library.add(one, X));
      young.push(one.account);
    }
    assert.equal(await installs(), 0);
    clock.advance(DAY_MS - 1);
    assert.equal(await stats.runDue(), 0);
    assert.deepEqual(await stats.recount(), { skills: 1, mended: 0 });
    assert.equal(await installs(), 0);
    clock.advance(1);
    await stats.runDue();
    assert.equal(await installs(), 10);
    assert.equal(await stats.runDue(), 0, "nothing is due twice");
    assert.deepEqual(await stats.recount(), { skills: 1, mended: 0 });
    for (const id of young.slice(0, 4)) assert((await accounts.suspend(id, "made up")).ok);
    assert.equal(await installs(), 6);
    const [first, second] = young;
    assert(first !== undefined && second !== undefined);
    assert((await accounts.resume(first)).ok);
    assert.equal(await installs(), 7, "who may go on counts again");
    assert((await accounts.end(OPERATOR, second, true)).ok);
    await stats.runDue();
    assert.equal(await installs(), 7, "what was settled at once comes to the same when it is due");
  },
);

Deno.test("a suspension whose process dies before the counting is made up for by the clock, and a wrong number by a recount", async () => {
  using kv = await Deno.openKv(":memory:");
  const { library, store, stats, account, publish } = libraryOn(kv);
  const [a, b] = [await account("acme"), await account("beta")];
  await publish(a, { "SKILL.md": skillMd("x") });
  found(await library.add(b, X));
  const installs = async () => found(await library.skill(a, X, "library")).stats.installs;
  const [listed] = await library.list(a, "library");
  assert(listed !== undefined);
  await store.accounts.update(
    b.account,
    (row) => ({ ...row, state: { kind: "suspended", since: 0, reason: "spam" } }),
    NOTE,
  );
  assert.equal(await installs(), 1, "nobody counted yet");
  assert.equal(await stats.runDue(), 1);
  assert.equal(await installs(), 0);
  await kv.atomic().sum(["lc", listed.skill], 7n).commit();
  assert.equal(await installs(), 7);
  assert.deepEqual(await stats.recount(), { skills: 1, mended: 1 });
  assert.equal(await installs(), 0);
});
