import { backup, DatabaseSync } from "node:sqlite";
import type { StoreFile } from "../../contracts/housekeeping.ts";
import { failure, type Result, success } from "../../contracts/result.ts";

/** How long others may hold the file up, which they do for moments. */
const BUSY_MS = 10_000;

/** The embedded store as the SQLite database that it is, besides whatever has it open. */
export function createStoreFile(path: string): StoreFile {
  return {
    backup: (target) => attempt(`back up the store to "${target}"`, () => copy(path, target)),

    async compact() {
      return await attempt("compact the store", async () => {
        const before = await sizeOf(path);
        using database = open(path, false);
        database.exec("VACUUM");
        // What was written is in the log until it is moved over, and only then is the file cut.
        database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
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

function open(path: string, readOnly: boolean): DatabaseSync {
  return new DatabaseSync(path, { readOnly, timeout: BUSY_MS });
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
  return /locked|busy/i.test(message) ? "others are writing to it; try again, or stop them" : message;
}
