import type { CollectionState, Housekeeping } from "../../../contracts/housekeeping.ts";
import { NEWEST_COMMIT, STORED_COLLECTION, STORED_RESOLUTION } from "../../../contracts/records.ts";
import { holdingsOf, repositoriesIn } from "./_holdings.ts";
import { commit, readRow } from "../kv.ts";
import { purgeRepository } from "./_purge.ts";
import { dueTime } from "../snapshots/snapshot_rows.ts";
import { readStoredBytes, setStoredBytes } from "../stored_bytes.ts";
import { sweepRepository } from "./_sweep.ts";
import { accountsIn, sweepAccount } from "./_sweep_account.ts";
import type { SweepDeps } from "./_sweep_contents.ts";
import {
  COLLECTION_KEY,
  newestKey,
  readKey,
  refKey,
  repositoryKey,
  snapshotKey,
  unfinishedKey,
} from "../keys.ts";

const NOTHING_DONE: CollectionState = { lease: null, after: null, bytes: 0, endedAt: null };

export function createHousekeeping(deps: SweepDeps): Housekeeping {
  const { kv, parts } = deps;

  return {
    repositories: (after) => repositoriesIn(kv, after),
    holdings: (of) => holdingsOf(kv, of),

    async remove({ key, record, version }) {
      const root = repositoryKey(key.host, key.repository);
      const manifests = record.state === "ready" ? Object.values(record.parts) : [];
      const newest = await readRow(kv, newestKey(key), NEWEST_COMMIT);
      const due = dueTime(record);
      const removed = await commit(deps, () => {
        const operation = kv.atomic()
          .check({ key: snapshotKey(key), versionstamp: version.row })
          .check({ key: readKey(key), versionstamp: version.read })
          .delete(snapshotKey(key))
          .delete(readKey(key));
        if (newest.value === key.commit) operation.check(newest).delete(newest.key);
        if (due !== null) operation.delete(unfinishedKey(due, key));
        for (const manifest of manifests) parts.abandon(operation, root, manifest);
        return operation;
      });
      if (removed) await parts.discard(root, manifests);
      return removed;
    },

    async forget({ host, repository }, { ref, resolvedAt }) {
      const row = await readRow(kv, refKey(host, repository, ref), STORED_RESOLUTION);
      if (row.value?.resolvedAt !== resolvedAt) return;
      await commit(deps, () => kv.atomic().check(row).delete(row.key));
    },

    accounts: () => accountsIn(kv),
    sweepAccount: (account, before) => sweepAccount(deps, account, before),
    sweep: (of, before) => sweepRepository(deps, of, before),
    purge: (of) => purgeRepository(deps, of),
    bytes: () => readStoredBytes(kv),
    count: (bytes) => setStoredBytes(deps, bytes),

    async collection() {
      const { value, versionstamp } = await readRow(kv, COLLECTION_KEY, STORED_COLLECTION);
      return { state: value ?? NOTHING_DONE, version: versionstamp };
    },

    async setCollection({ lease, after, bytes, endedAt }, version) {
      const state: CollectionState = {
        lease: lease && { owner: lease.owner, until: lease.until },
        after: after && { host: after.host, repository: after.repository },
        bytes,
        endedAt,
      };
      const check = { key: COLLECTION_KEY, versionstamp: version };
      return await commit(deps, () => kv.atomic().check(check).set(COLLECTION_KEY, state), async () => {
        const now = (await readRow(kv, COLLECTION_KEY, STORED_COLLECTION)).value;
        return now?.lease?.owner === lease?.owner && now?.lease?.until === lease?.until;
      });
    },
  };
}
