import assert from "node:assert/strict";
import { startChild } from "./_child.ts";
import { KILLS } from "./_form.ts";
import { changeLibrary, FILES } from "./_repository.ts";
import { DATABASES } from "./_database.ts";
import { chaosWorld } from "./_world.ts";

const PROCESSES = 4;

for (const database of DATABASES) {
  Deno.test(`four processes that are asked for the same unseen commit at once index it once on ${database.name}`, async () => {
    await using world = await chaosWorld(database);
    const { kv, repository } = world;
    for (let round = 0; round < KILLS / 5; round++) {
      const seen = round > 0;
      if (seen) await changeLibrary(repository, round);
      const start = () => startChild({ kv, repository: repository.directory });
      const children = await Promise.all(Array.from({ length: PROCESSES }, start));
      await Promise.all(children.map((child) => child.go()));
      const reports = await Promise.all(children.map((child) => child.stop()));
      const all = reports.filter((report) => report !== "halted");
      assert.deepEqual(all.map(({ state }) => state), Array.from({ length: PROCESSES }, () => "ready"));
      const sum = (count: "published" | "refused" | "trees" | "blobs") =>
        all.reduce((total, report) => total + report[count], 0);
      assert.equal(sum("published"), 1);
      assert.equal(sum("refused"), 0);
      assert.equal(sum("trees"), 1);
      assert.equal(sum("blobs"), seen ? 1 : FILES);
      assert.deepEqual((await world.look()).served, await world.undisturbed());
    }
  });
}
