import type { z } from "zod";
import type { Clock, Log, NewId } from "../../contracts/ambient.ts";

/** The part of Deno KV that the store uses: every write is an atomic operation. */
export type Kv = Pick<Deno.Kv, "get" | "getMany" | "list" | "atomic">;

export interface KvDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
}

/** A value as it was read, and what a compare-and-set on it needs. */
export interface Row<Value> {
  readonly key: Deno.KvKey;
  readonly versionstamp: string | null;
  /** Null: absent, or not of the expected shape. */
  readonly value: Value | null;
}

export async function readRow<Value>(
  kv: Kv,
  key: Deno.KvKey,
  shape: z.ZodType<Value>,
): Promise<Row<Value>> {
  return rowOf(await kv.get(key), shape);
}

export function rowOf<Value>(
  { key, versionstamp, value }: Deno.KvEntryMaybe<unknown>,
  shape: z.ZodType<Value>,
): Row<Value> {
  return { key, versionstamp, value: shape.safeParse(value).data ?? null };
}

/** Deno KV takes no more keys in one `getMany`. */
export const MOST_KEYS_AT_ONCE = 10;

/** The entries of any number of keys, in their order. */
export async function* getEach(
  kv: Kv,
  keys: readonly Deno.KvKey[],
): AsyncGenerator<Deno.KvEntryMaybe<unknown>> {
  for (let start = 0; start < keys.length; start += MOST_KEYS_AT_ONCE) {
    yield* await kv.getMany<unknown[]>(keys.slice(start, start + MOST_KEYS_AT_ONCE));
  }
}

const MOST_TRIES = 8;
const FIRST_DELAY_MS = 5;

/** Two processes on one file lock each other out for moments; a remote store is busy or slow at times. */
const PASSING = /locked|busy|timed out/i;

/**
 * Commits, and tries again after a passing fault. Returns whether the operation's checks held. A try that
 * failed may have landed all the same, and then the next one's checks fail: `landed` reads whether that
 * is so. An operation that may be done twice needs no `landed`.
 */
export function commit(
  deps: KvDeps,
  operation: () => Deno.AtomicOperation,
  landed: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<boolean> {
  return insist(deps, async (tries) => {
    const { ok } = await operation().commit();
    return ok || (tries > 1 && await landed());
  });
}

/** As `commit`, of an operation without checks; gives the versionstamp of what it wrote. */
export function put(deps: KvDeps, operation: () => Deno.AtomicOperation): Promise<string> {
  return insist(deps, async () => {
    const result = await operation().commit();
    if (!result.ok) throw new TypeError("Cannot put what has checks: they may fail");
    return result.versionstamp;
  });
}

/** Tries again after passing faults. */
async function insist<Value>(deps: KvDeps, attempt: (tries: number) => Promise<Value>): Promise<Value> {
  for (let tries = 1;; tries++) {
    try {
      return await attempt(tries);
    } catch (error) {
      if (!(error instanceof Error) || !PASSING.test(error.message) || tries === MOST_TRIES) throw error;
      await deps.clock.sleep(FIRST_DELAY_MS * 2 ** (tries - 1) * (0.5 + jitter(deps.newId())));
    }
  }
}

/** A fraction in [0, 1) out of a fresh identifier, so that processes do not come back together. */
function jitter(id: string): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return hash / 2 ** 32;
}

/** Runs `job` over the items in order, `width` at a time; the first failure ends it once no job runs. */
export async function inFlight<Item>(
  width: number,
  items: Iterable<Item>,
  job: (item: Item) => Promise<void>,
): Promise<void> {
  const source = items[Symbol.iterator]();
  let failed = false;
  const lane = async () => {
    for (let next = source.next(); !next.done && !failed; next = source.next()) {
      try {
        await job(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: width }, lane));
  const failure = ends.find((end) => end.status === "rejected");
  if (failure !== undefined) throw failure.reason;
}
