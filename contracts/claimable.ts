import type { SnapshotRecord } from "./snapshots.ts";

/** Whether a snapshot's work may be claimed at `now`. Leases are judged by their end alone. */
export function isClaimable(record: SnapshotRecord, now: number): boolean {
  switch (record.state) {
    case "pending":
      return true;
    case "indexing":
      return record.lease.until <= now;
    case "failed":
      return record.retryAt !== null && record.retryAt <= now;
    case "ready":
      return false;
  }
}
