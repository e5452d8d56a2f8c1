import type { Clock, Log } from "../../contracts/ambient.ts";
import type { SnapshotStore, SnapshotWork } from "../../contracts/snapshots.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { withTimeout } from "../flow/mod.ts";

/** A lease that is renewed until it is lost or stopped. */
export interface HeldLease {
  /** The work as last renewed; every write to the store goes through it. */
  readonly work: SnapshotWork;
  /** Aborts once somebody else may hold the work. */
  readonly lost: AbortSignal;
  stop(): void;
}

/** Renews a claimed lease every third of its length. */
export function holdLease(
  deps: { readonly snapshots: SnapshotStore; readonly clock: Clock; readonly log: Log },
  claimed: SnapshotWork,
  leaseMs: number,
): HeldLease {
  const { snapshots, clock, log } = deps;
  const stopped = new AbortController();
  const lost = new AbortController();
  let work = claimed;

  async function renew(): Promise<SnapshotWork | null> {
    const left = work.lease.until - clock.now();
    try {
      // Late, as after a pause of the whole process, it may still succeed where nobody else came.
      const patience = Math.max(left, leaseMs / 3);
      return await withTimeout(clock, patience, snapshots.renew(work, leaseMs), () => null, stopped.signal);
    } catch (error) {
      log("warn", "index.renewal_failed", { ...whereItFailed(error) });
      // A store that fails once may answer a third of a lease later, while the lease still stands.
      return left > 0 ? work : null;
    }
  }

  async function keep(): Promise<void> {
    while (true) {
      await clock.sleep(leaseMs / 3, stopped.signal);
      if (stopped.signal.aborted) return;
      const renewed = await renew();
      if (stopped.signal.aborted) return;
      if (renewed === null) return lost.abort();
      work = renewed;
    }
  }

  void keep();
  return {
    get work() {
      return work;
    },
    lost: lost.signal,
    stop: () => stopped.abort(),
  };
}
