import assert from "node:assert/strict";
import { heading, overview, overviewWithoutIndex } from "../../src/reading/mod.ts";
import { mountOf, snapshotOf, TEST_HOSTS } from "../support/snapshot_of.ts";
import { LIBRARY } from "./_library.ts";

Deno.test("overview() counts what is inside the mount and names its folders, nearest first", async () => {
  const { state, folder } = await overview(
    await snapshotOf(LIBRARY, { address: "/gh/acme/library/marketing" }),
  );
  assert.ok(state.kind === "ready");
  assert.equal(folder?.name, "Marketing");
  assert.deepEqual(state.counts, { skills: 2, documents: 1 });
  assert.equal(state.invalidSkills, 1);
  assert.deepEqual(state.folders.map(({ path }) => path), [
    "marketing/docs",
    "marketing/skills",
    "marketing/skills/ad-copy",
    "marketing/skills/ad-copy/deep",
    "marketing/skills/ad-copy/deep/nested-skill",
  ]);
  assert.equal(state.moreFolders, false);
});

Deno.test("overview() is bounded for a repository of many folders", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `areas/a${index}/skills/s/SKILL.md`,
      `---\nname: s\ndescription: Number ${index}.\n---\nBody ${index}.\n`,
    ]),
  );
  const { state } = await overview(await snapshotOf(files));
  assert.ok(state.kind === "ready");
  assert.equal(state.folders.length, 24);
  assert.equal(state.moreFolders, true);
});

Deno.test("overview() reports manifests that cannot be read", async () => {
  const { state } = await overview(await snapshotOf({ ...LIBRARY, "marketing/SKILLCDN.md": "nothing" }));
  assert.ok(state.kind === "ready");
  assert.ok(state.diagnostics.shown.some(({ path }) => path === "marketing/SKILLCDN.md"));
});

Deno.test("heading() falls back to the host's description at the repository root", async () => {
  const snapshot = await snapshotOf({ "docs/a.md": "# A\n" }, { description: "From the host" });
  assert.equal((await heading(snapshot)).folder?.description, "From the host");
});

Deno.test("overviewWithoutIndex() tells indexing from failure", () => {
  const mount = mountOf();
  assert.deepEqual(overviewWithoutIndex(mount, TEST_HOSTS, { code: "index.indexing" }).state, {
    kind: "indexing",
  });
  assert.deepEqual(
    overviewWithoutIndex(mount, TEST_HOSTS, { code: "index.failed", reason: "the host is down" }).state,
    { kind: "failed", reason: "the host is down" },
  );
});
