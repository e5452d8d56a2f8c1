import assert from "node:assert/strict";
import type { StoreDeps } from "../../src/store/mod.ts";
import { aroundCommits } from "../support/kv.ts";
import { DATABASES } from "./_database.ts";
import { type Chance, createChance, KILLS, SEED } from "./_form.ts";
import { changeLibrary } from "./_repository.ts";
import { assertNothingAstray, harshCollector, untilReady } from "./_settle.ts";
import { shiftedClock } from "./_shifted_clock.ts";
import { chaosWorld } from "./_world.ts";

const FAULTS = ["database is locked", "disk I/O error", "operation timed out", "connection reset"];

/** One commit in eight fails, half of those after it has landed. */
function unreliable(kv: Deno.Kv, chance: Chance): StoreDeps["kv"] {
  return aroundCommits(kv, async (commit) => {
    const fault = chance(8) === 0 ? FAULTS[chance(FAULTS.length)] : undefined;
    if (fault === undefined) return await commit();
    if (chance(2) === 1) await commit();
    throw new Error(fault);
  });
}

/** Every commit fails that would come after the first `room` ones. */
function full(kv: Deno.Kv, room: number): StoreDeps["kv"] {
  let commits = 0;
  return aroundCommits(kv, (commit) => {
    return ++commits > room ? Promise.reject(new TypeError("database or disk is full")) : commit();
  });
}

for (const database of DATABASES) {
  Deno.test(`commits that fail at random cost tries and nothing else on ${database.name} (seed ${SEED})`, async (t) => {
    await using world = await chaosWorld(database);
    const chance = createChance(SEED);
    const clock = shiftedClock();
    for (let round = 0; round < KILLS; round++) {
      await changeLibrary(world.repository, round);
      const whole = await world.undisturbed();
      const task = await world.task();
      await t.step(`round ${round}`, async () => {
        await world.withNewProcess((process) => untilReady(process, task), {
          clock,
          around: (kv) => unreliable(kv, chance),
        });
        assert.deepEqual((await world.look()).served, whole);
      });
    }
    await world.withNewProcess(async (process) => {
      assert.notEqual(await harshCollector(process).collect(), null);
      await assertNothingAstray(process);
    }, { clock });
  });

  Deno.test(`a full disk ends indexing and serves on, and nothing is lost once there is room on ${database.name} (seed ${SEED})`, async (t) => {
    await using world = await chaosWorld(database);
    const chance = createChance(SEED);
    const clock = shiftedClock();
    await changeLibrary(world.repository, 1000);
    const before = { task: await world.task(), served: await world.undisturbed() };
    await world.withNewProcess((process) => untilReady(process, before.task), { clock });
    for (let round = 0; round < KILLS; round++) {
      await changeLibrary(world.repository, round);
      const whole = await world.undisturbed();
      const task = await world.task();
      await t.step(`round ${round}`, async () => {
        await world.withNewProcess(async ({ indexer, store }) => {
          await indexer.wait(task, 1000).catch((error) => assert.match(error.message, /disk is full/));
          assert.notEqual(await store.reader.catalog(before.task.key), null);
        }, { clock, around: (kv) => full(kv, chance(25)) });
        const { record, served } = await world.look();
        assert.deepEqual(served, record?.state === "ready" ? whole : null);
        clock.advance(3_600_000);
        await world.withNewProcess((process) => untilReady(process, task), { clock });
        assert.deepEqual((await world.look()).served, whole);
      });
    }
    await world.withNewProcess(async (process) => {
      await harshCollector(process).collect();
      await assertNothingAstray(process);
    }, { clock });
  });
}
