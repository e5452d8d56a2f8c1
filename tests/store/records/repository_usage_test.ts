import assert from "node:assert/strict";
import fc from "fast-check";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Use } from "../../../contracts/repository_usage.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { createRepositoryUsage } from "../../../src/store/records/repository_usage.ts";

const WHERE = { host: "gh" as HostKey, repository: "1" as RepositoryId };

function usageOn(kv: Pick<Deno.Kv, "get" | "getMany" | "list" | "atomic">, clock = manualClock()) {
  const logged: string[] = [];
  const log = (_: string, event: string) => void logged.push(event);
  return { ...createRepositoryUsage({ kv, clock, log, newId: () => crypto.randomUUID() }), clock, logged };
}

const use: fc.Arbitrary<Use> = fc.oneof(
  fc.record({ kind: fc.constant("load" as const), path: fc.constantFrom("a/SKILL.md", "__proto__", "b") }),
  fc.record({
    kind: fc.constant("search" as const),
    paths: fc.uniqueArray(fc.constantFrom("a/SKILL.md", "__proto__", "b"), { maxLength: 3 }),
    isEmpty: fc.boolean(),
  }),
);

Deno.test("every use is counted once, whichever of two processes it was in and however often they write", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(use, fc.boolean(), fc.boolean()), { maxLength: 20 }), async (uses) => {
      using kv = await Deno.openKv(":memory:");
      const [one, other] = [usageOn(kv), usageOn(kv)];
      const flushes: Promise<void>[] = [];
      for (const [what, isOther, writes] of uses) {
        const at = isOther ? other : one;
        at.note(WHERE, what);
        if (writes) flushes.push(at.flush());
      }
      await Promise.all([...flushes, one.flush(), other.flush()]);
      const [day] = await one.days(WHERE, "2000-01-01", "2100-01-01");
      const kept = { loads: 0, found: 0 };
      for (const { loads, found } of day?.skills.values() ?? []) {
        kept.loads += loads;
        kept.found += found;
      }
      const searches = uses.flatMap(([what]) => what.kind === "search" ? [what] : []);
      assert.deepEqual([kept.loads, kept.found, day?.searches ?? 0, day?.empty ?? 0], [
        uses.length - searches.length,
        searches.reduce((sum, { paths }) => sum + paths.length, 0),
        searches.length,
        searches.filter(({ isEmpty }) => isEmpty).length,
      ]);
    }),
    { numRuns: 30 },
  );
});

Deno.test("a day of more skills than a row holds counts the rest together, and is read as any other", async () => {
  using kv = await Deno.openKv(":memory:");
  const usage = usageOn(kv);
  for (let round = 0; round < 3; round++) {
    for (let skill = 0; skill < 400; skill++) {
      usage.note(WHERE, { kind: "load", path: `${"long-name/".repeat(20)}${round}-${skill}/SKILL.md` });
    }
    await usage.flush();
  }
  const [day] = await usage.days(WHERE, "2000-01-01", "2100-01-01");
  assert(day !== undefined);
  const named = [...day.skills.values()].reduce((sum, { loads }) => sum + loads, 0);
  assert(named > 100, String(named));
  assert(day.others.loads > 0);
  assert.equal(named + day.others.loads, 1200);
});

Deno.test("a store that takes nothing is told once and holds up nobody, and counting goes on when it is back", async () => {
  using kv = await Deno.openKv(":memory:");
  const broken = { isBroken: true };
  const usage = usageOn({
    get: (...given: Parameters<Deno.Kv["get"]>) => kv.get(...given),
    getMany: kv.getMany.bind(kv),
    list: kv.list.bind(kv),
    atomic() {
      if (broken.isBroken) throw new Error("The disk is full");
      return kv.atomic();
    },
  } as Pick<Deno.Kv, "get" | "getMany" | "list" | "atomic">);
  for (const repository of ["1", "2", "3"]) {
    usage.note({ ...WHERE, repository: repository as RepositoryId }, { kind: "load", path: "a" });
  }
  await usage.flush();
  assert.deepEqual(usage.logged, ["store.usage_uncounted"]);
  broken.isBroken = false;
  usage.note(WHERE, { kind: "load", path: "a" });
  usage.clock.advance(60_000);
  usage.note(WHERE, { kind: "load", path: "a" });
  await usage.flush();
  const [day] = await usage.days(WHERE, "2000-01-01", "2100-01-01");
  assert.equal(day?.skills.get("a")?.loads, 2);
});
