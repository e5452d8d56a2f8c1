import assert from "node:assert/strict";
import { repositoryRoot } from "../../contracts/snapshots.ts";
import type { ContentId } from "../../contracts/domain.ts";
import { servedBy, taskOf, withProcess } from "../support/indexing_world.ts";
import { type Files, scriptedHost } from "../support/scripted_host.ts";
import { LIBRARY, QUERIES } from "./_library.ts";

const KEY_WAIT_MS = 20_000;

Deno.test("a ready snapshot holds the catalog, the files, the contexts and the search index", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit(LIBRARY));
  assert.deepEqual(await process.indexer.wait(task, KEY_WAIT_MS), { state: "ready" });

  const served = await servedBy(process.store, task.key, QUERIES);
  assert.ok(served);
  assert.deepEqual(served.catalog.counts, { skills: 2, documents: 1, files: 6, invalidSkills: 0 });
  assert.deepEqual(served.hits.map(({ hits: [best] }) => best?.path), [
    "skills/sawing/SKILL.md",
    "skills/sawing/SKILL.md",
    "docs/glossary.md",
    "skills/gluing/SKILL.md",
  ]);
  const sawing = served.catalog.skills.find(({ name }) => name === "sawing");
  const { content, contextStart } = sawing?.document ?? {};
  const document = content && await process.store.reader.text(task.key, content);
  assert.equal(
    document?.slice(contextStart),
    [
      "--- applicable rules: SKILLCDN.md ---\nMeasure twice.\n",
      "--- instructions ---\nMark the line, then cut.\n",
      "--- included file: skills/sawing/angles.md ---\n# Angles\n\nUse a mitre box.\n",
    ].join("\n"),
  );
});

Deno.test("a repository without anything to serve is ready, not failed", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit({}));
  assert.deepEqual(await process.indexer.wait(task, KEY_WAIT_MS), { state: "ready" });
  assert.equal((await servedBy(process.store, task.key))?.catalog.counts.skills, 0);
});

Deno.test("a commit that changes one file fetches that file alone, and serves what it would serve alone", async () => {
  const changed: Files = {
    ...LIBRARY,
    "docs/glossary.md": "# Glossary\n\nA kerf is what the blade takes.\n",
  };
  const host = scriptedHost();
  await using process = await withProcess([host]);
  await process.indexer.wait(taskOf(host, host.commit(LIBRARY)), KEY_WAIT_MS);
  host.asked.length = 0;
  const task = taskOf(host, host.commit(changed));
  await process.indexer.wait(task, KEY_WAIT_MS);
  assert.deepEqual(host.asked, ["tree", "docs/glossary.md"]);

  await using fresh = await withProcess([host]);
  await fresh.indexer.wait(task, KEY_WAIT_MS);
  assert.deepEqual(
    await servedBy(process.store, task.key, QUERIES),
    await servedBy(fresh.store, task.key, QUERIES),
  );
});

Deno.test("a snapshot remembers the facts of its own files and of no others", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const remembered = async (files: Files) => {
    const task = taskOf(host, host.commit(files));
    await process.indexer.wait(task, KEY_WAIT_MS);
    return (await process.store.snapshots.newest(task.key))?.facts.size;
  };
  assert.equal(await remembered(LIBRARY), Object.keys(LIBRARY).length);
  const { "docs/glossary.md": _, ...rest } = LIBRARY;
  assert.equal(await remembered(rest), Object.keys(rest).length);
});

Deno.test("facts are remembered by how a file is read, so that a copy under another name is read anew", async () => {
  const text = LIBRARY["skills/gluing/SKILL.md"] ?? "";
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit({ ...LIBRARY, "docs/gluing.md": text }));
  await process.indexer.wait(task, KEY_WAIT_MS);
  const catalog = (await servedBy(process.store, task.key))?.catalog;
  assert.deepEqual(
    catalog?.files.filter(({ path }) => path.includes("gluing")).map(({ path, kind }) => `${kind} ${path}`),
    ["document docs/gluing.md", "skill skills/gluing/SKILL.md"],
  );
  assert.deepEqual(host.asked.filter((path) => path.includes("gluing")).length, 1);
});

Deno.test("an indexing that failed halfway is resumed with what had arrived", async () => {
  const pages = Array.from({ length: 12 }, (_, index) => [
    `docs/page-${String(index).padStart(2, "0")}.md`,
    `# Page ${index}\n\n${"word ".repeat(40_000)}${index}\n`,
  ]);
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const task = taskOf(host, host.commit(Object.fromEntries(pages)));
  const last = pages.at(-1)?.[0];
  host.intervene = (ask) =>
    Promise.resolve(
      ask.kind === "blob" && ask.path === last ? { reason: "unavailable", detail: "down" } : null,
    );
  const failed = await process.indexer.wait(task, KEY_WAIT_MS);
  assert.equal(failed.state, "failed");

  host.intervene = () => Promise.resolve(null);
  host.asked.length = 0;
  process.clock.advance(60_000);
  assert.deepEqual(await process.indexer.wait(task, KEY_WAIT_MS), { state: "ready" });
  assert.deepEqual(host.asked, [last], "neither the tree nor a stored page is asked for again");
});

Deno.test("a new version of the reading rules reads a commit again without its host", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const commit = host.commit(LIBRARY);
  await process.indexer.wait(taskOf(host, commit), KEY_WAIT_MS);
  host.asked.length = 0;

  await using next = await withProcess([host], { kv: process.kv, limits: { servedFiles: 5 } });
  const task = taskOf(host, commit, { rules: next.rules.version });
  assert.deepEqual(await next.indexer.wait(task, KEY_WAIT_MS), { state: "ready" });
  assert.deepEqual(host.asked, []);
  assert.deepEqual((await servedBy(next.store, task.key))?.catalog.partial, ["file_limit"]);
});

Deno.test("bytes that the store lost are fetched again, although their facts are remembered", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  await process.indexer.wait(taskOf(host, host.commit(LIBRARY)), KEY_WAIT_MS);
  host.asked.length = 0;
  const locations = process.kv.list({ prefix: ["r", host.key, "library", "l"] });
  for await (const { key } of locations) await process.kv.delete(key);

  const task = taskOf(host, host.commit({ ...LIBRARY, "docs/more.md": "# More\n" }));
  await process.indexer.wait(task, KEY_WAIT_MS);
  assert.ok(await servedBy(process.store, task.key, QUERIES));
  assert.deepEqual(host.asked.toSorted(), ["tree", "docs/more.md", ...Object.keys(LIBRARY)].toSorted());
});

Deno.test("one repository's bytes are never taken for another's", async () => {
  const host = scriptedHost();
  await using process = await withProcess([host]);
  const commit = host.commit(LIBRARY);
  await process.indexer.wait(taskOf(host, commit, { repository: "one" }), KEY_WAIT_MS);
  const first = host.asked.splice(0);
  const task = taskOf(host, commit, { repository: "two" });
  await process.indexer.wait(task, KEY_WAIT_MS);
  assert.deepEqual(host.asked, first);
  const id = (await servedBy(process.store, task.key))?.catalog.files[0]?.content as ContentId;
  assert.ok(await process.store.contents.read(repositoryRoot(host.key, task.key.repository), id));
});
