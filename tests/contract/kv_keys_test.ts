/**
 * Pins where everything lies in KV. A deployment's data outlives its code: who changes a line here has to
 * say what becomes of data under the old keys.
 */
import assert from "node:assert/strict";
import { accountRoot, repositoryRoot } from "../../contracts/snapshots.ts";
import type { HostKey } from "../../contracts/addresses.ts";
import type { AccountId } from "../../contracts/auth/viewer.ts";
import type { ContentId } from "../../contracts/domain.ts";
import type { RepositoryId } from "../../contracts/git_host.ts";
import type { SnapshotKey } from "../../contracts/mounts.ts";
import {
  chunkKey,
  COLLECTION_KEY,
  INVALIDATIONS_KEY,
  locationKey,
  nameKey,
  newestKey,
  orphanKey,
  packKey,
  publicationsKey,
  readKey,
  refKey,
  removalsKey,
  repositoryKey,
  resolvedKey,
  rootKey,
  rowsKey,
  snapshotKey,
  STORED_BYTES_KEY,
  treeKey,
  TRUST_KEY,
  TRUST_VERSION_KEY,
  trustKey,
  UNFINISHED_KEY,
  unfinishedKey,
} from "../../src/store/keys.ts";
import { openStore } from "../../src/store/mod.ts";
import { aroundCommits } from "../support/kv.ts";

const HOST = "gh" as HostKey;
const REPOSITORY = "123" as RepositoryId;
const COMMIT = "a".repeat(40) as SnapshotKey["commit"];
const KEY: SnapshotKey = { host: HOST, repository: REPOSITORY, commit: COMMIT, rules: "r1", serving: "full" };
const ROOT = repositoryKey(HOST, REPOSITORY);

Deno.test("KV keys are where they always were", () => {
  const pins: readonly (readonly [Deno.KvKey, Deno.KvKey])[] = [
    [ROOT, ["r", "gh", "123"]],
    [snapshotKey(KEY), ["r", "gh", "123", "s", COMMIT, "r1", "full"]],
    [newestKey(KEY), ["r", "gh", "123", "n", "r1", "full"]],
    [treeKey(KEY), ["r", "gh", "123", "t", COMMIT]],
    [packKey(ROOT, "0a"), ["r", "gh", "123", "p", "0a"]],
    [locationKey(ROOT, "0b" as ContentId), ["r", "gh", "123", "l", "0b"]],
    [chunkKey(ROOT, "1.id", 2), ["r", "gh", "123", "d", "1.id", 2]],
    [rootKey(repositoryRoot(HOST, REPOSITORY)), ["r", "gh", "123"]],
    [rootKey(accountRoot("ac1" as AccountId)), ["lb", "ac1"]],
    [refKey(HOST, REPOSITORY, "heads/Main"), ["r", "gh", "123", "f", "heads/Main"]],
    [resolvedKey(HOST, REPOSITORY, COMMIT), ["r", "gh", "123", "c", COMMIT]],
    [orphanKey(ROOT, "1.id"), ["r", "gh", "123", "x", "1.id"]],
    [readKey(KEY), ["r", "gh", "123", "a", COMMIT, "r1", "full"]],
    [removalsKey(ROOT), ["r", "gh", "123", "g"]],
    [publicationsKey(ROOT), ["r", "gh", "123", "v"]],
    [STORED_BYTES_KEY, ["b"]],
    [COLLECTION_KEY, ["h"]],
    [rowsKey(ROOT, "f"), ["r", "gh", "123", "f"]],
    [rowsKey(ROOT, "c"), ["r", "gh", "123", "c"]],
    [nameKey(HOST, "acme/skills"), ["n", "gh", "acme/skills"]],
    [INVALIDATIONS_KEY, ["i"]],
    [TRUST_KEY, ["o"]],
    [trustKey(HOST, REPOSITORY), ["o", "gh", "123"]],
    [TRUST_VERSION_KEY, ["ov"]],
    [UNFINISHED_KEY, ["u"]],
    [unfinishedKey(5, KEY), ["u", 5, "gh", "123", COMMIT, "r1", "full"]],
  ];
  for (const [key, pin] of pins) assert.deepEqual(key, pin);
});

