import type { Clock } from "../../contracts/ambient.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import type { SnapshotStore } from "../../contracts/snapshots.ts";
import { createBoundedMap, createTokenBuckets } from "../flow/mod.ts";

/** Repositories that are known to have been seen. */
const KNOWN = 10_000;

const HOUR_MS = 3_600_000;

/** Lets a task start. 0: it may; else the seconds after which its client may ask again. */
export type Admit = (task: IndexTask) => Promise<number>;

/**
 * Limits how many repositories that were never seen before one client starts: `perHour` at once, and as
 * many again in each hour, one by one. What this deployment has begun before is never limited, and
 * neither is who has no client's name, such as the cron.
 */
export function createAdmission(
  { snapshots, clock }: { readonly snapshots: Pick<SnapshotStore, "knows">; readonly clock: Clock },
  perHour: number,
): Admit {
  const known = createBoundedMap<true>(KNOWN);
  const spend = createTokenBuckets({ clock, capacity: perHour, refillMs: HOUR_MS / perHour });

  return async ({ key, client }) => {
    const name = `${key.host}\0${key.repository}`;
    if (client === undefined || known.has(name)) return 0;
    const isKnown = await snapshots.knows(key.host, key.repository);
    // Somebody may have been admitted to it meanwhile.
    const wait = isKnown || known.has(name) ? 0 : spend(client());
    if (wait === 0) known.set(name, true);
    return wait;
  };
}
