/** Collection beside indexing, in every order: whatever is ready can be read, and what is left is needed. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ContentId } from "../../../contracts/domain.ts";
import type { RepositoryKey } from "../../../contracts/housekeeping.ts";
import type { IndexTask } from "../../../contracts/indexing.ts";
import { repositoryRoot, type SnapshotContents } from "../../../contracts/snapshots.ts";
import type { Store } from "../../../src/store/mod.ts";
import { entriesOf } from "../../support/kv.ts";
import {
  assertBytes,
  catalogOf,
  contentId,
  contentsOf,
  HOST,
  noise,
  REPOSITORY,
  ROOT,
  scheduled,
  stage,
  taskOf,
} from "../_stage.ts";

const OF: RepositoryKey = { host: HOST, repository: REPOSITORY };
const DIGITS = ["a", "b", "c", "d"];

/** Young or not: nothing is protected by its age here. */
const ANY_AGE = Number.MAX_SAFE_INTEGER;

const LEASE = 1_000_000;

/** Contents of several sizes, so that packs of several of them can become thin. */
const bytesOf = (number: number) => noise(200 + 400 * number, number + 1);
const idOf = (number: number): ContentId => contentId(`content-${number}`);

function snapshotOf(task: IndexTask, numbers: readonly number[]): SnapshotContents {
  const { files: [file], ...catalog } = catalogOf(task.key.commit, 1);
  assert(file !== undefined);
  const files = numbers.map((number) => ({ ...file, content: idOf(number) }));
  return { ...contentsOf(task), catalog: { ...catalog, files } };
}

/** What an indexer does: stores what is not stored, and publishes; again when it was told that bytes went. */
async function index({ snapshots, contents }: Store, task: IndexTask, numbers: readonly number[]) {
  for (let tries = 1; tries <= 20; tries++) {
    await snapshots.create(task);
    const work = await snapshots.claim(task, `owner ${tries}`, LEASE);
    if (work === null) return;
    const stored = await contents.stored(repositoryRoot(HOST, REPOSITORY), numbers.map(idOf));
    const missing = numbers.filter((number) => !stored.has(idOf(number)));
    const written = missing.map((number) => ({ id: idOf(number), bytes: bytesOf(number) }));
    await contents.write(repositoryRoot(HOST, REPOSITORY), written);
    if (await snapshots.publish(work, snapshotOf(task, numbers))) return;
  }
  assert.fail("its contents went at every try");
}

async function removeAt({ housekeeping }: Store, digit: string | undefined): Promise<void> {
  const { snapshots } = await housekeeping.holdings(OF);
  for (const entry of snapshots) {
    const isReady = entry.record.state === "ready";
    if (isReady && digit !== undefined && entry.key.commit.startsWith(digit)) {
      await housekeeping.remove(entry);
    }
  }
}

/** Every ready snapshot is whole; gives what they need. */
async function assertServed(kv: Deno.Kv, wanted: ReadonlyMap<string, readonly number[]>) {
  const { store } = stage(kv);
  const needed = new Set<string>();
  for (const { key, record } of (await store.housekeeping.holdings(OF)).snapshots) {
    assert.equal(record.state, "ready");
    assert.notEqual(await store.reader.catalog(key), null);
    for (const number of wanted.get(key.commit.slice(0, 1)) ?? []) {
      needed.add(idOf(number));
      assertBytes(await store.reader.content(key, idOf(number)), bytesOf(number));
    }
  }
  await store.reads.flush();
  return needed;
}

const numbers = fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 8 });

Deno.test("indexing, removing and sweeping in any order loses no byte of what is ready", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(numbers, { minLength: 2, maxLength: 4 }),
      fc.nat(3),
      fc.array(fc.constantFrom(...DIGITS, undefined), { minLength: 1, maxLength: 3 }),
      async (scheduler, commits, before, removals) => {
        using kv = await Deno.openKv(":memory:");
        const wanted = new Map(commits.map((numbers, index) => [DIGITS[index] ?? "", numbers]));
        const tasks = [...wanted].map(([digit, numbers]) => [taskOf(digit), numbers] as const);
        // Some are there beforehand; one of them is removed, so that there is something to find unneeded.
        for (const [task, numbers] of tasks.slice(0, before)) await index(stage(kv).store, task, numbers);
        await removeAt(stage(kv).store, removals[0]);

        const { store } = stage(scheduled(kv, scheduler));
        const collect = async () => {
          for (const digit of removals) {
            await removeAt(store, digit);
            await store.housekeeping.sweep(OF, ANY_AGE);
          }
        };
        const actors = [collect(), ...tasks.map(([task, numbers]) => index(store, task, numbers))];
        await scheduler.waitFor(Promise.all(actors));

        await assertServed(kv, wanted);
        await stage(kv).store.housekeeping.sweep(OF, ANY_AGE);
        const needed = await assertServed(kv, wanted);
        await assertTight(kv, needed);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("two collections at once and an indexer lose no byte of what is ready", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), numbers, numbers, async (scheduler, left, right) => {
      using kv = await Deno.openKv(":memory:");
      await index(stage(kv).store, taskOf("a"), left);
      await removeAt(stage(kv).store, "a");
      const { store } = stage(scheduled(kv, scheduler));
      await scheduler.waitFor(Promise.all([
        store.housekeeping.sweep(OF, ANY_AGE),
        index(store, taskOf("b"), right),
        stage(scheduled(kv, scheduler)).store.housekeeping.sweep(OF, ANY_AGE),
      ]));
      await assertServed(kv, new Map([["b", right]]));
    }),
    { numRuns: 50 },
  );
});

Deno.test("purging beside indexing leaves a whole snapshot or none", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), numbers, numbers, async (scheduler, left, right) => {
      using kv = await Deno.openKv(":memory:");
      await index(stage(kv).store, taskOf("a"), left);
      const { store } = stage(scheduled(kv, scheduler));
      await scheduler.waitFor(Promise.all([
        store.housekeeping.purge(OF),
        index(store, taskOf("b"), right),
      ]));
      const { snapshots } = await stage(kv).store.housekeeping.holdings(OF);
      for (const { key, record } of snapshots) {
        if (record.state !== "ready") continue;
        assert(key.commit.startsWith("b"));
        for (const number of right) {
          assertBytes(await stage(kv).store.reader.content(key, idOf(number)), bytesOf(number));
        }
      }
    }),
    { numRuns: 50 },
  );
});

/** No pack without need, none that is mostly unneeded, no chunk and no location astray. */
async function assertTight(kv: Deno.Kv, needed: ReadonlySet<string>): Promise<void> {
  const at = async (kind: string) => await entriesOf(kv, [...ROOT, kind]);
  const locations = await at("l");
  const used = new Map<unknown, number>();
  for (const { key, value } of locations) {
    const { pack, length } = Object(value);
    if (needed.has(String(key.at(-1)))) used.set(pack, (used.get(pack) ?? 0) + length);
  }
  const packs = await at("p");
  for (const { key, value } of packs) {
    assert((used.get(key.at(-1)) ?? 0) >= Object(value).bytes / 2, "a pack is at least half needed");
  }
  for (const { value } of locations) {
    assert(packs.some(({ key }) => key.at(-1) === Object(value).pack), "every location leads somewhere");
  }
  assert.equal((await at("x")).length, 0);
  const named = packs.length + 3 * (await at("s")).length + (await at("t")).length;
  assert.equal(new Set((await at("d")).map(({ key }) => key[4])).size, named, "every chunk is named");
  if (named === 0) assert.equal((await entriesOf(kv, ROOT)).length, 0, "nothing at all is left");
}