Deno.test("KV holds exactly these keys and shapes once a commit is served", async () => {
  using kv = await Deno.openKv(":memory:");
  let made = 0;
  const { snapshots, contents, resolutions } = openStore({
    kv,
    clock: { now: () => 1000, sleep: () => Promise.resolve() },
    newId: () => `id${++made}`,
    log: () => {},
    openIndex: () => Promise.resolve(null),
    cacheBytes: 0,
  });
  const repository = {
    host: HOST,
    id: REPOSITORY,
    owner: "acme",
    name: "skills",
    description: null,
    visibility: "public" as const,
    defaultBranch: "main",
    picture: null,
  };
  const task = { key: KEY, repository };
  const resolution = { commit: COMMIT, kind: "branch" as const, name: "main", onDefaultBranch: true };
  await resolutions.write(HOST, REPOSITORY, "main", { resolution, resolvedAt: 900, identified: true });
  await snapshots.create(task);
  const work = await snapshots.claim(task, "owner", 500);
  assert(work !== null);
  await snapshots.writeTree(work, { entries: [], truncated: false });
  await contents.write(repositoryRoot(HOST, REPOSITORY), [
    { id: "b1" as ContentId, bytes: new TextEncoder().encode("abc") },
    { id: "b2" as ContentId, bytes: new TextEncoder().encode("de") },
  ]);

  const pack = "36bbe50ed96841d10443bcb670d6554f0a34b761be67ec9c4a8ad2c0c44ca42c"; // SHA-256 of "abcde"
  const lease = { owner: "owner", until: 1500, fence: 1 };
  const indexing = { state: "indexing", attempt: 1, fence: 1, updatedAt: 1000, lease };
  const before = await dump(kv);
  assert.deepEqual(before.get(`u 1500 gh 123 ${COMMIT} r1 full`), KEY);
  assert.deepEqual(before.get(`r gh 123 s ${COMMIT} r1 full`), {
    record: indexing,
    repository,
    write: "id4",
  });

  const counts = { skills: 0, documents: 0, files: 0, invalidSkills: 0 };
  const catalog = {
    commit: COMMIT,
    manifests: [],
    skills: [],
    files: [],
    folders: [],
    describedOnly: [],
    emptyDirectories: [],
    licence: null,
    diagnostics: [],
    partial: [],
    counts,
  };
  await snapshots.publish(work, {
    catalog,
    search: new Uint8Array([1, 2]),
    facts: new Map(),
    digests: new Map(),
  });

  const after = await dump(kv);
  assert.deepEqual([...after.keys()].sort(), [
    "b",
    `r gh 123 c ${COMMIT}`,
    "r gh 123 d 1.id3 0",
    "r gh 123 d 1.id6 0",
    "r gh 123 d 1.id7 0",
    "r gh 123 d 1.id8 0",
    "r gh 123 d id5 0",
    "r gh 123 f main",
    "r gh 123 l b1",
    "r gh 123 l b2",
    "r gh 123 n r1 full",
    `r gh 123 p ${pack}`,
    `r gh 123 s ${COMMIT} r1 full`,
    `r gh 123 t ${COMMIT}`,
    "r gh 123 v",
  ]);
  assert.deepEqual(after.get("b"), new Deno.KvU64(storedBytes(after)));
  assert.equal(after.get("r gh 123 v"), true);
  assert.deepEqual(after.get("r gh 123 f main"), { resolution, resolvedAt: 900, identified: true });
  assert.equal(after.get(`r gh 123 c ${COMMIT}`), true);
  assert.equal(after.get("r gh 123 n r1 full"), COMMIT);
  assert.deepEqual(after.get("r gh 123 l b2"), { pack, offset: 3, length: 2 });
  assert.deepEqual(after.get("r gh 123 d id5 0"), new TextEncoder().encode("abcde"));
  assert.deepEqual(after.get(`r gh 123 p ${pack}`), {
    id: "id5",
    chunks: 1,
    bytes: 5,
    storedBytes: 5,
    codec: "none",
    sha256: pack,
    storedAt: 1000,
  });

  await kv.delete(chunkKey(ROOT, "id5", 0));
  assert.equal(await contents.read(repositoryRoot(HOST, REPOSITORY), "b2" as ContentId), null);
  assert.equal((await dump(kv)).get("r gh 123 g"), true);
});

