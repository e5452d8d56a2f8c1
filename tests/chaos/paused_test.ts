import assert from "node:assert/strict";
import { runChild } from "./_child.ts";
import { createChance, KILLS, SEED } from "./_form.ts";
import { changeLibrary } from "./_repository.ts";
import { DATABASES } from "./_database.ts";
import { chaosWorld } from "./_world.ts";

const HOUR = 3_600_000;

for (const database of DATABASES) {
  Deno.test(`a holder paused beyond its lease changes nothing when it goes on on ${database.name} (seed ${SEED})`, async (t) => {
    await using world = await chaosWorld(database);
    const chance = createChance(SEED);
    const { kv, repository } = world;
    const orders = { kv, repository: repository.directory };
    for (let round = 0; round < KILLS / 5; round++) {
      await changeLibrary(repository, round);
      const whole = await world.undisturbed();
      const haltAt = 1 + chance(40);
      await t.step(`paused at step ${haltAt}`, async () => {
        const { child, stopped } = await runChild({ ...orders, haltAt, halfway: chance(2) === 1 });
        if (stopped !== "halted") return assert.equal(stopped.state, "ready");
        // Its lease is over for who comes now.
        const other = await runChild({ ...orders, ahead: HOUR });
        assert.ok(other.stopped !== "halted");
        assert.equal(other.stopped.state, "ready");
        const before = await world.look();
        assert.deepEqual(before.served, whole);

        await child.go();
        const late = await child.stop();
        assert.ok(late !== "halted");
        assert.equal(late.published + other.stopped.published, 1);
        assert.equal(late.state, "ready");
        assert.deepEqual(await world.look(), before);
      });
    }
  });
}
