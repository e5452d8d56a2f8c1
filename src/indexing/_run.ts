import { SpanStatusCode, trace } from "@opentelemetry/api";
import type { HostKey } from "../../contracts/addresses.ts";
import type { Metrics } from "../../contracts/metrics.ts";
import type { Clock, Log } from "../../contracts/ambient.ts";
import type { GitHost, HostCredential, PrivateRepository } from "../../contracts/git_host.ts";
import type { IndexState, IndexTask } from "../../contracts/indexing.ts";
import type { SnapshotWork } from "../../contracts/snapshots.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { withTimeout } from "../flow/mod.ts";
import type { Report } from "./_commit_bytes.ts";
import { hostFailure, IndexingFailure } from "./_failure.ts";
import { type HeldLease, holdLease } from "./_lease.ts";
import { retryTime } from "./_retry.ts";
import { type MadeSnapshot, makeSnapshot, type SnapshotSources } from "./_snapshot.ts";
import { createTurn } from "./_turns.ts";

/** A run that hangs must not hold a place for ever; what it stored makes the next try shorter. */
const LONGEST_RUN_MS = 15 * 60_000;

/** How long a run that was stopped may take to notice. */
const WIND_DOWN_MS = 5000;

interface RunDeps extends Omit<SnapshotSources, "host" | "report"> {
  readonly hosts: ReadonlyMap<HostKey, GitHost>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly metrics?: Metrics;
  readonly owner: string;
  readonly leaseMs: number;
}

export interface Run {
  readonly task: IndexTask;
  /** The last tries ended with their process: the commit is failed instead of tried once more. */
  readonly givenUp: boolean;
  readonly report: Report;
}

/**
 * Claims the task and makes its snapshot. Null when it did not come to an end here: somebody else holds
 * or has done it, or `closing` aborted, and then the lease was given back.
 */
export function runTask(deps: RunDeps, run: Run, closing: AbortSignal): Promise<IndexState | null> {
  const { host, commit } = run.task.key;
  const attributes = { "skillmount.host": host, "skillmount.commit": commit };
  // The run outlives the request that started it, so it is no part of that request's trace.
  return trace.getTracer("skillmount").startActiveSpan(
    "skillmount.index",
    { root: true, attributes },
    async (span) => {
      try {
        const state = await claimAndRun(deps, run, closing);
        span.setAttribute(
          "skillmount.outcome",
          state?.state === "failed" ? state.code : state?.state ?? "left",
        );
        if (state?.state === "failed") span.setStatus({ code: SpanStatusCode.ERROR });
        return state;
      } finally {
        span.end();
      }
    },
  );
}

async function claimAndRun(deps: RunDeps, run: Run, closing: AbortSignal): Promise<IndexState | null> {
  const { snapshots, clock } = deps;
  const work = await snapshots.claim(run.task, deps.owner, deps.leaseMs);
  if (work === null) return null;
  if (run.givenUp) return await fail(deps, work, new IndexingFailure("internal"));

  const started = clock.now();
  const stop = new AbortController();
  const lease = holdLease(deps, work, deps.leaseMs);
  const ended = AbortSignal.any([closing, lease.lost, stop.signal]);
  const making = make(deps, run, lease, ended);
  try {
    const made = await withTimeout(clock, LONGEST_RUN_MS, making, () => undefined, ended);
    if (made !== undefined) return await publish(deps, lease, made, started);
    if (!ended.aborted) return await fail(deps, lease.work, new IndexingFailure("internal"));
  } catch (error) {
    if (!ended.aborted) return await fail(deps, lease.work, error);
  } finally {
    stop.abort();
    lease.stop();
  }
  if (lease.lost.aborted) lost(deps.metrics);
  else {
    deps.metrics?.count("skillmount_index_attempts_total", { outcome: "handed_back" });
    await snapshots.release(lease.work);
  }
  await withTimeout(clock, WIND_DOWN_MS, making.then(() => {}, () => {}), () => {});
  return null;
}

async function make(
  deps: RunDeps,
  { task, report }: Run,
  lease: HeldLease,
  signal: AbortSignal,
): Promise<MadeSnapshot> {
  const { repository } = task;
  const known = deps.hosts.get(task.key.host);
  if (known === undefined) throw new IndexingFailure("host_unavailable");
  if (repository.visibility === "public") return await read(known);
  const host = known.as(task.credential ?? await ownCredential(known, repository));
  const made = await read(host);
  // The name may have been given to another repository meanwhile, which the credential may open as well.
  const now = await host.repository(repository.owner, repository.name);
  if (!now.ok) throw hostFailure(now.error);
  if (now.value.id !== repository.id) throw new IndexingFailure("content_changed");
  return made;

  function read(host: GitHost): Promise<MadeSnapshot> {
    return makeSnapshot({ ...deps, host, report }, lease, signal, createTurn(deps.clock, signal));
  }
}

/** What this server reads a repository with by itself, where nobody asks for it now. */
async function ownCredential({ app }: GitHost, repository: PrivateRepository): Promise<HostCredential> {
  const own = await app?.credential(repository);
  if (own === undefined) throw new IndexingFailure("host_not_found");
  if (!own.ok) throw hostFailure(own.error);
  return own.value;
}

async function publish(
  deps: RunDeps,
  lease: HeldLease,
  made: MadeSnapshot,
  started: number,
): Promise<IndexState | null> {
  const { snapshots, clock, log, metrics } = deps;
  if (!await snapshots.publish(lease.work, made.contents)) return lost(metrics);
  const { host, commit } = lease.work.task.key;
  const { skills, files } = made.contents.catalog.counts;
  const elapsedMs = clock.now() - started;
  metrics?.count("skillmount_index_attempts_total", { outcome: "ready" });
  metrics?.count("skillmount_index_fetched_files_total", { host }, made.fetched);
  metrics?.observe("skillmount_index_duration_seconds", {}, elapsedMs / 1000);
  log("info", "index.ready", {
    host,
    commit,
    skills,
    files,
    fetched: made.fetched,
    elapsedMs,
  });
  return { state: "ready" };
}

async function fail(deps: RunDeps, work: SnapshotWork, error: unknown): Promise<IndexState | null> {
  const { snapshots, clock, log, metrics, random } = deps;
  const { host, commit } = work.task.key;
  const isExpected = error instanceof IndexingFailure;
  const failure = isExpected ? error : new IndexingFailure("internal");
  const { code } = failure;
  const retryAt = retryTime(failure, work.attempt, clock.now(), random());
  if (!isExpected) log("error", "index.broken", { host, commit, ...whereItFailed(error) });
  log("warn", "index.failed", { host, commit, code, attempt: work.attempt, retryAt });
  if (!await snapshots.fail(work, code, retryAt)) return lost(metrics);
  metrics?.count("skillmount_index_attempts_total", { outcome: code });
  return { state: "failed", code, retryAt };
}

/** Somebody else holds the work by now. */
function lost(metrics: Metrics | undefined): null {
  metrics?.count("skillmount_index_attempts_total", { outcome: "lost" });
  return null;
}
