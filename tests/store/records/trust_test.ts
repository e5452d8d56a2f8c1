import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Repository, RepositoryId } from "../../../contracts/git_host.ts";
import type { Trust } from "../../../contracts/trust.ts";
import type { StoreDeps } from "../../../src/store/mod.ts";
import { kvFile } from "../../support/kv.ts";
import { type ManualClock, manualClock, processOn, stage } from "../_stage.ts";

const REPOSITORY: Repository = {
  host: "gh" as HostKey,
  id: "1" as RepositoryId,
  owner: "acme",
  name: "library",
  description: null,
  visibility: "public",
  defaultBranch: "main",
  picture: null,
};
const OTHER: Repository = { ...REPOSITORY, id: "2" as RepositoryId, name: "other" };
const NOTHING: Trust = { verified: false, featured: false, blocked: false };
const ENTRY = { host: REPOSITORY.host, repository: REPOSITORY.id };

function trustOf(kv: StoreDeps["kv"], clock: ManualClock) {
  return stage(kv, { clock }).store.trust;
}

Deno.test("a repository is on the lists it was put on until it is taken off all", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const trust = trustOf(kv, clock);
  assert.deepEqual(await trust.of(REPOSITORY), NOTHING);
  await trust.add(REPOSITORY, "verified");
  clock.advance(1000);
  const entry = await trust.add(REPOSITORY, "featured");
  assert.deepEqual(await trust.of(REPOSITORY), { ...NOTHING, verified: true, featured: true });
  assert.deepEqual(await trust.of(OTHER), NOTHING);
  assert.deepEqual(await trust.list(), [entry]);
  assert.deepEqual(entry, {
    ...ENTRY,
    owner: "acme",
    name: "library",
    ...NOTHING,
    verified: true,
    featured: true,
    changedAt: clock.now(),
  });
  await trust.clear(ENTRY);
  assert.deepEqual(await trust.of(REPOSITORY), NOTHING);
  assert.deepEqual(await trust.list(), []);
});

Deno.test("a change is in force in every process within 30 seconds", async () => {
  await using file = await kvFile();
  const clock = manualClock();
  const [operator, server] = [trustOf(await file.open(), clock), trustOf(await file.open(), clock)];
  assert.deepEqual(await server.of(REPOSITORY), NOTHING);
  await operator.add(REPOSITORY, "blocked");
  assert.deepEqual(await operator.of(REPOSITORY), { ...NOTHING, blocked: true });
  clock.advance(29_999);
  assert.deepEqual(await server.of(REPOSITORY), { ...NOTHING, blocked: true });
  await operator.clear(ENTRY);
  clock.advance(29_999);
  assert.deepEqual(await server.of(REPOSITORY), NOTHING);
});

Deno.test("the store is looked at every few seconds, however often and for whatever is asked", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  await trustOf(kv, clock).add(REPOSITORY, "verified");
  const looks = { get: 0, list: 0 };
  const counted: StoreDeps["kv"] = {
    get: (...given) => (looks.get++, kv.get(...given)),
    getMany: kv.getMany.bind(kv),
    list: (...given) => (looks.list++, kv.list(...given)),
    atomic: kv.atomic.bind(kv),
  };
  const trust = trustOf(counted, clock);
  const askOften = () =>
    Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        n % 3 === 0 ? trust.list() : trust.of(n % 2 === 0 ? REPOSITORY : OTHER)),
    );
  await askOften();
  await askOften();
  assert.deepEqual(looks, { get: 1, list: 1 });
  clock.advance(10_000);
  await askOften();
  assert.deepEqual(looks, { get: 2, list: 1 }, "nothing changed, so that the lists are not read again");
});

Deno.test("while the store does not answer the lists stand for ten minutes, and then nothing is said", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  await trustOf(kv, clock).add(REPOSITORY, "blocked");
  let isDown = false;
  const unsteady: StoreDeps["kv"] = {
    get: (...given) => isDown ? Promise.reject(new Error("unreachable")) : kv.get(...given),
    getMany: kv.getMany.bind(kv),
    list: kv.list.bind(kv),
    atomic: kv.atomic.bind(kv),
  };
  const { store: { trust }, events } = stage(unsteady, { clock });
  await trust.of(REPOSITORY);
  isDown = true;
  clock.advance(599_999);
  assert.equal((await trust.of(REPOSITORY)).blocked, true);
  assert.deepEqual(events, ["trust.unread"]);
  clock.advance(1);
  await assert.rejects(() => trust.of(REPOSITORY), /unreachable/);
  isDown = false;
  assert.equal((await trust.of(REPOSITORY)).blocked, true);
});

