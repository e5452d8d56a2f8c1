import assert from "node:assert/strict";
import type { Mount } from "../../../contracts/mounts.ts";
import { createMetrics, createResponseCache, responseKey } from "../../../src/http/mod.ts";
import { mountOf } from "../../support/snapshot_of.ts";

Deno.test("responseKey() is the same for the same question to the same opening, whoever asks", () => {
  const mount = mountOf();
  const key = responseKey(mount, "browse", { path: "a" });
  assert.equal(responseKey({ ...mount, viewer: { kind: "nobody" } }, "browse", { path: "a" }), key);
  assert.equal(responseKey({ ...mount, snapshot: { ...mount.snapshot } }, "browse", { path: "a" }), key);
});

Deno.test("responseKey() is another one for whatever changes what is said, also of one snapshot", () => {
  const mount = mountOf();
  const { snapshot, resolution, repository } = mount;
  const others: readonly Mount[] = [
    { ...mount, snapshot: { ...snapshot, rules: `${snapshot.rules}x` } },
    { ...mount, snapshot: { ...snapshot, serving: snapshot.serving === "full" ? "licensed" : "full" } },
    { ...mount, address: mountOf({ address: "/gh/acme/library/a" }).address },
    { ...mount, resolution: { ...resolution, name: `${resolution.name}x` } },
    { ...mount, pinned: !mount.pinned },
    { ...mount, verified: !mount.verified },
    { ...mount, repository: { ...repository, description: "another" } },
    { ...mount, stale: { what: "commit", asOf: 1 } },
  ];
  const keys = [mount, ...others, mount].map((mount) => responseKey(mount, "browse", { path: "a" }));
  assert.equal(keys.pop(), keys[0]);
  keys.push(responseKey(mount, "browse", { path: "b" }), responseKey(mount, "search", { path: "a" }));
  assert.equal(new Set(keys).size, keys.length);
});

Deno.test("createResponseCache() holds no more than its bytes", () => {
  const cache = createResponseCache(1000, createMetrics());
  for (let at = 0; at < 100; at++) cache.set(`${at}`, "x".repeat(100));
  const held = Array.from({ length: 100 }, (_, at) => cache.get(`${at}`)).filter((page) =>
    page !== undefined
  );
  assert(held.length > 0 && held.length < 5, `${held.length}`);
  assert.equal(cache.get("99"), "x".repeat(100));
});
