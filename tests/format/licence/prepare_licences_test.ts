import assert from "node:assert/strict";
import spdx from "spdx-license-list/full.js";
import { classifyLicenceText } from "../../../src/format/licence/classify_licence_text.ts";
import { prepareLicences } from "../../../src/format/licence/prepare_licences.ts";

Deno.test("prepareLicences() works a step at a time, also for two readings at once, and once for all", () => {
  const one = prepareLicences();
  const other = prepareLicences();
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
  assert.equal(prepareLicences().next(new Map()).done, true);
  assert.equal(classifyLicenceText(spdx["ISC"]?.licenseText ?? "").label, "ISC");
});
