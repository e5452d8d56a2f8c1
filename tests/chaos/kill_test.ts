import assert from "node:assert/strict";
import { runChild } from "./_child.ts";
import { createChance, KILLS, SEED } from "./_form.ts";
import { changeLibrary } from "./_repository.ts";
import { DATABASES } from "./_database.ts";
import { chaosWorld } from "./_world.ts";

/** About as many as indexing the library takes at first, and for a commit that changes one file. */
const STEPS = { first: 75, change: 30 } as const;

/** Fewer than the tries after which a commit is given up. */
const KILLS_IN_A_ROW = 6;

const MINUTE = 60_000;

for (const database of DATABASES) {
  Deno.test(`a process killed while it indexes leaves nothing half-made, and the next one finishes it on ${database.name} (seed ${SEED})`, async (t) => {
    await using world = await chaosWorld(database);
    const chance = createChance(SEED);
    const { kv, repository } = world;
    const orders = { kv, repository: repository.directory };
    let runs = 0;

    for (let kills = 0, round = 0; kills < KILLS; round++) {
      const isFirst = round % 2 === 0;
      if (isFirst) await world.empty();
      await changeLibrary(repository, round);
      const whole = await world.undisturbed();
      assert.ok(whole);
      const planned = 1 + chance(KILLS_IN_A_ROW);
      for (let inRow = 0; inRow < planned; inRow++) {
        const haltAt = 1 + chance(isFirst ? STEPS.first : STEPS.change);
        const halfway = chance(2) === 1;
        // Each process comes after the lease of the one before has run out.
        const { child, stopped } = await runChild({ ...orders, haltAt, halfway, ahead: ++runs * MINUTE });
        const at = `at step ${haltAt}${halfway ? ", halfway" : ""}`;
        if (stopped !== "halted") {
          assert.equal(stopped.state, "ready", `finished before it could be killed ${at}`);
          break;
        }
        await t.step(`kill ${++kills} ${at}`, async () => {
          await child.kill();
          const { record, served } = await world.look();
          assert.deepEqual(served, record?.state === "ready" ? whole : null);
        });
      }
      const { stopped } = await runChild({ ...orders, ahead: ++runs * MINUTE });
      assert.ok(stopped !== "halted");
      assert.equal(stopped.state, "ready");
      assert.deepEqual((await world.look()).served, whole);
    }
  });
}
