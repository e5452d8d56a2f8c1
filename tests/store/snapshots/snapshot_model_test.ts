/** The state machine against a model of it, and several processes interleaved in every order. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { SnapshotRecord, SnapshotWork } from "../../../contracts/snapshots.ts";
import { entriesOf } from "../../support/kv.ts";
import { contentsOf, ROOT, scheduled, stage, taskOf } from "../_stage.ts";

const LEASE = 100;
const TASK = taskOf("a");

type Step =
  | { readonly do: "create" | "invalidate" }
  | { readonly do: "advance"; readonly ms: number }
  | { readonly do: "claim"; readonly owner: string }
  /** By any work claimed so far, the oldest too. */
  | { readonly do: "renew" | "release" | "publish" | "writeTree"; readonly work: number }
  | { readonly do: "fail"; readonly work: number; readonly delay: number | null };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("create" as const, "invalidate" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.constantFrom(1, 50, 99, 100) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("claim" as const), owner: fc.constantFrom("one", "two") }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("renew" as const, "release" as const, "publish" as const, "writeTree" as const),
      work: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      work: fc.nat(3),
      delay: fc.constantFrom(null, 0, 50),
    }),
  },
);

/** What the model knows of the record. */
interface Model {
  state: "absent" | SnapshotRecord["state"];
  fence: number;
  attempt: number;
  /** When it may be claimed. */
  due: number;
}

Deno.test("the state machine does what its model does, step by step", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      using kv = await Deno.openKv(":memory:");
      const { store: { snapshots }, clock } = stage(kv);
      const model: Model = { state: "absent", fence: 0, attempt: 0, due: Infinity };
      const works: SnapshotWork[] = [];

      const become = (state: Model["state"], due: number, attempt = model.attempt) => {
        Object.assign(model, { state, due, attempt });
      };
      for (const now of steps) {
        const work = "work" in now ? works.at(-1 - now.work) : undefined;
        const held = work !== undefined && model.state === "indexing" && work.lease.fence === model.fence;
        switch (now.do) {
          case "create":
            await snapshots.create(TASK);
            if (model.state === "absent") become("pending", 0);
            break;
          case "invalidate":
            await snapshots.invalidate(TASK.key);
            if (model.state === "ready") become("pending", 0, 0);
            break;
          case "advance":
            clock.advance(now.ms);
            break;
          case "claim": {
            const claim = await snapshots.claim(TASK, now.owner, LEASE);
            assert.equal(claim !== null, model.due <= clock.now());
            if (claim === null) break;
            works.push(claim);
            model.fence++;
            become("indexing", clock.now() + LEASE, model.attempt + 1);
            break;
          }
          case "renew": {
            if (work === undefined) break;
            const renewed = await snapshots.renew(work, LEASE);
            assert.equal(renewed !== null, held);
            if (held) become("indexing", clock.now() + LEASE);
            break;
          }
          case "release":
            if (work === undefined) break;
            await snapshots.release(work);
            if (held) become("pending", 0, model.attempt - 1);
            break;
          case "publish":
            if (work === undefined) break;
            assert.equal(await snapshots.publish(work, contentsOf(TASK)), held);
            if (held) become("ready", Infinity);
            break;
          case "writeTree":
            if (work !== undefined) await snapshots.writeTree(work, { entries: [], truncated: false });
            break;
          case "fail": {
            if (work === undefined) break;
            const retryAt = now.delay === null ? null : clock.now() + now.delay;
            assert.equal(await snapshots.fail(work, "host_unavailable", retryAt), held);
            if (held) become("failed", retryAt ?? Infinity);
            break;
          }
        }
        const record = await snapshots.record(TASK.key);
        assert.equal(record?.state ?? "absent", model.state);
        if (record !== null) assert.deepEqual([record.fence, record.attempt], [model.fence, model.attempt]);
        const { reader } = stage(kv).store;
        assert.equal(await reader.search(TASK.key) !== null, model.state === "ready");
        await assertConsistent(kv, model.state);
      }
    }),
    { numRuns: 150 },
  );
});

Deno.test("processes interleaved in any order claim once a fence and publish once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { minLength: 2, maxLength: 3 }),
      async (scheduler, late) => {
        using kv = await Deno.openKv(":memory:");
        const fences: number[] = [];
        let published = 0;
        const actors = late.map(async (isLate, index) => {
          const { store: { snapshots }, clock } = stage(scheduled(kv, scheduler));
          // A clock that runs ahead takes leases of others for run out.
          if (isLate) clock.advance(LEASE);
          await snapshots.create(TASK);
          const work = await snapshots.claim(TASK, `owner ${index}`, LEASE);
          if (work === null) return;
          fences.push(work.lease.fence);
          if (await snapshots.publish(work, contentsOf(TASK, `by ${index}`))) published++;
        });
        await scheduler.waitFor(Promise.all(actors));

        assert.equal(new Set(fences).size, fences.length, "no fence twice");
        const { store: { snapshots, reader }, events } = stage(kv);
        const record = await snapshots.record(TASK.key);
        assert.equal(published, record?.state === "ready" ? 1 : 0);
        assert.equal(published, 1, "the last holder of the lease publishes");
        assert.equal(record?.fence, Math.max(...fences));
        assert.match((await reader.search(TASK.key))?.excerpt("", "", 0) ?? "", /^by \d$/);
        assert.notEqual(await reader.catalog(TASK.key), null);
        assert.notEqual(await snapshots.newest(TASK.key), null);
        assert.deepEqual(events, []);
        await assertConsistent(kv, "ready");
      },
    ),
    { numRuns: 100 },
  );
});

/** One row in the index of unfinished work at most, and no chunk that nothing names. */
async function assertConsistent(kv: Deno.Kv, state: Model["state"]): Promise<void> {
  const unfinished = await entriesOf(kv, ["u"]);
  assert(unfinished.length <= 1);
  if (state === "pending" || state === "indexing") assert.equal(unfinished.length, 1);
  if (state === "ready" || state === "absent") assert.equal(unfinished.length, 0);
  const chunks = await entriesOf(kv, [...ROOT, "d"]);
  const trees = await entriesOf(kv, [...ROOT, "t"]);
  assert.equal(chunks.length, trees.length + (state === "ready" ? 3 : 0));
}
