import type { Repository } from "../../../contracts/git_host.ts";
import { CRON_TRIES } from "../../../contracts/indexing.ts";
import type { SnapshotKey } from "../../../contracts/mounts.ts";
import type { SnapshotRecord, SnapshotWork } from "../../../contracts/snapshots.ts";
import { STORED_SNAPSHOT, type StoredSnapshot } from "../../../contracts/records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow, type Row } from "../kv.ts";
import { snapshotKey, unfinishedKey } from "../keys.ts";

type Addition = (operation: Deno.AtomicOperation) => void;

/** The rows of the state machine. Every write keeps the index of unfinished work in step, in one commit. */
export interface SnapshotRows {
  read(key: SnapshotKey): Promise<Row<StoredSnapshot>>;
  /** Replaces what was read, and does `also`, in one commit. False: somebody else was first. */
  replace(
    key: SnapshotKey,
    row: Row<StoredSnapshot>,
    repository: Repository,
    record: SnapshotRecord,
    also?: Addition,
  ): Promise<boolean>;
  /** Replaces the record that `work` holds. Null: the lease was lost, and nothing is written. */
  replaceHeld<Next extends SnapshotRecord>(
    work: SnapshotWork,
    next: (record: SnapshotRecord) => Next,
    also?: Addition,
  ): Promise<Next | null>;
}

export function createSnapshotRows(deps: KvDeps): SnapshotRows {
  const { kv, newId } = deps;

  const read = (key: SnapshotKey) => readRow(kv, snapshotKey(key), STORED_SNAPSHOT);

  const replace: SnapshotRows["replace"] = (key, row, repository, record, also) => {
    const write = newId();
    const due = row.value && dueTime(row.value.record);
    const nextDue = dueTime(record);
    return commit(deps, () => {
      const operation = kv.atomic().check(row)
        .set(row.key, { record, repository, write } satisfies StoredSnapshot);
      if (due !== null && due !== nextDue) operation.delete(unfinishedKey(due, key));
      if (nextDue !== null) operation.set(unfinishedKey(nextDue, key), pick(key));
      also?.(operation);
      return operation;
    }, async () => (await read(key)).value?.write === write);
  };

  return {
    read,
    replace,
    replaceHeld(work, next, also) {
      const { key, repository } = work.task;
      return compareAndSet(`write snapshot of commit "${key.commit}"`, async () => {
        const row = await read(key);
        if (row.value === null || !holds(work, row.value.record)) return null;
        const record = next(row.value.record);
        return await replace(key, row, repository, record, also) ? record : CHANGED;
      });
    },
  };
}

export function holds({ lease }: SnapshotWork, record: SnapshotRecord): boolean {
  return record.state === "indexing" && record.fence === lease.fence && record.lease.owner === lease.owner;
}

/** When the cron should look at a record next, in milliseconds since the epoch; null when it should not. */
export function dueTime(record: SnapshotRecord): number | null {
  switch (record.state) {
    case "pending":
      return record.updatedAt;
    case "indexing":
      return record.lease.until;
    case "failed":
      // Left in the index, work that only a request may try again would crowd out the rest.
      return record.attempt < CRON_TRIES ? record.retryAt : null;
    case "ready":
      return null;
  }
}

/** A key may be a larger object; exactly its own fields are stored. */
function pick({ host, repository, commit, rules, serving }: SnapshotKey): SnapshotKey {
  return { host, repository, commit, rules, serving };
}
