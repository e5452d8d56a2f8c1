import assert from "node:assert/strict";
import {
  createEntityTags,
  createMetrics,
  entityTag,
  hasCurrent,
  notModified,
  responseKey,
} from "../../../src/http/mod.ts";
import { mountOf } from "../../support/snapshot_of.ts";

const tag = entityTag("1.0.0", "key");

function asks(ifNoneMatch?: string): boolean {
  const headers = ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch };
  return hasCurrent(new Request("http://127.0.0.1/", { headers }), tag);
}

Deno.test("entityTag() is the same for the same answer of the same version, and a tag as HTTP has them", () => {
  assert.match(tag, /^"[\w-]{22}"$/);
  assert.equal(entityTag("1.0.0", "key"), tag);
  assert.notEqual(entityTag("1.0.1", "key"), tag);
  assert.notEqual(entityTag("1.0.0", "other"), tag);
});

Deno.test("hasCurrent() finds the tag among those that are given, weakened or not", () => {
  for (const given of [tag, `W/${tag}`, `"other", ${tag}`, `"other",W/${tag} , "more"`]) {
    assert(asks(given), given);
  }
  for (
    const given of [undefined, "", "*", '"other"', tag.slice(1, -1), `w/${tag}`, `${tag}x`, ",".repeat(5000)]
  ) {
    assert(!asks(given), given);
  }
});

Deno.test("notModified() has the headers and no body", async () => {
  const response = notModified({ etag: tag });
  assert.equal(response.status, 304);
  assert.equal(response.headers.get("etag"), tag);
  assert.equal(await response.text(), "");
});

Deno.test("responseKey() tells apart whatever changes an answer", () => {
  const mount = mountOf();
  const { repository, snapshot, resolution, address } = mount;
  const keys = [
    responseKey(mount),
    responseKey(mount, "browse"),
    responseKey(mount, "browse", { path: "a" }),
    responseKey({ ...mount, pinned: true }, "browse"),
    responseKey({ ...mount, verified: true }, "browse"),
    responseKey({ ...mount, stale: { what: "commit", asOf: 1 } }, "browse"),
    responseKey({ ...mount, repository: { ...repository, name: "renamed" } }, "browse"),
    responseKey({ ...mount, repository: { ...repository, description: "Other" } }, "browse"),
    responseKey({ ...mount, snapshot: { ...snapshot, serving: "licensed" } }, "browse"),
    responseKey({ ...mount, snapshot: { ...snapshot, rules: "2" } }, "browse"),
    responseKey({ ...mount, resolution: { ...resolution, kind: "tag" } }, "browse"),
    responseKey({ ...mount, address: { ...address, repo: "other" } }, "browse"),
  ];
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(responseKey({ ...mount, validUntil: 9 }, "browse"), responseKey(mount, "browse"));
});

Deno.test("createEntityTags() tells the tags of its version, however many are asked for", () => {
  const metrics = createMetrics();
  const tagOf = createEntityTags("1.0.0", metrics);
  for (const key of ["key", "other", "key", "x".repeat(5_000_000)]) {
    assert.equal(tagOf(key), entityTag("1.0.0", key));
  }
  for (let number = 0; number < 1000; number++) tagOf(`${number}`.padEnd(5000));
  const [, bytes] = /^skillmount_cache_bytes\{cache="tags"\} (\d+)$/m.exec(metrics.text()) ?? [];
  assert(Number(bytes) > 1_000_000 && Number(bytes) <= 2 * 1024 * 1024);
});
