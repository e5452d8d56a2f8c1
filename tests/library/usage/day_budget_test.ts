import assert from "node:assert/strict";
import fc from "fast-check";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Caller, Spender, UsageStore } from "../../../contracts/library/access.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import { createDayBudget } from "../../../src/library/usage/day_budget.ts";
import { createUsageStore } from "../../../src/store/authorization/usage_store.ts";
import { kvFile } from "../../support/kv.ts";
import { manualClock } from "../../support/manual_clock.ts";

const DAY_MS = 86_400_000;

function callerWith(callsPerDay: number | null, spender = "one"): Caller {
  return {
    account: "a" as AccountId,
    by: { kind: "key", maker: null, lastFour: "abcd" },
    scopes: new Set(["registry:read"]),
    skills: null,
    spender: spender as Spender,
    isSuspended: false,
    limits: limitsOf({ plan: "publisher", limits: { callsPerDay } }),
    role: "owner",
    stamps: { items: null, feed: 0 },
  };
}

function storeOn(kv: Deno.Kv): UsageStore {
  const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
  return createUsageStore({
    kv,
    clock: { now: () => 0, sleep },
    newId: () => crypto.randomUUID(),
    log: () => {},
  });
}

Deno.test("a day has as many calls as its limit, and the next midnight of UTC brings new ones", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock(Date.UTC(2030, 0, 1, 23, 59, 30));
  const { spend } = createDayBudget({ usage: storeOn(kv), clock });
  const caller = callerWith(500);
  for (let used = 1; used <= 500; used++) {
    const { refusal, budget } = await spend(caller);
    assert.equal(refusal, null);
    assert.deepEqual(budget, { limit: 500, used, resetSeconds: 30 });
  }
  const { refusal, budget } = await spend(caller);
  assert.deepEqual(refusal?.code, "rate.limited");
  assert.equal(refusal?.retryAfterSeconds, 30);
  assert.deepEqual(budget, { limit: 500, used: 500, resetSeconds: 30 });
  clock.advance(30_000);
  const next = await spend(caller);
  assert.equal(next.refusal, null);
  assert.deepEqual(next.budget, { limit: 500, used: 1, resetSeconds: DAY_MS / 1000 });
});

Deno.test("the store is written to once for sixteen calls, and not at all once a day is used up", async () => {
  using kv = await Deno.openKv(":memory:");
  const inner = storeOn(kv);
  let takes = 0;
  const usage: UsageStore = { ...inner, take: (...asked) => (takes++, inner.take(...asked)) };
  const { spend } = createDayBudget({ usage, clock: manualClock() });
  const caller = callerWith(40);
  const all = await Promise.all(Array.from({ length: 60 }, () => spend(caller)));
  assert.equal(all.filter(({ refusal }) => refusal === null).length, 40);
  assert.equal(takes, 3);
  for (let more = 0; more < 10; more++) await spend(caller);
  assert.equal(takes, 3);
});

Deno.test("a call that is given back is there again, once", async () => {
  using kv = await Deno.openKv(":memory:");
  const { spend, of } = createDayBudget({ usage: storeOn(kv), clock: manualClock() });
  const caller = callerWith(2);
  const first = await spend(caller);
  first.giveBack();
  first.giveBack();
  assert.equal((await of(caller)).used, 0);
  assert.equal((await spend(caller)).refusal, null);
  assert.equal((await spend(caller)).refusal, null);
  assert.equal((await spend(caller)).refusal?.code, "rate.limited");
});

Deno.test("what the operator says of a limit counts from the next call on", async () => {
  using kv = await Deno.openKv(":memory:");
  const { spend } = createDayBudget({ usage: storeOn(kv), clock: manualClock() });
  for (let used = 0; used < 3; used++) assert.equal((await spend(callerWith(3))).refusal, null);
  assert.equal((await spend(callerWith(3))).refusal?.code, "rate.limited");
  assert.equal((await spend(callerWith(4))).refusal, null);
  assert.equal((await spend(callerWith(2))).refusal?.code, "rate.limited");
  for (let used = 0; used < 100; used++) assert.equal((await spend(callerWith(null))).refusal, null);
});

Deno.test("each spender has a day of its own", async () => {
  using kv = await Deno.openKv(":memory:");
  const { spend } = createDayBudget({ usage: storeOn(kv), clock: manualClock() });
  assert.equal((await spend(callerWith(1, "one"))).refusal, null);
  assert.equal((await spend(callerWith(1, "other"))).refusal, null);
  assert.equal((await spend(callerWith(1, "one"))).refusal?.code, "rate.limited");
});

Deno.test("processes on one file never let more than the limit through, and lose fifteen calls each at most", async () => {
  await using file = await kvFile();
  const clock = manualClock();
  const budgets = await Promise.all(
    [1, 2].map(async () => createDayBudget({ usage: storeOn(await file.open()), clock })),
  );
  const caller = callerWith(500);
  const spent = await Promise.all(
    Array.from({ length: 600 }, () => budgets.map(({ spend }) => spend(caller))).flat(),
  );
  const passed = spent.filter(({ refusal }) => refusal === null).length;
  assert.ok(passed <= 500 && passed >= 484, String(passed));
  for (const { refusal } of spent) assert.ok(refusal === null || refusal.code === "rate.limited");
});

Deno.test("whatever is taken by whoever, no more comes out of a day than it has", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 60 }),
      fc.array(fc.tuple(fc.nat({ max: 2 }), fc.boolean()), { maxLength: 120 }),
      async (limit, calls) => {
        using kv = await Deno.openKv(":memory:");
        const clock = manualClock();
        const budgets = [0, 1, 2].map(() => createDayBudget({ usage: storeOn(kv), clock }));
        const caller = callerWith(limit);
        let passed = 0;
        for (const [process, isFree] of calls) {
          const spent = await budgets[process]?.spend(caller);
          assert(spent !== undefined);
          if (spent.refusal !== null) continue;
          if (isFree) spent.giveBack();
          else passed++;
        }
        assert.ok(passed <= limit);
      },
    ),
    { numRuns: 30 },
  );
});

Deno.test("who asks all day has more taken at a time, never more than it was handed or a hundredth of its day", async () => {
  using kv = await Deno.openKv(":memory:");
  const inner = storeOn(kv);
  const takes: number[] = [];
  const usage: UsageStore = {
    ...inner,
    take: (spender, day, most, limit) => (takes.push(most), inner.take(spender, day, most, limit)),
  };
  const { spend } = createDayBudget({ usage, clock: manualClock() });
  const limited = callerWith(5000, "limited");
  for (let call = 0; call < 5000; call++) assert.equal((await spend(limited)).refusal, null);
  assert.equal((await spend(limited)).refusal?.code, "rate.limited");
  assert.equal(Math.max(...takes), 50);
  takes.length = 0;
  const unlimited = callerWith(null, "unlimited");
  for (let call = 1; call <= 3000; call++) {
    const { budget } = await spend(unlimited);
    assert.equal(budget.used, call);
    const day = await usage.spent(unlimited.spender, "1970-01-01");
    assert.ok(day <= Math.max(16, 2 * call), `${day} are taken for ${call} calls`);
  }
  assert.equal(Math.max(...takes), 1024);
  assert.ok(takes.length < 30, `${takes.length}`);
});
