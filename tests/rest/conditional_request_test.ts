import assert from "node:assert/strict";
import type { Mount } from "../../contracts/mounts.ts";
import { success } from "../../contracts/result.ts";
import {
  createEntityTags,
  createMetrics,
  createResponseCache,
  createSendAnswer,
} from "../../src/http/mod.ts";
import type { ReadDeps } from "../../src/rest/operation.ts";
import { answerConditionally } from "../../src/rest/conditional_request.ts";
import { manualClock } from "../support/manual_clock.ts";
import { mountOf } from "../support/snapshot_of.ts";

function asking(mount: Mount, version = "1") {
  const made: string[] = [];
  const deps: ReadDeps = {
    open: () => Promise.resolve(success(mount)),
    sources: {
      clock: { now: () => 0 },
      hosts: new Map(),
      indexing: {
        request: unasked,
        wait: unasked,
        forget: unasked,
      },
      reader: { catalog: unasked, heldCatalog: unasked, search: unasked, content: unasked, text: unasked },
    },
    send: createSendAnswer({ clock: manualClock(), metrics: createMetrics() }),
    responses: createResponseCache(1000, createMetrics()),
    count: () => {},
    tagOf: createEntityTags(version, createMetrics()),
    version,
  };
  return {
    made,
    get: async (question: string, ifNoneMatch = "") =>
      await answerConditionally(
        deps,
        {
          request: new Request("http://127.0.0.1/", { headers: { "if-none-match": ifNoneMatch } }),
          address: "/gh/acme/library",
          asker: { kind: "nobody" },
        },
        [question],
        ({ headers }) => {
          made.push(question);
          return Promise.resolve(new Response("made", { headers }));
        },
      ),
  };
}

/** A tag is told before anything is read. */
function unasked(): never {
  throw new Error("Cannot read: nothing was to be read");
}

Deno.test("answerConditionally() makes no answer for who has it", async () => {
  const { get, made } = asking(mountOf());
  const first = await get("a");
  assert.equal(first.headers.get("cache-control"), "public, max-age=60");
  const etag = first.headers.get("etag") ?? "";
  assert.equal((await get("a", etag)).status, 304);
  assert.equal((await get("b", etag)).status, 200);
  assert.equal((await asking(mountOf(), "2").get("a", etag)).status, 200);
  assert.deepEqual(made, ["a", "b"]);
});

Deno.test("answerConditionally() has no tag for what the host could not confirm, and lets nobody keep it", async () => {
  const etag = (await asking(mountOf()).get("a")).headers.get("etag") ?? "";
  const { get } = asking({ ...mountOf(), stale: { what: "commit", asOf: 1 } });
  const stale = await get("a", etag);
  assert.equal(stale.status, 200);
  assert.equal(stale.headers.get("etag"), null);
  assert.equal(stale.headers.get("cache-control"), "private, no-store");
});