Deno.test("while the store does not answer nobody is vouched for after two minutes, and a block stands", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  for (const list of ["verified", "featured"] as const) await trustOf(kv, clock).add(REPOSITORY, list);
  await trustOf(kv, clock).add(OTHER, "blocked");
  let isDown = false;
  const unsteady: StoreDeps["kv"] = {
    get: (...given) => isDown ? Promise.reject(new Error("unreachable")) : kv.get(...given),
    getMany: kv.getMany.bind(kv),
    list: kv.list.bind(kv),
    atomic: kv.atomic.bind(kv),
  };
  const trust = trustOf(unsteady, clock);
  await trust.of(REPOSITORY);
  isDown = true;
  clock.advance(119_999);
  assert.deepEqual(await trust.of(REPOSITORY), { verified: true, featured: true, blocked: false });
  clock.advance(1);
  assert.deepEqual(await trust.of(REPOSITORY), NOTHING);
  assert.deepEqual(await trust.of(OTHER), { ...NOTHING, blocked: true });
  isDown = false;
  assert.deepEqual(await trust.of(REPOSITORY), { verified: true, featured: true, blocked: false });
});

Deno.test("a clock that is set back does not make old lists young", async () => {
  await using file = await kvFile();
  const clock = manualClock();
  const [operator, server] = [trustOf(await file.open(), clock), trustOf(await file.open(), clock)];
  await server.of(REPOSITORY);
  await operator.add(REPOSITORY, "blocked");
  clock.advance(-86_400_000);
  assert.equal((await server.of(REPOSITORY)).blocked, true);
});

Deno.test("a new owner of a repository inherits a block and nothing else, under whatever name", async () => {
  using kv = await Deno.openKv(":memory:");
  const trust = trustOf(kv, manualClock());
  for (const list of ["verified", "featured", "blocked"] as const) await trust.add(REPOSITORY, list);
  const renamed = { ...REPOSITORY, name: "renamed" };
  const sold = { ...REPOSITORY, owner: "mallory" };
  assert.deepEqual(await trust.of(renamed), { verified: true, featured: true, blocked: true });
  assert.deepEqual(await trust.of(sold), { ...NOTHING, blocked: true });
  await trust.add(sold, "featured");
  assert.deepEqual(await trust.of(sold), { verified: false, featured: true, blocked: true });
});

Deno.test("a repository of another id is another one, also under the same name", async () => {
  using kv = await Deno.openKv(":memory:");
  const trust = trustOf(kv, manualClock());
  await trust.add(REPOSITORY, "verified");
  assert.deepEqual(await trust.of({ ...REPOSITORY, id: "3" as RepositoryId }), NOTHING);
});

Deno.test("a block holds for a name in any letter case where that is asked for, and nothing else does", async () => {
  using kv = await Deno.openKv(":memory:");
  const trust = trustOf(kv, manualClock());
  const shouted: Repository = { ...REPOSITORY, id: "3" as RepositoryId, owner: "ACME", name: "Library" };
  await trust.add(REPOSITORY, "verified");
  assert.deepEqual(await trust.of(shouted, true), NOTHING);
  await trust.add(REPOSITORY, "blocked");
  assert.deepEqual(await trust.of(shouted, true), { ...NOTHING, blocked: true });
  assert.deepEqual(await trust.of(shouted), NOTHING);
  assert.deepEqual(await trust.of({ ...shouted, host: "code" as HostKey }, true), NOTHING);
  assert.deepEqual(await trust.of({ ...shouted, name: "other" }, true), NOTHING);
  await trust.clear(ENTRY);
  assert.deepEqual(await trust.of(shouted, true), NOTHING);
});

Deno.test("changes at the same time all arrive", async () => {
  await using file = await kvFile();
  const operators = [(await processOn(file)).store.trust, (await processOn(file)).store.trust];
  const lists = ["verified", "featured", "blocked"] as const;
  await Promise.all(operators.flatMap((trust) => lists.map((list) => trust.add(REPOSITORY, list))));
  for (const trust of operators) {
    assert.deepEqual(await trust.of(REPOSITORY), { verified: true, featured: true, blocked: true });
  }
});

Deno.test("a broken entry is reported and leaves the others in force", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store: { trust }, events } = stage(kv);
  await trust.add(REPOSITORY, "blocked");
  await kv.set(["o", "gh", "2"], { blocked: "perhaps" });
  assert.equal((await trust.of(REPOSITORY)).blocked, true);
  assert.deepEqual(await trust.of(OTHER), NOTHING);
  assert.deepEqual(events, ["store.broken trust"]);
});

Deno.test("what is held of the lists is what the store would say, and nothing once it must be asked", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const trust = trustOf(kv, clock);
  assert.equal(trust.held(REPOSITORY), null);
  await trust.add(REPOSITORY, "blocked");
  assert.equal(trust.held(REPOSITORY), null);
  const blocked = await trust.of(REPOSITORY);
  assert.deepEqual(trust.held(REPOSITORY), blocked);
  assert.equal(blocked.blocked, true);
  const spelled = { ...OTHER, name: "LIBRARY" };
  assert.equal(trust.held(spelled)?.blocked, false);
  assert.equal(trust.held(spelled, true)?.blocked, true);
  clock.advance(9999);
  assert.deepEqual(trust.held(REPOSITORY), blocked);
  clock.advance(1);
  assert.equal(trust.held(REPOSITORY), null);
});
