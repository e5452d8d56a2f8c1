import type { HostKey } from "../../../contracts/addresses.ts";
import type { Clock, Log, NewId } from "../../../contracts/ambient.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Connection, ConnectionId, RunEnd, RunTrigger } from "../../../contracts/library/connections.ts";
import type { Metrics } from "../../../contracts/metrics.ts";
import { whereItFailed } from "../../../contracts/where_it_failed.ts";
import { createNextFlight } from "../../flow/mod.ts";
import { type Looked, runConnection, type RunDeps, toldOf } from "./run_connection.ts";

export interface SyncDeps extends Omit<RunDeps, "now" | "isOurs"> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, "count">;
}

/** Publishes from connected repositories, one process at a time for each. */
export interface Sync {
  /** Looks at every connection that is due. How many it looked at. */
  runDue(): Promise<number>;
  /** A host tells of a push: whoever is connected to the repository is due. By its number and its names. */
  pushed(host: HostKey, subjects: readonly string[]): Promise<void>;
  /** Something is due now: begins soon, beside whatever is asked. */
  begin(): void;
  /** Ends what was begun. */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const LATER_MS = 5 * 60_000;
/** Longer than a run takes, with what it waits for. */
const LEASE_MS = 15 * 60_000;
/** Connections of one run of the clock: the rest is due at the next. */
const MOST_AT_ONCE = 100;
/** Pushes come in bursts. */
const SOON_MS = 250;

export function createSync(deps: SyncDeps): Sync {
  const { connections, clock, log } = deps;
  const closing = new AbortController();
  const runNext = createNextFlight<number>();
  let running: Promise<void> | null = null;
  let isWanted = false;

  async function claim(account: AccountId, id: ConnectionId, owner: string): Promise<Connection | null> {
    const until = clock.now() + LEASE_MS;
    return await connections.change(account, id, (before) => {
      const isTaken = before.lease !== null && before.lease.until > clock.now();
      // Due when the lease has run out, so that who dies is followed by another, and any other time means a wish since.
      return isTaken || before.dueAt > clock.now()
        ? null
        : { ...before, lease: { owner, until }, dueAt: until };
    });
  }

  async function look(account: AccountId, id: ConnectionId): Promise<boolean> {
    const owner = deps.newId();
    const claimed = await claim(account, id, owner);
    if (claimed === null) return false;
    const startedAt = clock.now();
    const looked = await attempt(claimed, owner);
    log("info", "sync.looked", {
      state: looked.state,
      trigger: claimed.trigger,
      skills: looked.skills.length,
    });
    deps.metrics?.count("skillmount_sync_runs_total", { state: looked.state });
    if (!await connections.end(account, id, owner, endOf(claimed, looked, startedAt, clock.now()))) {
      // Whoever took over may have published before what this one was about to: somebody looks once more.
      await connections.change(account, id, (before) => dueNow(before, before.trigger, clock.now()));
    }
    return true;
  }

  async function attempt(connection: Connection, owner: string): Promise<Looked> {
    try {
      const { account, id } = connection;
      const isOurs = async () => (await connections.find(account, id))?.lease?.owner === owner;
      return await runConnection({ ...deps, now: clock.now, isOurs }, connection);
    } catch (error) {
      log("warn", "sync.failed", { ...whereItFailed(error) });
      const reason = "this server failed to read it, and tries again by itself";
      return { state: "later", asks: null, commit: null, proof: null, reason, skills: [], unchanged: 0 };
    }
  }

  async function lookAtDue(): Promise<number> {
    let count = 0;
    for (const { account, id } of await connections.due(clock.now(), MOST_AT_ONCE)) {
      if (closing.signal.aborted) break;
      if (await look(account, id)) count++;
    }
    return count;
  }

  const runDue = () => runNext("due", lookAtDue);

  async function runSoon(): Promise<void> {
    while (isWanted && !closing.signal.aborted) {
      await clock.sleep(SOON_MS, closing.signal);
      if (closing.signal.aborted) return;
      isWanted = false;
      try {
        await runDue();
      } catch (error) {
        // The next run of the clock does it again.
        log("warn", "sync.run_failed", { ...whereItFailed(error) });
      }
    }
  }

  function begin(): void {
    isWanted = true;
    running ??= runSoon().finally(() => running = null);
  }

  return {
    runDue,
    begin,
    async pushed(host, subjects) {
      const found = await connections.of(host, subjects);
      for (const { account, id } of found) {
        await connections.change(account, id, (before) => dueNow(before, "push", clock.now()));
      }
      if (found.length > 0) begin();
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** The connection as somebody wants it looked at now. */
export function dueNow(connection: Connection, trigger: RunTrigger, now: number): Connection {
  return { ...connection, dueAt: now, trigger };
}

/** What a look leaves of its connection, and what it tells, if there is something that the last one did not. */
function endOf(claimed: Connection, looked: Looked, startedAt: number, endedAt: number): RunEnd {
  const { state, asks, reason } = looked;
  const commit = looked.commit?.commit ?? null;
  const told = toldOf(looked);
  const isNews = claimed.trigger !== "schedule" || claimed.looked?.state !== state ||
    (commit !== null && claimed.looked.commit !== commit) ||
    told.skills.some(({ outcome }) => outcome !== "skipped");
  return {
    run: isNews ? { trigger: claimed.trigger, state, commit, reason, ...told, startedAt, endedAt } : null,
    connection: (before) => {
      const isWished = before.dueAt !== claimed.dueAt;
      return {
        ...before,
        ...whatIsKnown(before, looked, endedAt),
        looked: { at: endedAt, state, commit, asks },
        dueAt: isWished ? before.dueAt : endedAt + (state === "later" ? LATER_MS : HOUR_MS),
        trigger: isWished || state === "later" ? before.trigger : "schedule",
      };
    },
  };
}

function whatIsKnown(before: Connection, looked: Looked, now: number): Partial<Connection> {
  const { state, commit, proof } = looked;
  if (state === "missing") {
    const { since, times } = before.missing ?? { since: now, times: 0 };
    return { missing: { since, times: times + 1 } };
  }
  if (commit === null || proof === null) return commit === null ? {} : { missing: null };
  const { repository, address } = commit;
  return {
    missing: null,
    repository,
    address,
    proven: proof.proven,
    vouched: before.vouched === null
      ? null
      : { ...before.vouched, owner: before.vouched.owner ?? repository.owner },
    ...(state === "done" && { confirmed: null }),
  };
}
