import assert from "node:assert/strict";
import { createSingleFlight } from "../../src/flow/mod.ts";

/** Work that counts how often it is begun and ends when it is told to. */
function held() {
  const end = Promise.withResolvers<number>();
  const work = () => (self.begun++, end.promise);
  const self = { begun: 0, work, end };
  return self;
}

Deno.test("createSingleFlight() does equal work at one time once, and other work beside it", async () => {
  const share = createSingleFlight<number>();
  const [one, other] = [held(), held()];
  const answers = Promise.all([
    share("one", one.work),
    share("one", one.work),
    share("other", other.work),
  ]);
  one.end.resolve(1);
  other.end.resolve(2);
  assert.deepEqual(await answers, [1, 1, 2]);
  assert.deepEqual([one.begun, other.begun], [1, 1]);
});

Deno.test("createSingleFlight() keeps nothing: work that is over, or failed, is done again", async () => {
  const share = createSingleFlight<number>();
  assert.equal(await share("key", () => Promise.resolve(1)), 1);
  assert.equal(await share("key", () => Promise.resolve(2)), 2);
  const failed = held();
  const answers = Promise.allSettled([share("key", failed.work), share("key", failed.work)]);
  failed.end.reject(new Error("no"));
  assert.deepEqual((await answers).map(({ status }) => status), ["rejected", "rejected"]);
  assert.equal(await share("key", () => Promise.resolve(3)), 3);
});
