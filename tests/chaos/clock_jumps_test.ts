import assert from "node:assert/strict";
import { aroundCommits } from "../support/kv.ts";
import type { ManualClock } from "../support/manual_clock.ts";
import { DATABASES } from "./_database.ts";
import { createChance, KILLS, SEED } from "./_form.ts";
import { changeLibrary } from "./_repository.ts";
import { untilReady } from "./_settle.ts";
import { shiftedClock } from "./_shifted_clock.ts";
import { chaosWorld } from "./_world.ts";

/** From leases that run out at once to grace periods that never seem to end. */
const JUMPS = [31_000, 3_600_000, 86_400_000, -31_000, -3_600_000, -86_400_000];

for (const database of DATABASES) {
  Deno.test(`processes whose clocks jump forwards and backwards serve the right bytes on ${database.name} (seed ${SEED})`, async (t) => {
    await using world = await chaosWorld(database);
    const chance = createChance(SEED);
    const jumpy = (clock: ManualClock) => (kv: Deno.Kv) =>
      aroundCommits(kv, async (commit) => {
        if (chance(6) === 0) clock.advance(JUMPS[chance(JUMPS.length)] ?? 0);
        return await commit();
      });
    for (let round = 0; round < KILLS / 2; round++) {
      await changeLibrary(world.repository, round);
      const whole = await world.undisturbed();
      const task = await world.task();
      await t.step(`round ${round}`, async () => {
        await Promise.all([0, 1].map(() => {
          const clock = shiftedClock();
          return world.withNewProcess((process) => untilReady(process, task), {
            clock,
            around: jumpy(clock),
          });
        }));
        assert.deepEqual((await world.look()).served, whole);
      });
    }
  });
}
