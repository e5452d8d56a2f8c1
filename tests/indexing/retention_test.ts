import assert from "node:assert/strict";
import type { CommitHash, HostKey } from "../../contracts/addresses.ts";
import type { RepositoryId } from "../../contracts/git_host.ts";
import type { StoredEntry, StoredRef } from "../../contracts/housekeeping.ts";
import type { SnapshotRecord } from "../../contracts/snapshots.ts";
import { isRefNeeded, isUnneeded, type RetentionRules } from "../../src/indexing/_retention.ts";

const RETENTION: RetentionRules = { rules: "2", keepMs: 1000, graceMs: 100, editedMs: 10 };
const NOW = 1_000_000;
const COMMIT = "a".repeat(40) as CommitHash;

const READY = {
  state: "ready",
  counts: { skills: 0, documents: 0, files: 0, invalidSkills: 0 },
} as const;

/** A snapshot that was written and read so long ago. */
function entry(
  ages: { readonly written: number; readonly read?: number },
  change: { readonly rules?: string; readonly commit?: CommitHash; readonly record?: object } = {},
): StoredEntry {
  const { rules = "2", commit = COMMIT, record = READY } = change;
  const host = "gh" as HostKey;
  const id = "1" as RepositoryId;
  return {
    key: { host, repository: id, commit, rules, serving: "full" },
    repository: {
      host,
      id,
      owner: "acme",
      name: "library",
      description: null,
      visibility: "public",
      defaultBranch: "main",
      picture: null,
    },
    record: { attempt: 1, fence: 1, updatedAt: NOW - ages.written, ...record } as SnapshotRecord,
    readAt: ages.read === undefined ? null : NOW - ages.read,
    version: { row: "1", read: null },
  };
}

function ref(
  name: string,
  age: number,
  kind: StoredRef["resolution"]["kind"] = "branch",
  commit = COMMIT,
): StoredRef {
  return {
    ref: name,
    resolution: { commit, kind, name: null, onDefaultBranch: true },
    resolvedAt: NOW - age,
  };
}

const unneeded = (one: StoredEntry, refs: readonly StoredRef[] = [], others: readonly StoredEntry[] = []) =>
  isUnneeded(one, { snapshots: [one, ...others], refs }, RETENTION, NOW);

const HELD = { state: "indexing", lease: { owner: "one", until: NOW + 1, fence: 1 } };
const LEFT = { state: "indexing", lease: { owner: "one", until: NOW, fence: 1 } };
const FAILED = { state: "failed", code: "tree_too_large", retryAt: null };

Deno.test("isUnneeded() keeps what was used within the time that is configured, or is pointed at", () => {
  const cases: readonly [string, boolean, StoredEntry, StoredRef[]?][] = [
    ["just written", false, entry({ written: 0 })],
    ["written in the future", false, entry({ written: -5000 })],
    ["written long ago, read lately", false, entry({ written: 5000, read: 999 })],
    ["read long ago", true, entry({ written: 5000, read: 1000 })],
    ["never read", true, entry({ written: 1000 })],
    ["a branch is at it", false, entry({ written: 5000 }), [ref("main", 999)]],
    ["the default branch is at it", false, entry({ written: 5000 }), [ref("", 0)]],
    ["a branch was at it when anybody last asked", true, entry({ written: 5000 }), [ref("main", 1000)]],
    ["a pin is at it", true, entry({ written: 5000 }), [ref(COMMIT, 0, "commit")]],
    ["a branch is at another", true, entry({ written: 5000 }), [
      ref("main", 0, "branch", "b".repeat(40) as CommitHash),
    ]],
  ];
  for (const [name, expected, one, refs] of cases) assert.equal(unneeded(one, refs), expected, name);
});

Deno.test("isUnneeded() keeps what somebody is making, and in time gives up what nobody does", () => {
  assert.equal(unneeded(entry({ written: 5000 }, { record: HELD })), false);
  assert.equal(unneeded(entry({ written: 999 }, { record: LEFT })), false);
  assert.equal(unneeded(entry({ written: 5000 }, { record: LEFT })), true);
  assert.equal(unneeded(entry({ written: 5000 }, { record: { state: "pending" } })), true);
  assert.equal(unneeded(entry({ written: 999 }, { record: FAILED })), false);
  assert.equal(unneeded(entry({ written: 5000 }, { record: FAILED })), true);
  assert.equal(unneeded(entry({ written: 5000 }, { record: FAILED }), [ref("main", 0)]), false);
});

Deno.test("isUnneeded() gives up snapshots of other rules once one of its own is ready and nobody reads them", () => {
  const other = entry({ written: 500, read: 100 }, { rules: "1" });
  const head = [ref("main", 0)];
  assert.equal(unneeded(other, head), false, "none of its own");
  assert.equal(unneeded(other, head, [entry({ written: 0 }, { record: HELD })]), false, "not ready");
  assert.equal(unneeded(other, head, [entry({ written: 0 })]), true);
  const read = entry({ written: 500, read: 99 }, { rules: "1" });
  assert.equal(unneeded(read, head, [entry({ written: 0 })]), false, "another version serves it");
  assert.equal(unneeded(entry({ written: 0 }), head, [other]), false);
});

Deno.test("isUnneeded() gives up what a working tree held before an edit soon after it was last read", () => {
  const pin = ref(COMMIT, 500, "worktree");
  assert.equal(unneeded(entry({ written: 50, read: 9 }), [pin]), false);
  assert.equal(unneeded(entry({ written: 50, read: 10 }), [pin]), true);
  assert.equal(unneeded(entry({ written: 50, read: 10 }), [pin, ref("", 0, "worktree")]), false, "still so");
  const edited = ref("", 0, "worktree", "b".repeat(40) as CommitHash);
  assert.equal(unneeded(entry({ written: 50 }), [pin, edited]), true);
});

Deno.test("isRefNeeded() keeps names that are used and pins of commits that are there", () => {
  const needed = (one: StoredRef, ...snapshots: StoredEntry[]) => isRefNeeded(one, snapshots, RETENTION, NOW);
  assert.equal(needed(ref("main", 999)), true);
  assert.equal(needed(ref("main", 1000), entry({ written: 0 })), false);
  assert.equal(needed(ref(COMMIT, 999, "commit")), true);
  assert.equal(needed(ref(COMMIT, 5000, "commit")), false);
  assert.equal(needed(ref(COMMIT, 5000, "commit"), entry({ written: 0 })), true);
  assert.equal(needed(ref(COMMIT, 9, "worktree")), true);
  assert.equal(needed(ref(COMMIT, 10, "worktree")), false);
  assert.equal(needed(ref(COMMIT, 10, "worktree"), entry({ written: 0 })), true);
});
