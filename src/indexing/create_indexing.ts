import type { HostKey } from "../../contracts/addresses.ts";
import type { IndexProgress } from "../../contracts/index_progress.ts";
import type { Metrics } from "../../contracts/metrics.ts";
import type { ReadingLimits } from "../../contracts/limits.ts";
import type { Clock, Log, NewId } from "../../contracts/ambient.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import { CRON_TRIES, type Indexing, type IndexState, type IndexTask } from "../../contracts/indexing.ts";
import type { SearchIndex } from "../../contracts/search_index.ts";
import {
  type ContentStore,
  isClaimable,
  type SnapshotRecord,
  type SnapshotStore,
} from "../../contracts/snapshots.ts";
import { snapshotName } from "../../contracts/snapshot_name.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { withTimeout } from "../flow/mod.ts";
import { type Admit, createAdmission } from "./_admission.ts";
import { FairQueue, type Place } from "./_queue.ts";
import { type Run, runTask } from "./_run.ts";

/** Ready snapshots that the process remembers, so that asking again costs no look into the store. */
const REMEMBERED = 10_000;

/** Work that waits for a place in this process; what does not fit waits in the store. */
const QUEUED = 256;

/** Rows that the cron looks at in one go. */
const LOOKED_AT = 1000;

const FIRST_POLL_MS = 100;
const LONGEST_POLL_MS = 2000;

/**
 * A stopping process has about five seconds before it is killed
 * (docs/design/snapshots.md "Deno KV, cron, Deploy").
 */
const CLOSE_MS = 3000;

export interface IndexingDeps {
  readonly hosts: ReadonlyMap<HostKey, GitHost>;
  readonly snapshots: SnapshotStore;
  readonly contents: ContentStore;
  readonly search: SearchIndex;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Uniform in [0, 1): spreads retries. */
  readonly random: () => number;
  readonly log: Log;
  readonly metrics?: Metrics;
  /** Only tasks of this version are worked on: other processes may read by other rules. */
  readonly rules: { readonly version: string; readonly limits: ReadingLimits };
  /** Commits indexed at once. */
  readonly concurrency: number;
  readonly leaseMs: number;
  /** Unseen repositories that one client may start in an hour; no limit when left out. */
  readonly newPerClient?: number;
}

export interface Indexer extends Indexing {
  /** Does due retries and work whose holder is gone; resolves when it is done, with how many came to an end. */
  runDue(): Promise<number>;
  /** Takes no more work and gives leases back, within a few seconds. */
  close(): Promise<void>;
}

/** Work of this process, waiting or running. */
interface Job extends Run {
  /** How it ended; null when it did not end here. */
  readonly settled: Promise<IndexState | null>;
  readonly settle: (state: IndexState | null) => void;
  /** As it was reported last; null while it waits. */
  progress: IndexProgress | null;
}

const READY: IndexState = { state: "ready" };
const INDEXING = { state: "indexing" } as const satisfies IndexState;
const BUSY: IndexState = { state: "busy" };

