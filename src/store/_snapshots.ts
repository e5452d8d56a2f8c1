import { isClaimable } from "../../contracts/claimable.ts";
import type {
  IndexTask,
  PartManifest,
  SnapshotContents,
  SnapshotKey,
  SnapshotParts,
  SnapshotRecord,
  SnapshotStore,
  SnapshotWork,
} from "../../contracts/ports.ts";
import { NEWEST_COMMIT, SNAPSHOT_KEY } from "../../contracts/records.ts";
import { commit, type KvDeps, readRow } from "./_kv.ts";
import type { PartStore } from "./_parts.ts";
import { decodeRemembered, encodeCatalog, encodeRemembered } from "./_snapshot_document.ts";
import { createSnapshotRows, dueTime, holds } from "./_snapshot_rows.ts";
import { createTreeStore } from "./_trees.ts";
import { newestKey, repositoryKey, snapshotsKey, UNFINISHED_KEY } from "./keys.ts";

const MOST_TRIES = 5;
const LIST_BATCH = 100;

/** The state machine, and what a reader of snapshots needs to report what it finds broken. */
export interface SnapshotShelf extends SnapshotStore {
  /** A part as `open` makes it of its bytes; null, and invalidated, when it is broken or does not open. */
  readPart<Value>(
    key: SnapshotKey,
    name: keyof SnapshotParts,
    open: (bytes: Uint8Array) => Promise<Value | null>,
  ): Promise<Value | null>;
  /** As `invalidate`, unless `broken` denies it of what is ready by now: somebody may have repaired it. */
  invalidateIf(key: SnapshotKey, broken: (parts: SnapshotParts) => Promise<boolean>): Promise<void>;
}

