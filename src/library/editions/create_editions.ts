import type { Clock, Log } from "../../../contracts/ambient.ts";
import { EditionGone, type EditionLease } from "../../../contracts/library/editions.ts";
import { whereItFailed } from "../../../contracts/where_it_failed.ts";
import { LEASE_MS, type Made, makeEdition, type MakeEditionDeps, rebuildEdition } from "./make_edition.ts";

export interface EditionsDeps extends MakeEditionDeps {
  readonly clock: Clock;
  readonly log: Log;
}

/** Makes editions of the public catalog, one process at a time. */
export interface Editions {
  /** Begins a run soon, beside whatever is asked; many calls at a time begin one. */
  begin(): void;
  /** Makes what is due. False: another process is at it. */
  runDue(): Promise<boolean>;
  /** All of it anew. False: another process is at it. */
  rebuild(): Promise<boolean>;
  /** Ends what was begun. */
  close(): Promise<void>;
}

/** Publications come in bursts, and one run takes a whole one. */
const SOON_MS = 250;

/** Batches of one run: a flood goes on at the next one. */
const MOST_BATCHES = 1000;

export function createEditions(deps: EditionsDeps): Editions {
  const { editions, clock, log } = deps;
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let isWanted = false;

  async function leased(work: (lease: EditionLease) => Promise<void>): Promise<boolean> {
    const lease = await editions.claim(LEASE_MS);
    if (lease === null) return false;
    try {
      await work(lease);
    } finally {
      await lease.release();
    }
    return true;
  }

  async function runBatches(lease: EditionLease): Promise<void> {
    for (let batches = 0; batches < MOST_BATCHES && !closing.signal.aborted; batches++) {
      const made = await attempt(lease);
      if (made !== "more") return;
    }
  }

  /** What cannot be read, by this version or at all, is made from the beginning. */
  async function attempt(lease: EditionLease): Promise<Made> {
    try {
      const made = await makeEdition(deps, lease);
      return made === "unreadable" ? await rebuildEdition(deps, lease) : made;
    } catch (error) {
      if (!(error instanceof EditionGone) && !(error instanceof RangeError)) throw error;
      log("warn", "catalog.unreadable", { ...whereItFailed(error) });
      return await rebuildEdition(deps, lease);
    }
  }

  const runDue = () => leased(runBatches);

  async function runSoon(): Promise<void> {
    while (isWanted && !closing.signal.aborted) {
      await clock.sleep(SOON_MS, closing.signal);
      if (closing.signal.aborted) return;
      isWanted = false;
      try {
        await runDue();
      } catch (error) {
        // The next run of the clock does it again.
        log("warn", "catalog.run_failed", { ...whereItFailed(error) });
      }
    }
  }

  return {
    begin() {
      isWanted = true;
      running ??= runSoon().finally(() => running = null);
    },
    runDue,
    rebuild: () =>
      leased(async (lease) => {
        await rebuildEdition(deps, lease);
        await runBatches(lease);
      }),
    async close() {
      closing.abort();
      await running;
    },
  };
}