Deno.test("KV holds exactly this of a part that is being written", async () => {
  using kv = await Deno.openKv(":memory:");
  const orphan = { chunks: 1, storedBytes: 5, since: 1000 };
  let seen: unknown;
  const { contents } = openStore({
    kv: aroundCommits(kv, async (commit) => {
      seen ??= (await dump(kv)).get("r gh 123 x id1");
      return await commit();
    }),
    clock: { now: () => 1000, sleep: () => Promise.resolve() },
    newId: () => "id1",
    log: () => {},
    openIndex: () => Promise.resolve(null),
    cacheBytes: 0,
  });
  await contents.write(repositoryRoot(HOST, REPOSITORY), [{
    id: "b1" as ContentId,
    bytes: new Uint8Array(5),
  }]);
  assert.deepEqual(seen, orphan);
});

Deno.test("KV holds exactly this of a repository on a list", async () => {
  using kv = await Deno.openKv(":memory:");
  const { trust } = openStore({
    kv,
    clock: { now: () => 1000, sleep: () => Promise.resolve() },
    newId: () => "id",
    log: () => {},
    openIndex: () => Promise.resolve(null),
    cacheBytes: 0,
  });
  await trust.add({
    host: HOST,
    id: REPOSITORY,
    owner: "acme",
    name: "skills",
    description: "not kept",
    visibility: "public",
    defaultBranch: "main",
    picture: null,
  }, "verified");
  assert.deepEqual(
    await dump(kv),
    new Map<string, unknown>([
      ["o gh 123", {
        host: "gh",
        repository: "123",
        owner: "acme",
        name: "skills",
        verified: true,
        featured: false,
        blocked: false,
        changedAt: 1000,
      }],
      ["ov", true],
    ]),
  );
});

function storedBytes(entries: ReadonlyMap<string, unknown>): bigint {
  const chunks = [...entries].filter(([key]) => key.startsWith("r gh 123 d ")).map(([, value]) => value);
  return BigInt(chunks.reduce<number>((sum, chunk) => sum + (chunk as Uint8Array).byteLength, 0));
}
Deno.test("KV holds exactly this of a name, and of what no longer counts", async () => {
  using kv = await Deno.openKv(":memory:");
  const { names, invalidations } = openStore({
    kv,
    clock: { now: () => 1000, sleep: () => Promise.resolve() },
    newId: () => "id",
    log: () => {},
    openIndex: () => Promise.resolve(null),
    cacheBytes: 0,
  });
  const repository = {
    host: HOST,
    id: REPOSITORY,
    owner: "Acme",
    name: "Skills",
    description: "Skills",
    visibility: "public",
    defaultBranch: "main",
    picture: null,
    confirmed: { at: 900, etag: null },
  } as const;
  await names.write(HOST, "acme/skills", { repository, askedAt: 950 });
  await invalidations.add(HOST, ["123", "acme/skills"], "facts");
  const invalidated = { refs: 1000, facts: 1000, closed: 0 };
  assert.deepEqual(
    await dump(kv),
    new Map<string, unknown>([
      ["i", {
        subjects: { "gh 123": invalidated, "gh acme/skills": invalidated },
        others: { refs: 0, facts: 0, closed: 0 },
      }],
      ["n gh acme/skills", { repository, askedAt: 950 }],
    ]),
  );
});

async function dump(kv: Deno.Kv): Promise<Map<string, unknown>> {
  const entries = await Array.fromAsync(kv.list({ prefix: [] }));
  return new Map(entries.map(({ key, value }) => [key.join(" "), value]));
}
