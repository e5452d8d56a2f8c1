import { createTokenBuckets } from "../../flow/mod.ts";
import type { KvDeps } from "../kv.ts";

/** An old copy is told of so often, however many ask for it. */
const MINUTE_MS = 60_000;

/** What all processes share, as it was when it was read. */
export interface Copy<Value> {
  readonly version: string | null;
  readonly value: Value;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

interface PolledCopyOptions<Value> {
  /** How old the copy may grow before it is looked at again. */
  readonly freshMs: number;
  /** How old it may grow while the store does not answer; null: as old as need be. */
  readonly longestMs: number | null;
  /** Logged when an old copy stands in. */
  readonly unread: string;
  /** Reads the version first; `known` is what is held of it, and given back where that is current still. */
  readonly read: (
    known: { readonly version: string | null; readonly value: Value } | null,
    now: number,
  ) => Promise<{ readonly version: string | null; readonly value: Value }>;
}

interface PolledCopy<Value> {
  /** What is held, where it is young enough; null: the store has to be asked. */
  held(): Copy<Value> | null;
  /** What is held, or what the store holds by now. */
  current(): Promise<Copy<Value>>;
  /** After a change of this process's own. */
  forget(): void;
}

/**
 * One copy in memory of what many ask for and few change, compared with the store's when somebody asks and
 * some time has passed: one small read, however many ask.
 */
export function createPolledCopy<Value>(
  { clock, log }: Pick<KvDeps, "clock" | "log">,
  { freshMs, longestMs, unread, read }: PolledCopyOptions<Value>,
): PolledCopy<Value> {
  const mayTell = createTokenBuckets({ clock, capacity: 1, refillMs: MINUTE_MS });
  let copy: Copy<Value> | null = null;
  let reading: Promise<Copy<Value>> | null = null;

  /** Askers at the same time share one read; what a change overtook is not kept. */
  function readAgain(known: Copy<Value> | null): Promise<Copy<Value>> {
    const readAt = clock.now();
    const own = read(known, readAt).then(({ version, value }) => {
      const next = { version, value, readAt };
      if (reading === own) copy = next;
      return next;
    }).finally(() => {
      if (reading === own) reading = null;
    });
    return own;
  }

  /** A clock that was set back makes a copy old rather than young. */
  function isWithin({ readAt }: Copy<Value>, ms: number): boolean {
    const age = clock.now() - readAt;
    return age >= 0 && age < ms;
  }

  function held(): Copy<Value> | null {
    return copy !== null && isWithin(copy, freshMs) ? copy : null;
  }

  return {
    held,

    async current() {
      const young = held();
      if (young !== null) return young;
      const known = copy;
      try {
        return await (reading ??= readAgain(known));
      } catch (error) {
        if (known === null || (longestMs !== null && !isWithin(known, longestMs))) throw error;
        if (mayTell(unread) === 0) log("warn", unread, { ageMs: clock.now() - known.readAt });
        return known;
      }
    },

    forget() {
      copy = null;
      reading = null;
    },
  };
}
