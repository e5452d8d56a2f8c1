import { LRUCache } from "lru-cache";

export interface TokenBuckets {
  /** Takes a token of `key`. 0: it may go on; else the whole seconds after which it may. */
  (key: string): number;
  /** How much of its bucket a key has left, from 0 to 1; looking takes nothing. */
  left(key: string): number;
}

export interface TokenBucketOptions {
  readonly clock: { now(): number };
  /** Tokens of a full bucket: what may be done at once by who did nothing for a while. */
  readonly capacity: number;
  /** A token comes back so often. */
  readonly refillMs: number;
}

/** A bucket holds what it has earned as time, of which a token costs `refillMs`. */
interface Bucket {
  readonly creditMs: number;
  /** When it was looked at last. Milliseconds since the epoch. */
  readonly at: number;
}

/** For the keys that are remembered; one that is forgotten has a full bucket again. */
const MEMORY_BYTES = 8 * 1024 * 1024;
/** What a key takes beside its text, about. */
const ENTRY_BYTES = 400;

/** Limits how often a thing is done for each of many keys. What is refused costs nothing. */
export function createTokenBuckets({ clock, capacity, refillMs }: TokenBucketOptions): TokenBuckets {
  const fullMs = capacity * refillMs;
  const buckets = new LRUCache<string, Bucket>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: (_, key) => ENTRY_BYTES + 2 * key.length,
  });
  function earnedOf(key: string, now: number): number {
    const { creditMs, at } = buckets.get(key) ?? { creditMs: fullMs, at: now };
    // A clock that is set back earns nothing, and takes nothing away.
    return Math.min(fullMs, creditMs + Math.max(0, now - at));
  }

  function take(key: string): number {
    const now = clock.now();
    const earned = earnedOf(key, now);
    const isEnough = earned >= refillMs;
    buckets.set(key, { creditMs: isEnough ? earned - refillMs : earned, at: now });
    return isEnough ? 0 : Math.ceil((refillMs - earned) / 1000);
  }

  return Object.assign(take, { left: (key: string) => earnedOf(key, clock.now()) / fullMs });
}
