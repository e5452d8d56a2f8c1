import assert from "node:assert/strict";
import type { IndexTask } from "../../contracts/indexing.ts";
import { servedBy } from "../support/indexing_world.ts";
import { DATABASES } from "./_database.ts";
import { createChance, KILLS, SEED } from "./_form.ts";
import { changeLibrary, QUERIES } from "./_repository.ts";
import { assertNothingAstray, harshCollector, untilReady } from "./_settle.ts";
import { shiftedClock } from "./_shifted_clock.ts";
import { chaosWorld, type Served } from "./_world.ts";

const COMMITS = 4;

for (const database of DATABASES) {
  Deno.test(`collecting beside indexing and reading, by two reading rules at once, loses nothing on ${database.name} (seed ${SEED})`, async () => {
    await using world = await chaosWorld(database);
    const chance = createChance(SEED);
    const commits: { readonly task: IndexTask; readonly whole: Served }[] = [];
    for (let number = 0; number < COMMITS; number++) {
      await changeLibrary(world.repository, number);
      commits.push({ task: await world.task(), whole: await world.undisturbed() });
    }
    const any = () => commits[chance(COMMITS)] ?? assert.fail();
    let indexing = 2;
    let begun = Promise.withResolvers<void>();

    /** Asks for one commit after another, each of which may have been collected since. */
    const index = (limits?: { readonly servedFiles: number }) =>
      world.withNewProcess(async (process) => {
        for (let round = 0; round < KILLS; round++) {
          const { task: { key, repository }, whole } = any();
          const task = { key: { ...key, rules: process.rules.version }, repository };
          process.indexer.forget(task.key);
          begun.resolve();
          await untilReady(process, task);
          const served = await servedBy(process.store, task.key, QUERIES);
          if (served !== null) assert.deepEqual(served, whole);
        }
        indexing--;
        begun.resolve();
      }, { clock: shiftedClock(), ...(limits && { limits }) });

    const collect = () =>
      world.withNewProcess(async (process) => {
        const collector = harshCollector(process);
        let rounds = 0;
        // Once for each commit that is asked for: for this collector nothing is young, and no lease stands.
        for (await begun.promise; indexing > 0; await begun.promise) {
          begun = Promise.withResolvers();
          assert.notEqual(await collector.collect(), null);
          rounds++;
        }
        return rounds;
      }, { clock: shiftedClock() });

    const read = () =>
      world.withNewProcess(async ({ store }) => {
        for (let round = 0; round < 4 * KILLS && indexing > 0; round++) {
          const { task: { key }, whole } = any();
          const served = await servedBy(store, key, QUERIES);
          if (served !== null) assert.deepEqual(served, whole);
        }
      }, { clock: shiftedClock() });

    const [, , rounds] = await Promise.all([index(), index({ servedFiles: 5000 }), collect(), read()]);
    assert(rounds > 1, "it was collected meanwhile");
    for (const { task, whole } of commits) {
      await world.withNewProcess(async (process) => {
        await untilReady(process, task);
        assert.deepEqual(await servedBy(process.store, task.key, QUERIES), whole);
      }, { clock: shiftedClock() });
    }
    await world.withNewProcess(async (process) => {
      await harshCollector(process).collect();
      await assertNothingAstray(process);
    }, { clock: shiftedClock() });
  });
}
