import assert from "node:assert/strict";
import type { GitHost } from "../../contracts/git_host.ts";
import { failure } from "../../contracts/result.ts";
import { DATABASES } from "./_database.ts";
import { createChance, KILLS, SEED } from "./_form.ts";
import { changeLibrary, FILES } from "./_repository.ts";
import { untilReady } from "./_settle.ts";
import { shiftedClock } from "./_shifted_clock.ts";
import { chaosWorld } from "./_world.ts";

/** The same host, which goes down with its answer number `failing`, from 1; it counts the blobs that it gives. */
function goingDown(host: GitHost, failing: number, given: string[]): GitHost {
  let answers = 0;
  const isDown = () => ++answers >= failing;
  const down = failure({ reason: "unavailable", detail: "the connection was reset" } as const);
  return {
    ...host,
    tree: (...asked) => isDown() ? Promise.resolve(down) : host.tree(...asked),
    async *blobs(...asked) {
      for await (const blob of host.blobs(...asked)) {
        if (isDown()) return yield down;
        if (blob.ok) given.push(blob.value.hash);
        yield blob;
      }
    },
  };
}

for (const database of DATABASES) {
  Deno.test(`a host that goes down in mid-fetch is asked only for the rest on ${database.name} (seed ${SEED})`, async (t) => {
    await using world = await chaosWorld(database);
    const chance = createChance(SEED);
    for (let round = 0; round < KILLS; round++) {
      await world.empty();
      await changeLibrary(world.repository, round);
      const whole = await world.undisturbed();
      const task = await world.task();
      const given: string[] = [];
      let ahead = 0;
      await t.step(`round ${round}`, async () => {
        // The tree is the first answer.
        for (const failing of [1, 2 + chance(FILES - 1), 1 + chance(FILES), Infinity]) {
          const host = goingDown(world.host, failing, given);
          const clock = shiftedClock(ahead);
          ahead += 3_600_000;
          await world.withNewProcess(async (process) => {
            if (failing === Infinity) return await untilReady(process, task);
            const state = await process.indexer.wait(task, 2 ** 30);
            const code = state.state === "failed" ? state.code : state.state;
            assert(["host_unavailable", "ready"].includes(code), code);
          }, { host, clock });
        }
        assert.deepEqual((await world.look()).served, whole);
        assert.equal(given.length, FILES, "no blob came twice");
      });
    }
  });
}
