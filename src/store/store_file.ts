import { backup, DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { StoreFile } from "../../contracts/housekeeping.ts";
import { failure, type Result, success } from "../../contracts/result.ts";

/** How long others may hold the file up, which they do for moments. */
const BUSY_MS = 10_000;

/** A server that moves the log over itself does so within moments, and SQLite waits for none of them. */
const LOG_TRIES = 5;
const LOG_PAUSE_MS = 200;

/**
 * The embedded store as the SQLite database that it is, besides whatever has it open.
 *
 * @param busyMs How long whoever holds it up is waited for, each time.
 */
export function createStoreFile(path: string, busyMs = BUSY_MS): StoreFile {
  return {
    backup: (target) => attempt(`back up the store to "${target}"`, () => copy(path, target)),

    async compact() {
      return await attempt("compact the store", async () => {
        const before = await sizeOf(path);
        using database = open(path, false, busyMs);
        database.exec("VACUUM");
        await moveLog(database);
        return { before, after: await sizeOf(path) };
      });
    },
  };
}

async function copy(path: string, target: string): Promise<number> {
  // Whoever mistypes a name must not lose what was there.
  (await Deno.open(target, { write: true, createNew: true })).close();
  try {
    using database = open(path, true);
    // All pages in one step, which is one transaction.
    await backup(database, target, { rate: -1 });
    using copied = open(target, false);
    const check = copied.prepare("PRAGMA quick_check").get();
    if (check?.quick_check !== "ok") throw new Error("the copy is broken");
  } catch (error) {
    await Deno.remove(target);
    throw error;
  }
  return (await Deno.stat(target)).size;
}

/** With the log, which holds what has not been moved over. */
async function sizeOf(path: string): Promise<number> {
  const { size } = await Deno.stat(path);
  const log = await Deno.stat(`${path}-wal`).catch(() => null);
  return size + (log?.size ?? 0);
}

/** What was written is in the log until it is moved over, and only then is the file cut. */
async function moveLog(database: DatabaseSync): Promise<void> {
  // That it could not be moved is a row of the answer, and no error.
  const isBusy = () => database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy !== 0;
  for (let left = LOG_TRIES; isBusy(); left--) {
    if (left === 1) throw new Error("the log is busy");
    await delay(LOG_PAUSE_MS);
  }
}

function open(path: string, readOnly: boolean, timeout = BUSY_MS): DatabaseSync {
  return new DatabaseSync(path, { readOnly, timeout });
}

async function attempt<Value>(what: string, job: () => Promise<Value>): Promise<Result<Value, string>> {
  try {
    return success(await job());
  } catch (error) {
    return failure(`Cannot ${what}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.AlreadyExists) return "there is such a file already";
  if (error instanceof Deno.errors.NotCapable) {
    return "the program may not; run it with --allow-read and --allow-write for the directories of both files";
  }
  const message = error instanceof Error ? error.message : String(error);
  // Deno lets nobody attach a database, as SQLite does to compact one, who may not do everything.
  if (message.includes("attached databases")) {
    return "SQLite needs every permission for it; run deno run -A main.ts admin compact";
  }
  return /locked|busy/i.test(message) ? "others are using it; try again, or stop them" : message;
}
