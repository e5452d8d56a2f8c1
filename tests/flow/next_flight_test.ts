import assert from "node:assert/strict";
import { createNextFlight } from "../../src/flow/mod.ts";

Deno.test("createNextFlight() gives nobody what began before they asked, and those who wait one run together", async () => {
  const share = createNextFlight<number>();
  const ends: PromiseWithResolvers<void>[] = [];
  const work = async () => {
    const end = Promise.withResolvers<void>();
    const number = ends.push(end);
    await end.promise;
    return number;
  };
  const first = share("key", work);
  const waiting = [share("key", work), share("key", work)];
  const beside = share("other", work);
  assert.equal(ends.length, 2);
  for (const end of ends) end.resolve();
  assert.deepEqual([await first, await beside], [1, 2]);
  assert.equal(ends.length, 3);
  const last = share("key", work);
  ends.at(2)?.resolve();
  assert.deepEqual(await Promise.all(waiting), [3, 3]);
  ends.at(3)?.resolve();
  assert.equal(await last, 4);
});

Deno.test("createNextFlight() fails for those who shared the run that failed, and keeps nothing", async () => {
  const share = createNextFlight<number>();
  const first = share("key", () => Promise.reject(new Error("first")));
  const second = share("key", () => Promise.reject(new Error("second")));
  await assert.rejects(first, /first/);
  await assert.rejects(second, /second/);
  assert.equal(await share("key", () => Promise.resolve(3)), 3);
});
