import type { Catalog } from "../../../contracts/domain.ts";
import type { IndexTask } from "../../../contracts/indexing.ts";
import type { SnapshotKey } from "../../../contracts/mounts.ts";
import {
  type ContentStore,
  isClaimable,
  repositoryRoot,
  type SnapshotRecord,
  type SnapshotStore,
  type SnapshotWork,
} from "../../../contracts/snapshots.ts";
import { NEWEST_COMMIT, SNAPSHOT_KEY } from "../../../contracts/records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import type { PartStore } from "../parts/part_store.ts";
import { createPartReading, type InvalidateIf, type PartReading } from "./_read_parts.ts";
import { writeParts, type WrittenParts } from "./_write_parts.ts";
import { contentIdsOf, decodeRemembered } from "./snapshot_document.ts";
import { createSnapshotRows, dueTime, holds } from "./snapshot_rows.ts";
import { createTreeStore } from "./trees.ts";
import { newestKey, publicationsKey, removalsKey, repositoryKey, rowsKey, UNFINISHED_KEY } from "../keys.ts";

const LIST_BATCH = 100;

/** The state machine, and what a reader of snapshots needs to report what it finds broken. */
export interface SnapshotShelf extends SnapshotStore, PartReading {
  readonly invalidateIf: InvalidateIf;
}

interface SnapshotStoreDeps extends KvDeps {
  readonly parts: PartStore;
  /** Of what a snapshot refers to, what is stored. */
  readonly contents: Pick<ContentStore, "stored">;
}

export function createSnapshotStore(deps: SnapshotStoreDeps): SnapshotShelf {
  const { kv, clock, log, parts, contents } = deps;
  const rows = createSnapshotRows(deps);
  const trees = createTreeStore(deps, rows);

  function pending({ attempt, fence }: Pick<SnapshotRecord, "attempt" | "fence">): SnapshotRecord {
    return { state: "pending", attempt, fence, updatedAt: clock.now() };
  }

  function create({ key, repository }: IndexTask): Promise<SnapshotRecord> {
    return compareAndSet(`create snapshot of commit "${key.commit}"`, async () => {
      const row = await rows.read(key);
      if (row.value !== null) return row.value.record;
      const record = pending({ attempt: 0, fence: 0 });
      return await rows.replace(key, row, repository, record) ? record : CHANGED;
    });
  }

  const invalidateIf: InvalidateIf = (key, broken) =>
    compareAndSet(`invalidate snapshot of commit "${key.commit}"`, async () => {
      const row = await rows.read(key);
      if (row.value?.record.state !== "ready") return;
      const { record, repository } = row.value;
      if (!await broken(record.parts)) return;
      const root = rootOf(key);
      const manifests = Object.values(record.parts);
      const again = pending({ attempt: 0, fence: record.fence });
      const abandon = (operation: Deno.AtomicOperation) => {
        for (const manifest of manifests) parts.abandon(operation, root, manifest);
      };
      if (!await rows.replace(key, row, repository, again, abandon)) return CHANGED;
      await parts.discard(root, manifests);
    });

  const { readPart, openCatalog } = createPartReading({ log, parts, rows, invalidateIf });

  /** Gives the work back, unfinished and not failed. */
  async function release(work: SnapshotWork): Promise<void> {
    await rows.replaceHeld(work, ({ attempt, fence }) => pending({ attempt: attempt - 1, fence }));
  }

  async function isStored({ host, repository }: SnapshotKey, catalog: Catalog): Promise<boolean> {
    const ids = contentIdsOf(catalog);
    return (await contents.stored(repositoryRoot(host, repository), ids)).size === new Set(ids).size;
  }

  /** Flips the row to ready. False: the lease was lost, or given back. */
  async function flip(work: SnapshotWork, written: WrittenParts, catalog: Catalog): Promise<boolean> {
    const { key, repository } = work.task;
    const root = rootOf(key);
    const ready = {
      catalog: written.catalog.manifest,
      search: written.search.manifest,
      facts: written.facts.manifest,
    };
    let known = work.removal;
    return await compareAndSet(`publish commit "${key.commit}"`, async () => {
      const removal = await kv.get(removalsKey(root));
      const isWhole = removal.versionstamp === known || await isStored(key, catalog);
      if (!isWhole || !await parts.areAdoptable(Object.values(written))) {
        await release(work);
        return false;
      }
      known = removal.versionstamp;
      const row = await rows.read(key);
      if (row.value === null || !holds(work, row.value.record)) return false;
      const { attempt, fence } = row.value.record;
      const record = {
        state: "ready",
        attempt,
        fence,
        updatedAt: clock.now(),
        parts: ready,
        counts: catalog.counts,
      } as const;
      const published = await rows.replace(key, row, repository, record, (operation) => {
        operation.check(removal).set(publicationsKey(root), true).set(newestKey(key), key.commit);
        for (const part of Object.values(written)) parts.adopt(operation, part);
      });
      return published ? true : CHANGED;
    });
  }

  return {
    async record(key) {
      return (await rows.read(key)).value?.record ?? null;
    },

    create,

    async claim(task, owner, leaseMs) {
      // Before the claim, so that no removal falls between the two.
      const { versionstamp: removal } = await kv.get(removalsKey(rootOf(task.key)));
      const row = await rows.read(task.key);
      const now = clock.now();
      if (row.value === null || !isClaimable(row.value.record, now)) return null;
      const attempt = row.value.record.attempt + 1;
      const fence = row.value.record.fence + 1;
      const lease = { owner, until: now + leaseMs, fence };
      const record: SnapshotRecord = { state: "indexing", attempt, fence, updatedAt: now, lease };
      return await rows.replace(task.key, row, task.repository, record)
        ? { task, lease, attempt, removal }
        : null;
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

    release,

    async publish(work, contents) {
      const row = await rows.read(work.task.key);
      if (row.value === null || !holds(work, row.value.record)) return false;
      const written = await writeParts(deps, work, contents);
      const published = await flip(work, written, contents.catalog);
      if (!published) {
        await parts.discard(rootOf(work.task.key), Object.values(written).map(({ manifest }) => manifest));
      }
      return published;
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

    retry(key) {
      return compareAndSet(`retry commit "${key.commit}"`, async () => {
        const row = await rows.read(key);
        if (row.value?.record.state !== "failed") return false;
        const { record, repository } = row.value;
        const again = pending({ attempt: 0, fence: record.fence });
        return await rows.replace(key, row, repository, again) ? true : CHANGED;
      });
    },

    invalidate: (key) => invalidateIf(key, () => Promise.resolve(true)),
    invalidateIf,
    readPart,
    openCatalog,

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
      const prefix = rowsKey(repositoryKey(host, repository), "s");
      const { done } = await kv.list({ prefix }, { limit: 1 }).next();
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

function rootOf({ host, repository }: SnapshotKey): Deno.KvKey {
  return repositoryKey(host, repository);
}
