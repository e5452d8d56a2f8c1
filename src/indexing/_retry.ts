import { CRON_TRIES, type IndexFailureCode, PERMANENT_INDEX_FAILURES } from "../../contracts/indexing.ts";

const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 3_600_000;

/** An edited working tree has a new commit at once: only what asked for the old one waits. */
const CHANGED_DELAY_MS = 1000;

/** A person completes the repository, or nobody does: whoever asks again after that gets it, however late. */
const COMPLETED_DELAY_MS = 10_000;

/**
 * When a failed commit may be tried again (docs/design/snapshots.md "Snapshots in KV"), in milliseconds
 * since the epoch; null when only a new commit or an operator helps. `attempt` counts the failed try, from
 * 1; `random` is uniform in [0, 1).
 */
export function retryTime(
  failure: { readonly code: IndexFailureCode; readonly retryAfterSeconds: number | null },
  attempt: number,
  now: number,
  random: number,
): number | null {
  if (PERMANENT_INDEX_FAILURES.has(failure.code)) return null;
  if (failure.code === "objects_missing") return now + COMPLETED_DELAY_MS;
  if (attempt >= CRON_TRIES) return now + LONGEST_DELAY_MS;
  const first = failure.code === "content_changed" ? CHANGED_DELAY_MS : FIRST_DELAY_MS;
  const delay = Math.min(first * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  // Processes that failed together must not come back together.
  const jittered = delay * (0.8 + 0.4 * random);
  const asked = Math.min((failure.retryAfterSeconds ?? 0) * 1000, LONGEST_DELAY_MS);
  return Math.round(now + Math.max(jittered, asked));
}
