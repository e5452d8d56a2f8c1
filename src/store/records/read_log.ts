import type { ReadLog } from "../../../contracts/housekeeping.ts";
import type { SnapshotKey } from "../../../contracts/mounts.ts";
import type { SNAPSHOT_READ } from "../../../contracts/records.ts";
import { snapshotName } from "../../../contracts/snapshot_name.ts";
import { whereItFailed } from "../../../contracts/where_it_failed.ts";
import type { z } from "zod";
import { createBoundedMap, createTokenBuckets } from "../../flow/mod.ts";
import { commit, type KvDeps } from "../kv.ts";
import { readKey } from "../keys.ts";

/** A snapshot that is read all the time is written down so often. */
const STEP_MS = 3_600_000;

const MINUTE_MS = 60_000;

/** Snapshots that are remembered; one that is forgotten is written down once more. */
const REMEMBERED = 10_000;

interface Read {
  readonly key: SnapshotKey;
  /** Milliseconds since the epoch. */
  at: number;
  writtenAt: number | null;
  /** When the store last did not take it, which is left alone for a while then. */
  failedAt: number | null;
}

export function createReadLog(deps: KvDeps): ReadLog {
  const { kv, clock, log } = deps;
  const mayTell = createTokenBuckets({ clock, capacity: 1, refillMs: MINUTE_MS });
  const reads = createBoundedMap<Read>(REMEMBERED);
  const writing = new Set<Promise<void>>();

  /** Never rejects: a read that is not written down makes its snapshot look older, and no answer worse. */
  async function write(read: Read): Promise<void> {
    const { key, at } = read;
    read.writtenAt = at;
    try {
      const row: z.infer<typeof SNAPSHOT_READ> = { readAt: at };
      await commit(deps, () => kv.atomic().set(readKey(key), row));
    } catch (error) {
      read.writtenAt = null;
      read.failedAt = at;
      if (mayTell("unwritten") === 0) log("warn", "store.read_unwritten", { ...whereItFailed(error) });
    }
  }

  function start(read: Read): void {
    const done = write(read).finally(() => writing.delete(done));
    writing.add(done);
  }

  return {
    note(key) {
      const name = snapshotName(key);
      const at = clock.now();
      const read = reads.get(name) ?? { key, at, writtenAt: null, failedAt: null };
      read.at = at;
      reads.set(name, read);
      // A clock that was set back writes once more.
      const isDue = read.writtenAt === null || Math.abs(at - read.writtenAt) >= STEP_MS;
      const isLeftAlone = read.failedAt !== null && Math.abs(at - read.failedAt) < MINUTE_MS;
      if (isDue && !isLeftAlone) start(read);
    },

    async flush() {
      for (const read of reads.values()) {
        if (read.writtenAt !== read.at) start(read);
      }
      await Promise.all(writing);
    },
  };
}
