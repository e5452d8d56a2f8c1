import type { Holdings, StoredEntry, StoredRef } from "../../contracts/housekeeping.ts";
import { parseCommitHash } from "../format/mod.ts";

/** What may go and when. Times in milliseconds. */
export interface RetentionRules {
  /** The reading-rule version of this process. */
  readonly rules: string;
  /** What was not used for so long may go, unless a branch, a tag or a working tree is at its commit. */
  readonly keepMs: number;
  /** What was used within so much time stays; more than the hour that a read may go unwritten. */
  readonly graceMs: number;
  /** Instead of both, for what a working tree held before it was edited: every edit leaves a snapshot. */
  readonly editedMs: number;
}

/** When a snapshot was last written or read. Milliseconds since the epoch. */
export function lastUse({ record, readAt }: StoredEntry): number {
  return Math.max(record.updatedAt, readAt ?? 0);
}

/** Whether nobody is expected to read a snapshot again, or to finish it. */
export function isUnneeded(
  entry: StoredEntry,
  { snapshots, refs }: Holdings,
  { rules, keepMs, graceMs, editedMs }: RetentionRules,
  now: number,
): boolean {
  const { key, record } = entry;
  if (record.state === "indexing" && record.lease.until > now) return false;
  const age = now - lastUse(entry);
  const refsAtIt = refs.filter(({ resolution }) => resolution.commit === key.commit);
  const isPointedAt = refsAtIt.some((ref) => isMoving(ref) && now - ref.resolvedAt < keepMs);
  const isEdited = !isPointedAt && refsAtIt.some(({ resolution }) => resolution.kind === "worktree");
  if (isEdited) return age >= editedMs;
  const isReplaced = key.rules !== rules &&
    snapshots.some((other) =>
      other.record.state === "ready" && other.key.rules === rules &&
      other.key.commit === key.commit && other.key.serving === key.serving
    );
  return age >= (isReplaced ? graceMs : isPointedAt ? Infinity : keepMs);
}

/** Whether what is remembered of a ref may be of use, once `snapshots` are all there are. */
export function isRefNeeded(
  ref: StoredRef,
  snapshots: readonly StoredEntry[],
  { keepMs, editedMs }: RetentionRules,
  now: number,
): boolean {
  const { kind, commit } = ref.resolution;
  const isPinOfEdit = !isMoving(ref) && kind === "worktree";
  if (now - ref.resolvedAt < (isPinOfEdit ? editedMs : keepMs)) return true;
  // A commit is confirmed once. A name is resolved again whenever it is used.
  return !isMoving(ref) && snapshots.some(({ key }) => key.commit === commit);
}

/** No name is a full hash. */
function isMoving({ ref }: StoredRef): boolean {
  return !parseCommitHash(ref).ok;
}
