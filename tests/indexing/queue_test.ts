import assert from "node:assert/strict";
import fc from "fast-check";
import { FairQueue, type Place } from "../../src/indexing/_queue.ts";

/** An item named after its place: `a1.2` is the second of client `a` in its group `1`. */
function placeOf(item: string): Place {
  return { client: item.slice(0, 1), group: item.slice(1, 2) };
}

function queueOf(limit: number, items: readonly string[]): FairQueue<string> {
  const queue = new FairQueue<string>(limit);
  for (const item of items) queue.add(placeOf(item), item);
  return queue;
}

function takeAll(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
}

Deno.test("FairQueue gives each client its turn, so that a burst of one delays no other", () => {
  const queue = queueOf(10, ["a1", "a2", "a3", "b1", "c1", "c2"]);
  assert.deepEqual(takeAll(queue), ["a1", "b1", "c1", "a2", "c2", "a3"]);
  assert.equal(queue.size, 0);
});

Deno.test("FairQueue gives each of a client's groups its turn", () => {
  const queue = queueOf(10, ["a1.1", "a1.2", "a1.3", "a2.1", "b1.1"]);
  assert.deepEqual(takeAll(queue), ["a1.1", "b1.1", "a2.1", "a1.2", "a1.3"]);
});

Deno.test("FairQueue passes over what may not run now and keeps its turn", () => {
  const queue = queueOf(10, ["a1", "a2", "b1"]);
  assert.equal(queue.take((item) => item !== "a1"), "a2");
  assert.equal(queue.take(() => false), undefined);
  assert.deepEqual(takeAll(queue), ["b1", "a1"]);
});

Deno.test("FairQueue that is full gives the newest place of the longest line to who has less", () => {
  const queue = queueOf(4, ["a1", "a2", "a3", "a4"]);
  assert.deepEqual(queue.add(placeOf("b1"), "b1"), { waits: true, gone: "a4" });
  assert.deepEqual(queue.add(placeOf("b2"), "b2"), { waits: true, gone: "a3" });
  assert.deepEqual(queue.add(placeOf("b3"), "b3"), { waits: false, gone: null }, "both wait for two");
  assert.deepEqual(queue.add(placeOf("a3"), "a3"), { waits: false, gone: null });
  assert.deepEqual(takeAll(queue), ["a1", "b1", "a2", "b2"]);
  assert.deepEqual(queue.add(placeOf("a3"), "a3"), { waits: true, gone: null });
});

Deno.test("FairQueue lets an item wait as that of a second client who waits for nothing else", () => {
  const queue = queueOf(10, ["a1", "a2", "a3", "b1"]);
  queue.hasten({ client: "c", group: "3" }, "a3");
  assert.deepEqual(takeAll(queue), ["a1", "b1", "a3", "a2"]);

  const other = queueOf(10, ["a1", "a2", "a3", "b1"]);
  other.hasten({ client: "b", group: "3" }, "a3");
  other.hasten({ client: "c", group: "9" }, "elsewhere");
  assert.deepEqual(takeAll(other), ["a1", "b1", "a2", "a3"]);
});

Deno.test("FairQueue never holds more than its limit, loses nothing silently and starves nobody", () => {
  const items = fc.uniqueArray(fc.stringMatching(/^[a-d][1-3]\.[0-9]$/), { maxLength: 40 });
  fc.assert(fc.property(items, fc.integer({ min: 1, max: 12 }), (items, limit) => {
    const queue = new FairQueue<string>(limit);
    const waiting = new Set<string>();
    for (const item of items) {
      const { waits, gone } = queue.add(placeOf(item), item);
      if (waits) waiting.add(item);
      if (gone !== null) assert.ok(waiting.delete(gone));
      assert.equal(queue.size, waiting.size);
      assert.ok(queue.size <= limit);
    }
    const clients = new Set([...waiting].map((item) => placeOf(item).client));
    const taken = takeAll(queue);
    assert.deepEqual(taken.toSorted(), [...waiting].sort());
    const first = taken.slice(0, clients.size).map((item) => placeOf(item).client);
    assert.deepEqual(new Set(first), clients, "everybody's first comes before anybody's second");
  }));
});
