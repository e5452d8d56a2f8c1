import assert from "node:assert/strict";
import { cacheControl, timeToLive } from "../../../src/http/mod.ts";
import { mountOf, privately } from "../../support/snapshot_of.ts";

const mount = mountOf();

Deno.test("cacheControl() lets a moving ref's answer be kept for what remains of its lifetime", () => {
  assert.equal(cacheControl(mount, 0), "public, max-age=60");
  assert.equal(cacheControl(mount, 20_500), "public, max-age=39");
  assert.equal(cacheControl(mount, 90_000), "public, max-age=0");
});

Deno.test("cacheControl() lets a pinned answer be kept for a day, and not for ever", () => {
  assert.equal(cacheControl({ ...mount, pinned: true }, 90_000), "public, max-age=86400");
});

Deno.test("cacheControl() lets nobody keep what is private, or not known to be public now", () => {
  const pinned = { ...mount, pinned: true };
  assert.equal(cacheControl(privately(pinned), 0), "private, no-store");
  assert.equal(cacheControl({ ...pinned, stale: { what: "facts", asOf: null } }, 0), "private, no-store");
});

Deno.test("timeToLive() is never negative", () => {
  assert.equal(timeToLive(mount, 60_001), 0);
});
