import assert from "node:assert/strict";
import { runChild, startChild } from "./_child.ts";
import { DATABASES } from "./_database.ts";
import { createChance, KILLS, SEED } from "./_form.ts";
import { changeLibrary } from "./_repository.ts";
import { chaosWorld } from "./_world.ts";

const HOUR = 3_600_000;

/** What the library takes, with the log of the database, is a few times as much. */
const LEAST_KIB = 64;
const MOST_KIB = 1500;

const [database] = DATABASES;

// The form in the plain suite is `failing_commits_test.ts`: a shell sets the limit.
const { state } = await Deno.permissions.query({ name: "run", command: "sh" });

Deno.test({
  name: `a file that cannot grow ends indexing, and nothing is lost once it can (seed ${SEED})`,
  ignore: state !== "granted" || database === undefined,
  async fn(t) {
    assert(database !== undefined);
    await using world = await chaosWorld(database);
    const chance = createChance(SEED);
    const orders = { kv: world.kv, repository: world.repository.directory };
    let runs = 0;
    let held = 0;
    for (let round = 0; round < KILLS; round++) {
      if (round % 3 === 0) await world.empty();
      await changeLibrary(world.repository, round);
      const whole = await world.undisturbed();
      // The first is certainly met, whatever chance has for the others.
      const kib = LEAST_KIB + (round === 0 ? 0 : chance(MOST_KIB - LEAST_KIB));
      await t.step(`no file over ${kib} KiB`, async () => {
        const child = await startChild({ ...orders, ahead: ++runs * HOUR, patience: 1000 }, kib).catch(() =>
          null
        );
        await child?.go();
        await child?.end();
        const { record, served } = await world.look();
        assert.deepEqual(served, record?.state === "ready" ? whole : null);
        if (served === null) held++;
        const { stopped } = await runChild({ ...orders, ahead: ++runs * HOUR });
        assert.equal(stopped !== "halted" && stopped.state, "ready");
        assert.deepEqual((await world.look()).served, whole);
      });
    }
    assert(held > 0, "the limit was met");
  },
});
