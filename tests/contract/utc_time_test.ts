import assert from "node:assert/strict";
import { utcDay } from "../../contracts/utc_time.ts";

Deno.test("a day is told the same whatever day was told before", () => {
  const midnight = Date.UTC(2030, 0, 31);
  assert.deepEqual(
    [midnight, midnight - 1, midnight + 86_399_999, midnight + 86_400_000, midnight, -1, 0].map(utcDay),
    ["2030-01-31", "2030-01-30", "2030-01-31", "2030-02-01", "2030-01-31", "1969-12-31", "1970-01-01"],
  );
});
