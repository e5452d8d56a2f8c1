import assert from "node:assert/strict";
import type { IndexFailureCode, IndexState, IndexTask } from "../../contracts/indexing.ts";
import type { NetworkId } from "../../contracts/auth/network_id.ts";
import type { Viewer } from "../../contracts/auth/viewer.ts";
import type { SnapshotReader } from "../../contracts/snapshots.ts";
import { loadSkill, openSnapshot, readFile, search } from "../../src/reading/mod.ts";
import { mountOf, readerOf, snapshotOf, sourcesOf } from "../support/snapshot_of.ts";
import { LIBRARY } from "./_library.ts";
import { failureOf, found } from "./_outcome.ts";

const reader = await readerOf(LIBRARY);
const absent: SnapshotReader = {
  catalog: () => Promise.resolve(null),
  heldCatalog: () => null,
  search: () => Promise.resolve(null),
  content: () => Promise.resolve(null),
  text: () => Promise.resolve(null),
};

Deno.test("openSnapshot() opens a ready commit without asking the indexing", async () => {
  const snapshot = found(await openSnapshot(sourcesOf(reader, { state: "indexing" }), mountOf(), 0));
  assert.equal(snapshot.citation.repository, "gh/acme/library");
  assert.equal(snapshot.citation.pinnedAddress, `/gh/acme/library@${snapshot.citation.commit}`);
});

Deno.test("openSnapshot() waits only when it is given time", async () => {
  const calls: string[] = [];
  const sources = sourcesOf(absent);
  const indexing = {
    ...sources.indexing,
    request: () => {
      calls.push("request");
      return Promise.resolve<IndexState>({ state: "indexing" });
    },
    wait: (_task: unknown, ms: number) => {
      calls.push(`wait ${ms}`);
      return Promise.resolve<IndexState>({ state: "indexing" });
    },
  };
  for (const waitMs of [0, 20_000]) {
    const failure = failureOf(await openSnapshot({ ...sources, indexing }, mountOf(), waitMs));
    assert.equal(failure.code, "index.indexing");
    assert.equal(failure.retryAfterSeconds, 5);
  }
  assert.deepEqual(calls, ["request", "wait 20000"]);
});

Deno.test("openSnapshot() says why indexing failed and when it is tried again", async (t) => {
  const codes: Record<IndexFailureCode, number | null> = {
    tree_truncated: null,
    tree_too_large: null,
    host_not_found: 30_000,
    host_rate_limited: 30_000,
    host_unavailable: 30_000,
    commit_unsupported: null,
    objects_missing: 10_000,
    content_changed: 1,
    internal: -5,
  };
  for (const [code, retryAt] of Object.entries(codes)) {
    await t.step(code, async () => {
      const state: IndexState = { state: "failed", code: code as IndexFailureCode, retryAt };
      const failure = failureOf(await openSnapshot(sourcesOf(absent, state), mountOf(), 0));
      assert.equal(failure.code, "index.failed");
      assert.ok(failure.reason && failure.hint);
      // Waiting completes no repository.
      const waits = retryAt !== null && code !== "objects_missing";
      assert.equal(failure.retryAfterSeconds, waits ? Math.max(1, retryAt / 1000) : undefined);
    });
  }
});

Deno.test("openSnapshot() tells what waits for others from what its client may not start yet", async () => {
  const answers = [
    [{ state: "busy" }, "index.indexing", 60],
    [{ state: "refused", retryAfterSeconds: 90 }, "rate.limited", 90],
  ] as const;
  for (const [state, code, seconds] of answers) {
    const failure = failureOf(await openSnapshot(sourcesOf(absent, state), mountOf(), 0));
    assert.deepEqual([failure.code, failure.retryAfterSeconds], [code, seconds]);
    assert.ok(failure.reason && failure.hint);
  }
});

Deno.test("openSnapshot() asks for an absent commit in the name of the viewer's client", async () => {
  const sources = sourcesOf(absent);
  const client = () => "ada" as NetworkId;
  const asked: unknown[] = [];
  const request = (task: IndexTask) => {
    asked.push(task.client);
    return Promise.resolve<IndexState>({ state: "indexing" });
  };
  const indexing = { ...sources.indexing, request };
  const viewers: readonly Viewer[] = [{ kind: "nobody", client }, { kind: "nobody" }];
  for (const viewer of viewers) await openSnapshot({ ...sources, indexing }, { ...mountOf(), viewer }, 0);
  assert.deepEqual(asked, [client, undefined]);
});

Deno.test("openSnapshot() refuses a mount directory that the commit does not have", async () => {
  for (const address of ["/gh/acme/library/nothing", "/gh/acme/library/marketing/skills/secret"]) {
    const failure = failureOf(await openSnapshot(sourcesOf(reader), mountOf({ address }), 0));
    assert.equal(failure.code, "mount.path_not_found");
  }
  const file = mountOf({ address: "/gh/acme/library/docs/style.md" });
  assert.match(failureOf(await openSnapshot(sourcesOf(reader), file, 0)).hint ?? "", /names a file/);
});

Deno.test("openSnapshot() has a ready commit indexed again when it is gone", async () => {
  let forgotten = 0;
  const sources = sourcesOf(absent);
  const indexing = { ...sources.indexing, forget: () => void forgotten++ };
  const failure = failureOf(await openSnapshot({ ...sources, indexing }, mountOf(), 1000));
  assert.equal(failure.code, "index.indexing");
  assert.equal(forgotten, 1);
});

Deno.test("a read whose bytes are gone has the commit indexed again", async () => {
  const snapshot = await snapshotOf(LIBRARY);
  let reindexed = 0;
  const broken = {
    ...snapshot,
    search: absent.search.bind(null, snapshot.mount.snapshot),
    content: () => Promise.resolve(null),
    text: () => Promise.resolve(null),
    restore: () => {
      reindexed++;
      return snapshot.restore();
    },
  };
  assert.equal(failureOf(await search(broken, { query: "copy" })).code, "index.indexing");
  assert.equal(failureOf(await readFile(broken, { path: "docs/style.md" })).code, "index.indexing");
  assert.equal(
    failureOf(await loadSkill(broken, { path: "engineering/skills/review/SKILL.md" })).code,
    "index.indexing",
  );
  assert.equal(reindexed, 3);
});
