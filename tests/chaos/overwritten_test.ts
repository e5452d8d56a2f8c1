import assert from "node:assert/strict";
import { servedBy } from "../support/indexing_world.ts";
import { createChance, KILLS, SEED } from "./_form.ts";
import { QUERIES } from "./_repository.ts";
import { DATABASES } from "./_database.ts";
import { chaosWorld } from "./_world.ts";

for (const database of DATABASES) {
  Deno.test(`an overwritten chunk is never served, and what it belongs to is made again on ${database.name} (seed ${SEED})`, async (t) => {
    await using world = await chaosWorld(database);
    const chance = createChance(SEED);
    const task = await world.task();
    const { host, repository, commit } = task.key;
    const chunks = ["r", host, repository, "d"];
    const whole = await world.undisturbed();

    const index = () =>
      world.withNewProcess(async ({ indexer }) => {
        assert.deepEqual(await indexer.wait(task, 2 ** 30), { state: "ready" });
      });

    /** Changes one byte of one chunk; says whether readers ever look at it. */
    const damage = () =>
      world.withNewProcess(async ({ kv, store }) => {
        const rows = await Array.fromAsync(kv.list<Uint8Array>({ prefix: chunks }));
        const { key, value } = rows[chance(rows.length)] ?? assert.fail("nothing is stored");
        const at = chance(value.byteLength);
        value[at] = (value[at] ?? 0) ^ (1 + chance(255));
        await kv.set(key, value);
        const record = await store.snapshots.record(task.key);
        const tree = await kv.get<{ id: string }>(["r", host, repository, "t", commit]);
        const unread = [record?.state === "ready" && record.parts.facts.id, tree.value?.id];
        return !unread.includes(String(key.at(-2)));
      });

    await index();
    for (let round = 1; round <= 2 * KILLS; round++) {
      await t.step(`damage ${round}`, async () => {
        const isRead = await damage();
        const found = await world.withNewProcess(({ store }) => servedBy(store, task.key, QUERIES));
        assert.deepEqual(found, isRead ? null : whole);
        await index();
        assert.deepEqual((await world.look()).served, whole);
      });
    }
  });
}
