import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { repositoryRoot } from "../../contracts/snapshots.ts";
import { ROOT_PATH } from "../../src/format/mod.ts";
import type { ContentId } from "../../contracts/domain.ts";
import type { SnapshotKey } from "../../contracts/mounts.ts";
import { type IndexingProcess, taskOf, withProcess } from "../support/indexing_world.ts";
import { type Files, scriptedHost } from "../support/scripted_host.ts";
import { everythingOf } from "../support/catalogs/everything_of.ts";

const WAIT_MS = 20_000;
const RESERVED = "Copyright 2024 Somebody. All rights reserved.\n";

const LIBRARY: Files = {
  "kept/LICENSE.txt": RESERVED,
  "kept/SKILL.md":
    "---\nname: kept\ndescription: Shown.\nzxfield: zxvalue\n---\n# zxheading\n\nzxbody [x](zxpage.md)\n",
  "kept/zxpage.md": "# zxtitle\n\nzxtext\n",
  "kept/docs/SKILLCDN.md": "---\ndescription: zxmanifest\n---\nzxrules\n",
  "open/SKILL.md": "---\nname: open\ndescription: Open.\n---\nSaw the plank.\n",
};

/** Whatever of the repository can be had from the store: contents, search index, facts, catalog. */
async function everythingStored({ kv, store }: IndexingProcess, key: SnapshotKey): Promise<string> {
  const pieces: string[] = [];
  for await (const { key: [, , , , id] } of kv.list({ prefix: ["r", key.host, key.repository, "l"] })) {
    const bytes = await store.contents.read(repositoryRoot(key.host, key.repository), id as ContentId);
    pieces.push(Buffer.from(bytes ?? []).toString());
  }
  const newest = await store.snapshots.newest(key);
  assert.ok(newest);
  pieces.push(Buffer.from(newest.search).toString(), JSON.stringify([...newest.facts]));
  const view = await store.reader.catalog(key);
  assert.ok(view);
  pieces.push(JSON.stringify(await everythingOf(view)));
  return pieces.join("\n");
}

Deno.test("no byte of what a licence keeps at its source is stored (kind: described only)", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { key, ...task } = taskOf(host, host.commit(LIBRARY), { serving: "licensed" });
  assert.deepEqual(await process.indexer.wait({ key, ...task }, WAIT_MS), { state: "ready" });

  const text = await everythingStored(process, key);
  assert.ok(text.includes("Saw the plank."));
  // A path is not content: the error of a read names it.
  assert.deepEqual(text.replaceAll("kept/zxpage.md", "").match(/zx\w*/g) ?? [], []);
  assert.ok(
    !host.asked.includes("kept/zxpage.md"),
    "what is kept is not even fetched, but for what declares it",
  );

  const search = await process.store.reader.search(key);
  for (
    const word of ["zxbody", "zxheading", "zxtitle", "zxtext", "zxvalue", "zxpage", "zxrules", "zxmanifest"]
  ) {
    assert.equal(search?.search(word, ROOT_PATH).total, 0, word);
  }
  assert.deepEqual(search?.search("shown", ROOT_PATH).hits.map(({ path }) => path), ["kept/SKILL.md"]);
});

Deno.test("a commit is indexed for each mode by itself, whichever comes first", async () => {
  for (const first of ["full", "licensed"] as const) {
    const host = scriptedHost();
    await using process = await withProcess([host]);
    const commit = host.commit(LIBRARY);
    for (const serving of [first, first === "full" ? "licensed" : "full"] as const) {
      await process.indexer.wait(taskOf(host, commit, { serving }), WAIT_MS);
    }
    const { key } = taskOf(host, commit, { serving: "licensed" });
    const licensed = await process.store.reader.catalog(key);
    const full = await process.store.reader.catalog(taskOf(host, commit).key);
    assert.ok(licensed && full);
    assert.deepEqual((await everythingOf(licensed)).files.map(({ path }) => path), ["open/SKILL.md"]);
    assert.equal((await everythingOf(full)).files.length, Object.keys(LIBRARY).length);
    const facts = JSON.stringify([...(await process.store.snapshots.newest(key))?.facts ?? []]);
    assert.ok(!facts.includes("zx"), first);
  }
});

Deno.test("a skill whose licence opens with the next commit is served whole, and one whose licence closes is not", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const { "kept/LICENSE.txt": _, ...open } = LIBRARY;
  const served = async (files: Files) => {
    const task = taskOf(host, host.commit(files), { serving: "licensed" });
    assert.deepEqual(await process.indexer.wait(task, WAIT_MS), { state: "ready" });
    const view = await process.store.reader.catalog(task.key);
    assert.ok(view);
    const { skills, files: held } = await everythingOf(view);
    const kept = skills.find(({ name }) => name === "kept");
    const hits = (await process.store.reader.search(task.key))?.search("zxbody", ROOT_PATH);
    return [kept?.serving, kept?.document !== null, held.length, hits?.total];
  };
  assert.deepEqual(await served(LIBRARY), ["described", false, 1, 0]);
  assert.deepEqual(await served(open), ["full", true, 4, 1]);
  assert.deepEqual(await served({ ...LIBRARY, "README.md": "# Closed\n" }), ["described", false, 2, 0]);
});

Deno.test("documents keep their digests over commits that change nothing in them, remembered or made anew", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const digests = async ({ store, indexer }: IndexingProcess, files: Files) => {
    const task = taskOf(host, host.commit(files));
    await indexer.wait(task, WAIT_MS);
    const view = await store.reader.catalog(task.key);
    assert.ok(view);
    const { skills } = await everythingOf(view);
    return Promise.all(skills.map(async ({ path, document }) => {
      const bytes = document &&
        await store.contents.read(repositoryRoot(host.key, task.key.repository), document.content);
      assert.equal(bytes?.byteLength, document?.bytes);
      return [path, document?.sha256];
    }));
  };
  const before = await digests(process, LIBRARY);
  const more = { ...LIBRARY, "README.md": "# New\n" };
  assert.deepEqual(await digests(process, more), before);
  await using fresh = await withProcess([host]);
  assert.deepEqual(await digests(fresh, more), before);
});
