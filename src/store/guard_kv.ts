import type { Clock, Log } from "../../contracts/ambient.ts";
import { StoreUnavailable } from "../../contracts/errors.ts";
import { type CircuitBreaker, createCircuitBreaker, createTokenBuckets } from "../flow/mod.ts";
import { PROBE_KEY } from "./_probe.ts";
import type { Kv } from "./kv.ts";

export interface GuardKvOptions {
  readonly kv: Kv;
  /** Another opening of the same database, for writes; a file that somebody locks can be read meanwhile. */
  readonly writing?: Kv;
  readonly clock: Clock;
  readonly log: Log;
}

/** The same database, whose operations end. */
export interface GuardedKv {
  readonly kv: Kv;
  /** Ends the watch; the database is closed by who opened it. */
  close(): void;
}

/** With what comes before and after, a request is answered within five seconds. */
const PATIENCE_MS = 3000;

/** The runtime tries a hanging operation for ever and writes a line each time, so that few may hang. */
const WIDTH = 32;

/** What waits holds a request each, or a step of indexing. */
const MOST_WAITING = 2000;

const MINUTE_MS = 60_000;

/**
 * What the runtime says of a database that is locked, full, damaged, gone or out of reach, whatever the class
 * of the error. What it says of a key or a value that it does not take is a fault of this program.
 */
const OUTAGE =
  /\b(?:database|disk|locked|busy|timed out|connect|connection|request|response|server|closed)\b/i;

/**
 * Lets every operation on the database end, within seconds: where it does not answer, with
 * `StoreUnavailable`, and then at once until it answers again. Reads and writes are watched apart. An
 * operation that was given up may still be done, as one whose connection broke may have been.
 */
export function guardKv({ kv, writing = kv, clock, log }: GuardKvOptions): GuardedKv {
  const mayTell = createTokenBuckets({ clock, capacity: 1, refillMs: MINUTE_MS });

  function tell(what: "reads" | "writes", reason: string): void {
    if (mayTell(what) === 0) log("error", "store.unavailable", { what, reason });
  }

  function watched(what: "reads" | "writes", probe: () => Promise<unknown>): CircuitBreaker {
    return createCircuitBreaker({
      timer: clock,
      width: WIDTH,
      mostWaiting: MOST_WAITING,
      patienceMs: PATIENCE_MS,
      probe,
      refusal: () => new StoreUnavailable("Cannot use the store: it does not answer"),
      onChange(isOpen) {
        if (isOpen) tell(what, "it does not answer");
        else if (mayTell(`${what} again`) === 0) log("info", "store.available", { what });
      },
    });
  }

  const reads = watched("reads", () => kv.get(PROBE_KEY));
  const writes = watched("writes", () => writing.atomic().delete(PROBE_KEY).commit());

  async function run<Value>(
    what: "reads" | "writes",
    { run }: CircuitBreaker,
    operation: () => Promise<Value>,
  ): Promise<Value> {
    try {
      return await run(operation);
    } catch (error) {
      if (error instanceof StoreUnavailable || !(error instanceof Error) || !OUTAGE.test(error.message)) {
        throw error;
      }
      tell(what, error.message);
      throw new StoreUnavailable(error.message, { cause: error });
    }
  }

  return {
    kv: {
      get: (...asked) => run("reads", reads, () => kv.get(...asked)),
      getMany: (...asked) => run("reads", reads, () => kv.getMany(...asked)),
      list<Value>(...asked: Parameters<Kv["list"]>) {
        const rows = kv.list<Value>(...asked);
        const next = rows.next.bind(rows);
        rows.next = () => run("reads", reads, next);
        return rows;
      },
      atomic() {
        const operation = writing.atomic();
        const commit = operation.commit.bind(operation);
        operation.commit = () => run("writes", writes, commit);
        return operation;
      },
    },
    close() {
      reads.close();
      writes.close();
    },
  };
}
