import assert from "node:assert/strict";
import { createLicenceUnpacking } from "../../../src/format/licence/licence_texts.ts";
import { prepareLicences } from "../../../src/format/licence/prepare_licences.ts";

Deno.test("prepareLicences() works a step at a time, also for two readings at once, and once for all", () => {
  const { texts, unpackOn } = createLicenceUnpacking();
  const one = prepareLicences(unpackOn);
  const other = prepareLicences(unpackOn);
  let steps = 0;
  for (let isOver = false; !isOver;) {
    const both = [one.next(new Map()), other.next(new Map())];
    for (const { value, done } of both) {
      if (!done) assert.deepEqual([...value], []);
    }
    isOver = both.every(({ done }) => done);
    steps++;
  }
  assert(steps > 2, String(steps));
  assert.equal(prepareLicences(unpackOn).next(new Map()).done, true);
  assert(texts().byId.has("ISC"));
});