export function createSnapshotStore(deps: KvDeps & { readonly parts: PartStore }): SnapshotShelf {
  const { kv, clock, newId, log, parts } = deps;
  const rows = createSnapshotRows(deps);
  const trees = createTreeStore(deps, rows);

  function pending({ attempt, fence }: Pick<SnapshotRecord, "attempt" | "fence">): SnapshotRecord {
    return { state: "pending", attempt, fence, updatedAt: clock.now() };
  }

  async function create({ key, repository }: IndexTask): Promise<SnapshotRecord> {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const row = await rows.read(key);
      if (row.value !== null) return row.value.record;
      const record = pending({ attempt: 0, fence: 0 });
      if (await rows.replace(key, row, repository, record)) return record;
    }
    throw new Error(`Cannot create snapshot of commit "${key.commit}": its record changed at every try`);
  }

  const invalidateIf: SnapshotShelf["invalidateIf"] = async (key, broken) => {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const row = await rows.read(key);
      if (row.value?.record.state !== "ready") return;
      const { record, repository } = row.value;
      if (!await broken(record.parts)) return;
      if (await rows.replace(key, row, repository, pending({ attempt: 0, fence: record.fence }))) {
        return await parts.discard(repositoryKey(key.host, key.repository), Object.values(record.parts));
      }
    }
  };

  const readPart: SnapshotShelf["readPart"] = async (key, name, open) => {
    const record = (await rows.read(key)).value?.record;
    if (record?.state !== "ready") return null;
    const { [name]: manifest } = record.parts;
    const bytes = await parts.read(repositoryKey(key.host, key.repository), manifest);
    const value = bytes && await open(bytes);
    if (value !== null) return value;
    log("error", "store.broken", { part: name, chunks: manifest.chunks, readable: bytes !== null });
    await invalidateIf(key, (ready) => Promise.resolve(ready[name].id === manifest.id));
    return null;
  };

  async function writeParts(work: SnapshotWork, contents: SnapshotContents): Promise<SnapshotParts> {
    const root = repositoryKey(work.task.key.host, work.task.key.repository);
    const written: PartManifest[] = [];
    const write = async (bytes: Uint8Array) => {
      // The fence and a fresh identifier: a late holder cannot touch the chunks of the next one.
      const manifest = await parts.write(root, `${work.lease.fence}.${newId()}`, bytes);
      written.push(manifest);
      return manifest;
    };
    try {
      return {
        catalog: await write(await encodeCatalog(contents.catalog)),
        search: await write(contents.search),
        facts: await write(await encodeRemembered(contents)),
      };
    } catch (error) {
      await parts.discard(root, written);
      throw error;
    }
  }

  return {
    async record(key) {
      return (await rows.read(key)).value?.record ?? null;
    },

    create,

    async claim(task, owner, leaseMs) {
      const row = await rows.read(task.key);
      const now = clock.now();
      if (row.value === null || !isClaimable(row.value.record, now)) return null;
      const attempt = row.value.record.attempt + 1;
      const fence = row.value.record.fence + 1;
      const lease = { owner, until: now + leaseMs, fence };
      const record: SnapshotRecord = { state: "indexing", attempt, fence, updatedAt: now, lease };
      return await rows.replace(task.key, row, task.repository, record) ? { task, lease, attempt } : null;
    },

    async renew(work, leaseMs) {
      const now = clock.now();
      const lease = { ...work.lease, until: now + leaseMs };
      const renewed = await rows.replaceHeld(work, (record) => ({
        state: "indexing",
        attempt: record.attempt,
        fence: record.fence,
        updatedAt: now,
        lease,
      }));
      return renewed && { ...work, lease };
    },

    async release(work) {
      // Giving back is not a failed try.
      await rows.replaceHeld(work, ({ attempt, fence }) => pending({ attempt: attempt - 1, fence }));
    },

    async publish(work, contents) {
      const { key } = work.task;
      const row = await rows.read(key);
      if (row.value === null || !holds(work, row.value.record)) return false;

      const ready = await writeParts(work, contents);
      const published = await rows.replaceHeld(work, ({ attempt, fence }) => ({
        state: "ready",
        attempt,
        fence,
        updatedAt: clock.now(),
        parts: ready,
        counts: contents.catalog.counts,
      }), (operation) => operation.set(newestKey(key), key.commit));
      if (published === null) {
        await parts.discard(repositoryKey(key.host, key.repository), Object.values(ready));
      }
      return published !== null;
    },

    async fail(work, code, retryAt) {
      const failed = await rows.replaceHeld(work, ({ attempt, fence }) => ({
        state: "failed",
        attempt,
        fence,
        updatedAt: clock.now(),
        code,
        retryAt,
      }));
      return failed !== null;
    },

    invalidate: (key) => invalidateIf(key, () => Promise.resolve(true)),
    invalidateIf,
    readPart,

    async unfinished(limit) {
      const found: { task: IndexTask; record: SnapshotRecord }[] = [];
      for await (const entry of kv.list({ prefix: UNFINISHED_KEY }, { batchSize: LIST_BATCH })) {
        if (found.length >= limit) break;
        const key = SNAPSHOT_KEY.safeParse(entry.value).data;
        const row = key && (await rows.read(key)).value;
        if (key && row && dueTime(row.record) === entry.key[1]) {
          found.push({ task: { key, repository: row.repository }, record: row.record });
          continue;
        }
        // Left over when a repository was forgotten; a row that only moved meanwhile fails the check.
        await commit(deps, () => kv.atomic().check(entry).delete(entry.key));
      }
      return found;
    },

    async knows(host, repository) {
      const { done } = await kv.list({ prefix: snapshotsKey(host, repository) }, { limit: 1 }).next();
      return done !== true;
    },

    async newest(key) {
      const { value } = await readRow(kv, newestKey(key), NEWEST_COMMIT);
      if (value === null) return null;
      const newest = { ...key, commit: value };
      const remembered = await readPart(newest, "facts", decodeRemembered);
      const search = remembered && await readPart(newest, "search", (bytes) => Promise.resolve(bytes));
      return remembered && search && { ...remembered, commit: value, search };
    },

    ...trees,
  };
}
