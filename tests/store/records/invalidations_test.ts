import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import { kvFile, landingLate } from "../../support/kv.ts";
import { HOST, manualClock, processOn, stage } from "../_stage.ts";

const NEVER = { refs: 0, facts: 0, closed: 0 };
const NOW = manualClock().now();

Deno.test("invalidations: what closes a repository makes its facts due, and what makes facts due, its refs", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store: { invalidations }, clock } = stage(kv);
  assert.deepEqual(await invalidations.of(HOST, ["1", "acme/skills"]), NEVER);
  await invalidations.add(HOST, ["1", "acme/skills"], "closed");
  clock.advance(10);
  await invalidations.add(HOST, ["1"], "facts");
  clock.advance(10);
  await invalidations.add(HOST, ["acme/skills"], "refs");
  assert.deepEqual(await invalidations.of(HOST, ["1"]), { refs: NOW + 10, facts: NOW + 10, closed: NOW });
  assert.deepEqual(await invalidations.of(HOST, ["acme/skills"]), {
    refs: NOW + 20,
    facts: NOW,
    closed: NOW,
  });
  // Whichever of its names is the later one.
  assert.deepEqual(await invalidations.of(HOST, ["acme/skills", "1"]), {
    refs: NOW + 20,
    facts: NOW + 10,
    closed: NOW,
  });
  assert.deepEqual(await invalidations.of(HOST, ["2"]), NEVER);
  assert.deepEqual(await invalidations.of("code" as HostKey, ["1"]), NEVER);
});

Deno.test("invalidations: one comes after the one before, also within a millisecond", async () => {
  using kv = await Deno.openKv(":memory:");
  const { invalidations } = stage(kv).store;
  for (const later of [0, 1, 2]) {
    await invalidations.add(HOST, ["1"], "refs");
    assert.equal((await invalidations.of(HOST, ["1"])).refs, NOW + later);
  }
});

Deno.test("invalidations: the adding process knows at once, and every other one after a second", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  const [one, other] = [stage(kv, { clock }).store, stage(kv, { clock }).store];
  await one.invalidations.of(HOST, ["1"]);
  await other.invalidations.of(HOST, ["1"]);
  await one.invalidations.add(HOST, ["1"], "refs");
  assert.equal((await one.invalidations.of(HOST, ["1"])).refs, NOW);
  assert.equal((await other.invalidations.of(HOST, ["1"])).refs, 0);
  clock.advance(1000);
  assert.equal((await other.invalidations.of(HOST, ["1"])).refs, NOW);
});

Deno.test("invalidations: the row is read once a second however often somebody asks", async () => {
  using kv = await Deno.openKv(":memory:");
  let reads = 0;
  const counted = new Proxy(kv, {
    get(target, property) {
      if (property === "get") reads++;
      const value = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const { store: { invalidations }, clock } = stage(counted);
  for (let second = 0; second < 3; second++) {
    await Promise.all(Array.from({ length: 50 }, (_, id) => invalidations.of(HOST, [String(id)])));
    clock.advance(1000);
  }
  assert.equal(reads, 3);
});

Deno.test("invalidations: more than the row holds make everything due that was learnt before them", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store: { invalidations }, clock } = stage(kv);
  await invalidations.add(HOST, ["first"], "closed");
  for (let id = 0; id < 60; id++) {
    clock.advance(1);
    await invalidations.add(HOST, [String(id), `${"a".repeat(400)}/${id}`], "refs");
  }
  const { refs, ...others } = await invalidations.of(HOST, ["never named"]);
  assert(refs > NOW && refs < NOW + 60, String(refs));
  assert.deepEqual(others, { facts: NOW, closed: NOW });
  assert.deepEqual(await invalidations.of(HOST, ["first"]), { refs, facts: NOW, closed: NOW });
  assert.equal((await invalidations.of(HOST, ["59"])).refs, NOW + 60);
});

Deno.test("invalidations: a row that cannot be read might have said anything", async () => {
  using kv = await Deno.openKv(":memory:");
  await kv.set(["i"], { subjects: 5 });
  const { invalidations } = stage(kv).store;
  assert.deepEqual(await invalidations.of(HOST, ["1"]), { refs: NOW, facts: NOW, closed: NOW });
  await invalidations.add(HOST, ["2"], "refs");
  assert.deepEqual(await invalidations.of(HOST, ["1"]), { refs: NOW, facts: NOW, closed: NOW });
});

Deno.test("invalidations: while the store does not answer, what is known of them stands", async () => {
  using kv = await Deno.openKv(":memory:");
  let isBroken = false;
  const failing = new Proxy(kv, {
    get(target, property) {
      if (property === "get" && isBroken) return () => Promise.reject(new Error("no store"));
      const value = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const { store: { invalidations }, clock, events } = stage(failing);
  await invalidations.add(HOST, ["1"], "refs");
  await invalidations.of(HOST, ["1"]);
  isBroken = true;
  clock.advance(5000);
  assert.equal((await invalidations.of(HOST, ["1"])).refs, NOW);
  assert.deepEqual(events, ["invalidations.unread"]);
  await assert.rejects(stage(failing).store.invalidations.of(HOST, ["1"]));
});

Deno.test("invalidations: a commit that timed out and landed counts once", async () => {
  using kv = await Deno.openKv(":memory:");
  const late = landingLate(kv);
  const { invalidations } = stage(late).store;
  await invalidations.add(HOST, ["1"], "refs");
  assert((await invalidations.of(HOST, ["1"])).refs >= NOW);
});

Deno.test("invalidations: two processes adding at once lose none", async () => {
  await using file = await kvFile();
  const [first, second] = [(await processOn(file)).store, (await processOn(file)).store];
  const ids = Array.from({ length: 12 }, (_, id) => String(id));
  await Promise.all(
    ids.map((id, index) => (index % 2 === 0 ? first : second).invalidations.add(HOST, [id], "refs")),
  );
  const { store: { invalidations } } = await processOn(file);
  for (const id of ids) assert((await invalidations.of(HOST, [id])).refs > 0, id);
});

Deno.test("invalidations: what is held is what the store would be asked for, and nothing once it must be asked", async () => {
  using kv = await Deno.openKv(":memory:");
  const { store: { invalidations }, clock } = stage(kv);
  assert.equal(invalidations.held(HOST, ["1"]), null);
  await invalidations.add(HOST, ["1"], "facts");
  assert.equal(invalidations.held(HOST, ["1"]), null);
  const asked = await invalidations.of(HOST, ["1"]);
  assert.deepEqual(invalidations.held(HOST, ["1"]), asked);
  assert.deepEqual(invalidations.held(HOST, ["2"]), NEVER);
  clock.advance(999);
  assert.deepEqual(invalidations.held(HOST, ["1"]), asked);
  clock.advance(1);
  assert.equal(invalidations.held(HOST, ["1"]), null);
});
