import type { Metrics } from "../../contracts/metrics.ts";
import type { Clock, Log, NewId } from "../../contracts/ambient.ts";
import type {
  CollectionState,
  Housekeeping,
  ReadLog,
  RepositoryKey,
  StoredEntry,
} from "../../contracts/housekeeping.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { isRefNeeded, isUnneeded, lastUse, type RetentionRules } from "./_retention.ts";

export interface GarbageCollectionDeps {
  readonly housekeeping: Housekeeping;
  readonly reads: Pick<ReadLog, "flush">;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly metrics?: Metrics;
  /** The reading-rule version of this process. */
  readonly rules: string;
  /** How long a commit is kept that nobody reads and no branch or tag is at. */
  readonly keepDays: number;
  /** No other process serves from this store, so that every read is known at once. */
  readonly isAlone: boolean;
  /** What the store may hold before the snapshots that were read longest ago go; null: no bound. */
  readonly maxBytes: number | null;
}

/** What a round took out. */
export interface Collected {
  readonly repositories: number;
  /** Snapshots that nobody needs any more. */
  readonly removed: number;
  /** Snapshots that went because the store was over its bound. */
  readonly evicted: number;
  /** What is stored now, about. Bytes. */
  readonly bytes: number;
}

export interface GarbageCollection {
  /** Collects if a round is due or was cut off, or the store holds too much. Null: nothing was to do. */
  runDue(): Promise<Collected | null>;
  /** A whole round now; null when another process is at it. */
  collect(): Promise<Collected | null>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** More than the hour that a read may go unwritten. */
const GRACE_MS = 120 * MINUTE_MS;

/** An author's every edit leaves a snapshot behind. */
const ALONE = { graceMs: 15 * MINUTE_MS, everyMs: 5 * MINUTE_MS };

/** Renewed after every repository; a round that was cut off goes on after the last one that was done. */
const LEASE_MS = 120_000;

/** Evicting stops below the bound, so that it does not begin again with the next commit. */
const EVICT_TO = 0.9;

/** Candidates in memory at one time. */
const CANDIDATES = 500;

/**
 * Takes out what nobody needs any more, repository by repository. One process at a time is at it; that two
 * are, after a pause of one of them, costs time and nothing else, because no removal relies on it.
 */
export function createGarbageCollection(deps: GarbageCollectionDeps): GarbageCollection {
  const { housekeeping, reads, clock, newId, log, metrics, maxBytes, isAlone } = deps;
  const retention: RetentionRules = {
    rules: deps.rules,
    keepMs: deps.keepDays * DAY_MS,
    graceMs: GRACE_MS,
    editedMs: isAlone ? ALONE.graceMs : GRACE_MS,
  };
  /** What is younger may be wanted by who is writing just now. */
  const graceMs = isAlone ? ALONE.graceMs : GRACE_MS;
  const everyMs = isAlone ? ALONE.everyMs : DAY_MS;

  let stored = NaN;
  metrics?.gauge("skillmount_store_bytes", {}, () => stored);

  async function storedBytes(): Promise<number> {
    return stored = await housekeeping.bytes();
  }

  async function remove(entry: StoredEntry, reason: "unneeded" | "evicted"): Promise<boolean> {
    const isRemoved = await housekeeping.remove(entry);
    if (isRemoved) metrics?.count("skillmount_collect_snapshots_total", { reason });
    return isRemoved;
  }

  function ended(outcome: "done" | "lost" | "broken"): void {
    metrics?.count("skillmount_collect_rounds_total", { outcome });
  }

  /** Changes the state while this process holds the lease. False: it does not any more. */
  async function proceed(owner: string, change: Partial<CollectionState>): Promise<boolean> {
    const { state, version } = await housekeeping.collection();
    if (state.lease?.owner !== owner) return false;
    const lease = { owner, until: clock.now() + LEASE_MS };
    return await housekeeping.setCollection({ ...state, lease, ...change }, version);
  }

  async function claim(owner: string): Promise<CollectionState | null> {
    const { state, version } = await housekeeping.collection();
    const now = clock.now();
    // A lease of a clock that ran far ahead is not waited for.
    const isHeld = state.lease !== null && state.lease.until > now && state.lease.until <= now + LEASE_MS;
    const claimed = { ...state, lease: { owner, until: now + LEASE_MS } };
    return !isHeld && await housekeeping.setCollection(claimed, version) ? claimed : null;
  }

  async function run(): Promise<Collected | null> {
    const owner = newId();
    const state = await claim(owner);
    if (state === null) return null;
    const started = clock.now();
    await reads.flush();
    const round = await finishRound(owner, state);
    if (round === null) {
      ended("lost");
      return null;
    }
    const evicted = await evict(owner);
    const bytes = await storedBytes();
    await proceed(owner, { lease: null });
    ended("done");
    // An author's process does it all the time.
    log(round.removed + evicted > 0 ? "info" : "debug", "collect.done", {
      ...round,
      evicted,
      bytes,
      elapsedMs: clock.now() - started,
    });
    return { ...round, evicted, bytes };
  }

  /** Null: the lease was lost. */
  async function finishRound(owner: string, state: CollectionState) {
    let { after, bytes } = state;
    if (after === null) bytes = 0;
    let repositories = 0;
    let removed = 0;
    for await (const of of housekeeping.repositories(after)) {
      removed += await collectRepository(of);
      bytes += await sweep(of);
      repositories++;
      after = { host: of.host, repository: of.repository };
      if (!await proceed(owner, { after, bytes })) return null;
    }
    // A round that is cut off here counts the accounts again from the first.
    for await (const account of housekeeping.accounts()) {
      bytes += await housekeeping.sweepAccount(account, clock.now() - graceMs);
      if (!await proceed(owner, {})) return null;
    }
    await housekeeping.count(bytes);
    const ended = await proceed(owner, { after: null, bytes: 0, endedAt: clock.now() });
    return ended ? { repositories, removed } : null;
  }

  async function collectRepository(of: RepositoryKey): Promise<number> {
    const { snapshots, refs } = await housekeeping.holdings(of);
    const now = clock.now();
    const kept: StoredEntry[] = [];
    let removed = 0;
    for (const entry of snapshots) {
      const isRemoved = isUnneeded(entry, { snapshots, refs }, retention, now) &&
        await remove(entry, "unneeded");
      if (isRemoved) removed++;
      else kept.push(entry);
    }
    for (const ref of refs) {
      if (!isRefNeeded(ref, kept, retention, now)) await housekeeping.forget(of, ref);
    }
    return removed;
  }

  function sweep(of: RepositoryKey): Promise<number> {
    return housekeeping.sweep(of, clock.now() - graceMs);
  }

  /** Until the store holds what it may, or nothing is left that may go. */
  async function evict(owner: string): Promise<number> {
    let evicted = 0;
    if (maxBytes === null || await housekeeping.bytes() <= maxBytes) return evicted;
    for (let progress = true; progress;) {
      progress = false;
      for (const entry of await longestUnread()) {
        if (await housekeeping.bytes() <= maxBytes * EVICT_TO) return evicted;
        if (!await remove(entry, "evicted")) continue;
        await sweep(entry.key);
        evicted++;
        progress = true;
        if (!await proceed(owner, {})) return evicted;
      }
    }
    const bytes = await housekeeping.bytes();
    if (bytes > maxBytes) log("warn", "collect.over_bound", { bytes, maxBytes });
    return evicted;
  }

  /** The snapshots that may be evicted, those first that were read longest ago. */
  async function longestUnread(): Promise<StoredEntry[]> {
    let oldest: StoredEntry[] = [];
    for await (const of of housekeeping.repositories()) {
      const { snapshots } = await housekeeping.holdings(of);
      oldest.push(...snapshots.filter((entry) => isEvictable(entry, clock.now())));
      if (oldest.length > 2 * CANDIDATES) oldest = firstOf(oldest);
    }
    return firstOf(oldest);
  }

  function isEvictable(entry: StoredEntry, now: number): boolean {
    return entry.record.state === "ready" && now - lastUse(entry) >= retention.graceMs;
  }

  async function runDue(): Promise<Collected | null> {
    const { state } = await housekeeping.collection();
    const since = clock.now() - (state.endedAt ?? -Infinity);
    const isDue = state.after !== null || since >= everyMs || since < 0;
    const isFull = await storedBytes() > (maxBytes ?? Infinity);
    if (!isDue && !isFull) return null;
    try {
      return await run();
    } catch (error) {
      // The next one goes on from where this one came to.
      ended("broken");
      log("error", "collect.broken", { ...whereItFailed(error) });
      return null;
    }
  }

  return { runDue, collect: run };
}

function firstOf(entries: readonly StoredEntry[]): StoredEntry[] {
  return [...entries].sort((one, other) => lastUse(one) - lastUse(other)).slice(0, CANDIDATES);
}
