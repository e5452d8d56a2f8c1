/** Editions of the catalog, of which two processes make one, and one is killed or stands still in the middle. */
import assert from "node:assert/strict";
import type { Edition } from "../../contracts/library/editions.ts";
import type { LibraryAuthor } from "../../contracts/library/library.ts";
import { catalogOn } from "../support/library/catalog.ts";
import { found, libraryOn, type LibraryStage, skillMd } from "../support/library/library.ts";
import { startEdition } from "./_child.ts";
import { type Database, DATABASES } from "./_database.ts";
import { IS_LONG, KILLS } from "./_form.ts";
import { shiftedClock } from "./_shifted_clock.ts";

/** Longer than a lease. Milliseconds. */
const LATER = 180_000;

/** A run of one changed skill has about as many. */
const STEPS = 40;

/** How many steps further the next process is stopped: at every one where there is time for it. */
const STRIDE = IS_LONG ? 1 : Math.ceil(STEPS / KILLS);

/** Skills that stay. */
const STANDING = ["walrus", "heron", "otter"];

for (const database of DATABASES) {
  for (const fate of ["killed", "paused beyond its lease"] as const) {
    Deno.test(`a process ${fate} at any step of an edition leaves the catalog whole, and another catches up on ${database.name}`, async (t) => {
      await using shared = await database.create();
      await using world = await editionWorld(shared);
      let haltAt = 1;
      for (let round = 0;; round++, haltAt += STRIDE) {
        const halfway = round % 2 === 1;
        await world.change(round);
        const child = await startEdition({ kv: shared.kv, haltAt, halfway, ahead: world.ahead() });
        await child.go();
        const stopped = await child.stop();
        if (stopped !== "halted") {
          assert(stopped.made);
          assert.deepEqual(await world.served(), world.expected().after);
          break;
        }
        await t.step(`${fate} at step ${haltAt}${halfway ? ", halfway" : ""}`, async () => {
          if (fate === "killed") await child.kill();
          const { before, after } = world.expected();
          const served = await world.served();
          assert.deepEqual(served, served.length === after.length ? after : before);
          await world.catchUp();
          assert.deepEqual(await world.served(), after);
          if (fate === "killed") return;
          await child.go();
          assert(await child.stop() !== "halted");
          assert.deepEqual(await world.served(), after, "who comes late changes nothing");
        });
      }
      assert(haltAt > STEPS / 2, "it was stopped on its whole way");
      await world.change(-1);
      await world.catchUp();
      assert.deepEqual(await world.served(), world.expected().after);
      assert.deepEqual(await world.leftovers(), [], "nothing half-made stays behind");
    });
  }
}

async function editionWorld({ kv: path }: Database) {
  const kv = await Deno.openKv(path);
  const clock = shiftedClock();
  let ahead = 0;
  let before: Edition | null = null;
  const stage = libraryOn(kv, { clock });
  const [acme, beta] = [await stage.account("acme"), await stage.account("beta")];
  for (const name of STANDING) await publish(stage, acme, name);
  let last = "";
  let newest = await publish(stage, acme, "first");
  await catalogOn(stage.store, clock).editions.runDue();

  return {
    ahead: () => ahead,
    /** One more skill, which somebody takes up, and one fewer. */
    async change(round: number) {
      last = newest;
      newest = await publish(stage, acme, `round-${round + 1}`);
      found(await stage.library.add(beta, { owner: "acme", name: newest }));
      found(await stage.library.change(acme, last, { state: "archived" }, {}));
    },
    /** What the catalog has with the edition of before and with the one that is due. */
    expected: () => ({ before: STANDING.toSorted(), after: [...STANDING, newest].toSorted() }),
    /** What somebody who has just come is told by the list; the search finds each of it, and nothing of what left. */
    async served(): Promise<readonly string[]> {
      const { catalog } = catalogOn(libraryOn(kv, { clock }).store, clock);
      const question = { sort: "name", owner: null, limit: 50, cursor: null } as const;
      const names = found(await catalog.discover(question)).skills.map(({ name }) => name);
      for (const name of [...names, last]) {
        const hits = found(await catalog.search({ query: name, limit: 5, cursor: null })).skills;
        assert.equal(hits.some((hit) => hit.name === name), name !== last, name);
      }
      return names;
    },
    /** By another process, when the lease is over. */
    async catchUp() {
      clock.advance(LATER);
      ahead += LATER;
      before = await stage.store.editions.current();
      assert(await catalogOn(libraryOn(kv, { clock }).store, clock).editions.runDue());
    },
    /** Segments in the store that neither the edition nor the one before it names. */
    async leftovers(): Promise<readonly string[]> {
      const edition = await stage.store.editions.current();
      const named = new Set([...before?.segments ?? [], ...edition?.segments ?? []].map(({ id }) => id));
      const stored = new Set<string>();
      for await (const { key } of kv.list({ prefix: ["le", "segment"] })) stored.add(String(key[2]));
      return [...stored].filter((id) => !named.has(id));
    },
    [Symbol.asyncDispose]() {
      kv.close();
      return Promise.resolve();
    },
  };
}

async function publish(stage: LibraryStage, author: LibraryAuthor, name: string): Promise<string> {
  await stage.publish(author, { "SKILL.md": skillMd(name) });
  return name;
}
