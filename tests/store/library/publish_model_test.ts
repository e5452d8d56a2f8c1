import assert from "node:assert/strict";
import fc from "fast-check";
import { found, libraryOn, skillMd } from "../../support/library/library.ts";
import { scheduled } from "../_stage.ts";

const ANY_AGE = Number.MAX_SAFE_INTEGER;

const NAMES = ["x", "y"] as const;

/** Some of these bytes every upload shares with others. */
const upload = (name: string, body: number) => ({
  "SKILL.md": skillMd(name, { body: `${body}\n` }),
  "shared.txt": `shared ${body % 2}\n`.repeat(300),
});

const publications = fc.array(
  fc.record({ name: fc.constantFrom(...NAMES), body: fc.nat(3), ends: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);

Deno.test("publishing, deleting and collecting in any order lose no byte of what is published", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), publications, publications, async (scheduler, before, during) => {
      using kv = await Deno.openKv(":memory:");
      const quiet = libraryOn(kv);
      const author = await quiet.account("acme");
      const act = async (stage: typeof quiet, { name, body, ends }: (typeof before)[number]) => {
        await stage.publish(author, upload(name, body), {});
        if (ends) await stage.library.delete(author, name);
      };
      for (const one of before) await act(quiet, one);

      const [publishing, collecting] = [scheduled(kv, scheduler), scheduled(kv, scheduler)].map((kv) =>
        libraryOn(kv)
      );
      assert.ok(publishing !== undefined && collecting !== undefined);
      const publish = async () => {
        for (const one of during) await act(publishing, one);
      };
      const collect = async () => {
        for (let round = 0; round < 3; round++) {
          await collecting.store.housekeeping.sweepAccount(author.account, ANY_AGE);
        }
      };
      await scheduler.waitFor(Promise.all([publish(), collect()]));

      const { library, store } = libraryOn(kv);
      for (const { name } of await library.list(author, "own")) {
        for (const { label } of found(await library.versions(author, { owner: "acme", name }, "own"))) {
          const { files, read } = found(await library.files(author, { owner: "acme", name }, "own", label));
          for (const file of files) assert.ok(await read(file) !== null, `${name}@${label} ${file.path}`);
        }
      }
      for (const name of NAMES) await library.delete(author, name);
      await store.housekeeping.sweepAccount(author.account, ANY_AGE);
      assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["lb"] })), [], "and nothing is left behind");
    }),
    { numRuns: 20 },
  );
});
