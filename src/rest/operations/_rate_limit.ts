import { LRUCache } from "lru-cache";
import type { Clock } from "../../../contracts/ambient.ts";

/** Takes a turn for `key`. 0: it may go on; else the seconds after which it may. */
export type RateLimit = (key: string) => number;

export interface RateLimitOptions {
  readonly clock: Pick<Clock, "now">;
  /** A turn comes free so often. */
  readonly everyMs: number;
  /** Turns that may be taken at once by who took none for a while. */
  readonly burst: number;
}

/** For the keys that are remembered. */
const MEMORY_BYTES = 8 * 1024 * 1024;
/** What a key takes beside its text, about. */
const ENTRY_BYTES = 300;

/** Limits how often a thing is done for each of many keys; of a key, one number is remembered. */
export function createRateLimit({ clock, everyMs, burst }: RateLimitOptions): RateLimit {
  /** When all turns of a key will have come free again. Milliseconds since the epoch. */
  const freeAt = new LRUCache<string, number>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: (_, key) => ENTRY_BYTES + 2 * key.length,
  });
  return function takeTurn(key) {
    const now = clock.now();
    const free = Math.max(freeAt.get(key) ?? 0, now);
    const waitMs = free - now - everyMs * (burst - 1);
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    freeAt.set(key, free + everyMs);
    return 0;
  };
}
