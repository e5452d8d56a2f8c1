import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { repositoryRoot } from "../../contracts/snapshots.ts";
import type { ContentId } from "../../contracts/domain.ts";
import type { CommitBytes } from "../../src/indexing/_commit_bytes.ts";
import { storeServed } from "../../src/indexing/_store_served.ts";
import { repositoryOf, scriptedHost } from "../support/scripted_host.ts";
import { withProcess } from "../support/indexing_world.ts";

const PLAN = {
  content: "document:1" as ContentId,
  parts: ["head\n", { content: "source" as ContentId, start: 2, end: 5 }],
};
const DIGEST = createHash("sha256").update("head\nurc").digest("hex");

Deno.test("a document that is stored and whose digest is remembered is neither assembled nor hashed again", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const repository = repositoryOf(host.key, "library");
  const { contents } = process.store;
  const reads: ContentId[] = [];
  const source: CommitBytes = {
    async *blobs() {},
    async *fetch() {},
    has: () => false,
    read(id) {
      reads.push(id);
      return Promise.resolve(new TextEncoder().encode("source"));
    },
    fetched: 0,
  };
  const store = (known: ReadonlyMap<ContentId, string>) =>
    storeServed(
      contents,
      repositoryRoot(host.key, repository.id),
      { blobs: [], documents: [PLAN, PLAN] },
      known,
      source,
      () => Promise.resolve(),
    );

  const remembered = new Map([[PLAN.content, "remembered"]]);
  assert.deepEqual(
    [...await store(remembered)],
    [[PLAN.content, DIGEST]],
    "what is not stored is not believed",
  );
  assert.deepEqual(
    await contents.read(repositoryRoot(host.key, repository.id), PLAN.content),
    new TextEncoder().encode("head\nurc"),
  );
  assert.equal(reads.splice(0).length, 1);

  assert.deepEqual([...await store(remembered)], [[PLAN.content, "remembered"]]);
  assert.deepEqual(reads, []);
  assert.deepEqual(
    [...await store(new Map())],
    [[PLAN.content, DIGEST]],
    "a digest that was lost is made again",
  );
  assert.equal(reads.length, 1);
});