/** Makes snapshots in the background, a bounded number at once, each by one process at a time. */
export function createIndexing(deps: IndexingDeps): Indexer {
  const { snapshots, hosts, clock, log, metrics, rules, concurrency, newPerClient } = deps;
  const runDeps = { ...deps, limits: rules.limits, owner: deps.newId() };
  const closing = new AbortController();
  const ready = new Set<string>();
  const jobs = new Map<string, Job>();
  const queue = new FairQueue<Job>(QUEUED);
  const running = new Map<HostKey, number>();
  // A host that hangs does not take the places of all.
  const placesOfHost = hosts.size > 1 ? Math.max(1, concurrency - 1) : concurrency;
  const admit: Admit = newPerClient === undefined
    ? () => Promise.resolve(0)
    : createAdmission(deps, newPerClient);

  const unfinished = { pending: 0, indexing: 0, failed: 0 };
  metrics?.gauge("skillmount_index_running", {}, () => sum(running.values()));
  metrics?.gauge("skillmount_index_queued", {}, () => queue.size);
  for (const state of ["pending", "indexing", "failed"] as const) {
    metrics?.gauge("skillmount_index_unfinished", { state }, () => unfinished[state]);
  }

  function remember(id: string): void {
    ready.add(id);
    for (const oldest of ready) {
      if (ready.size <= REMEMBERED) return;
      ready.delete(oldest);
    }
  }

  /** The task's job, unless there is no room for another. */
  function start(task: IndexTask, record: SnapshotRecord): Job | null {
    const id = snapshotName(task.key);
    const known = jobs.get(id);
    if (known !== undefined) return known;
    const givenUp = record.state === "indexing" && record.attempt >= CRON_TRIES;
    const { promise, resolve } = Promise.withResolvers<IndexState | null>();
    const job: Job = {
      task,
      givenUp,
      settled: promise,
      settle: resolve,
      progress: null,
      report: (progress) => void (job.progress = progress),
    };
    if (closing.signal.aborted) return null;
    const { waits, gone } = queue.add(placeOf(task), job);
    if (gone !== null) end(gone, null);
    if (!waits) return null;
    jobs.set(id, job);
    fillPlaces();
    return job;
  }

  /** Where it ended elsewhere or was crowded out, who waits for it asks again. */
  function end(job: Job, state: IndexState | null): void {
    jobs.delete(snapshotName(job.task.key));
    job.settle(state);
  }

  function fillPlaces(): void {
    for (let free = concurrency - sum(running.values()); free > 0; free--) {
      const job = queue.take(({ task: { key } }) => (running.get(key.host) ?? 0) < placesOfHost);
      if (job === undefined) return;
      void work(job);
    }
  }

  async function work(job: Job): Promise<void> {
    const { host } = job.task.key;
    running.set(host, (running.get(host) ?? 0) + 1);
    let state: IndexState | null = null;
    try {
      if (!closing.signal.aborted) state = await runTask(runDeps, job, closing.signal);
      if (state?.state === "ready") remember(snapshotName(job.task.key));
    } catch (error) {
      // Not even the failure could be stored; the lease runs out.
      log("error", "index.store_failed", { host, ...whereItFailed(error) });
    } finally {
      running.set(host, (running.get(host) ?? 0) - 1);
      end(job, state);
      fillPlaces();
    }
  }

  async function request(task: IndexTask): Promise<IndexState> {
    const id = snapshotName(task.key);
    if (ready.has(id)) return READY;
    const known = jobs.get(id);
    if (known !== undefined) {
      queue.hasten(placeOf(task), known);
      return known.progress === null ? INDEXING : { ...INDEXING, progress: known.progress };
    }
    const refusedSeconds = await admit(task);
    if (refusedSeconds > 0) {
      metrics?.count("skillmount_index_refusals_total", { reason: "client" });
      return { state: "refused", retryAfterSeconds: refusedSeconds };
    }
    const record = await snapshots.create(task);
    if (record.state === "ready") {
      remember(id);
      return READY;
    }
    if (isClaimable(record, clock.now())) {
      if (start(task, record) !== null || closing.signal.aborted) return INDEXING;
      metrics?.count("skillmount_index_refusals_total", { reason: "full" });
      return BUSY;
    }
    if (record.state === "failed") return { state: "failed", code: record.code, retryAt: record.retryAt };
    return INDEXING;
  }

  async function wait(task: IndexTask, waitMs: number, signal?: AbortSignal): Promise<IndexState> {
    const deadline = clock.now() + waitMs;
    const given = AbortSignal.any(signal === undefined ? [closing.signal] : [closing.signal, signal]);
    for (let poll = FIRST_POLL_MS;; poll = Math.min(poll * 1.5, LONGEST_POLL_MS)) {
      const state = await request(task);
      const left = deadline - clock.now();
      const goesOn = state.state === "indexing" || state.state === "busy";
      if (!goesOn || left <= 0 || given.aborted) return state;
      const job = jobs.get(snapshotName(task.key));
      const settled = job && await withTimeout(clock, left, job.settled, () => null, given);
      if (settled) return settled;
      // Another process has the work, or no place here was free.
      if (!given.aborted) await clock.sleep(Math.min(poll, Math.max(deadline - clock.now(), 0)), given);
      if (given.aborted) return state;
    }
  }

  async function runDue(): Promise<number> {
    const rows = await snapshots.unfinished(LOOKED_AT);
    Object.assign(unfinished, { pending: 0, indexing: 0, failed: 0 });
    for (const { record } of rows) if (record.state !== "ready") unfinished[record.state]++;
    const started = rows
      .filter(({ task, record }) => task.key.rules === rules.version && isClaimable(record, clock.now()))
      // What is not public and was not opened to this server waits for somebody who may see it: nobody's credential is here.
      .filter(({ task }) =>
        task.repository.visibility === "public" || hosts.get(task.key.host)?.app !== undefined
      )
      .filter(({ record }) => record.state !== "failed" || record.attempt < CRON_TRIES)
      .flatMap(({ task, record }) => start(task, record) ?? []);
    const ends = await Promise.all(started.map((job) => job.settled));
    return ends.filter((state) => state !== null).length;
  }

  async function close(): Promise<void> {
    closing.abort();
    const left = Promise.all(Array.from(jobs.values(), (job) => job.settled));
    fillPlaces();
    await withTimeout(clock, CLOSE_MS, left, () => []);
  }

  return { request, wait, runDue, close, forget: (key) => void ready.delete(snapshotName(key)) };
}

function placeOf({ key: { host, repository }, client }: IndexTask): Place {
  return { client: client?.() ?? "", group: `${host}\0${repository}` };
}

function sum(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((total, number) => total + number, 0);
}
