import { LRUCache } from "lru-cache";
import type { Clock } from "../../contracts/ambient.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import type { ClientId } from "../../contracts/mounts.ts";
import type { SnapshotStore } from "../../contracts/snapshots.ts";

/** Clients whose allowance is remembered; one that is forgotten has all of it again. */
const CLIENTS = 10_000;

/** Repositories that are known to have been seen. */
const KNOWN = 10_000;

const HOUR_MS = 3_600_000;

/** Lets a task start: null, or after how many seconds its client may ask again. */
export type Admit = (task: IndexTask) => Promise<number | null>;

/**
 * Limits how many repositories that were never seen before one client starts: `perHour` at once, and as
 * many again in each hour, one by one. What this deployment has begun before is never limited, and
 * neither is who has no client's name, such as the cron.
 */
export function createAdmission(
  { snapshots, clock }: { readonly snapshots: Pick<SnapshotStore, "knows">; readonly clock: Clock },
  perHour: number,
): Admit {
  const known = new LRUCache<string, true>({ max: KNOWN });
  const spend = createAllowance(clock, perHour);

  return async ({ key, client }) => {
    const name = `${key.host}\0${key.repository}`;
    if (client === undefined || known.has(name)) return null;
    const isKnown = await snapshots.knows(key.host, key.repository);
    // Somebody may have been admitted to it meanwhile.
    const wait = isKnown || known.has(name) ? null : spend(client());
    if (wait === null) known.set(name, true);
    return wait;
  };
}

/** A bucket of `perHour` tokens for each client, which fills up evenly. */
function createAllowance(clock: Clock, perHour: number): (client: ClientId) => number | null {
  const buckets = new LRUCache<ClientId, { readonly left: number; readonly at: number }>({ max: CLIENTS });
  const refillMs = HOUR_MS / perHour;

  return (client) => {
    const now = clock.now();
    const bucket = buckets.get(client) ?? { left: perHour, at: now };
    const left = Math.min(perHour, bucket.left + Math.max(0, now - bucket.at) / refillMs);
    const spent = left < 1 ? left : left - 1;
    buckets.set(client, { left: spent, at: now });
    return left < 1 ? Math.ceil((1 - left) * refillMs / 1000) : null;
  };
}
