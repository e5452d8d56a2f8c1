import { dirname, join } from "node:path";
import type { GitHost, IndexTask, SnapshotRecord } from "../../contracts/ports.ts";
import { createGitRunner, createLocalHost } from "../../src/hosts/local/mod.ts";
import type { GitRepository } from "../support/git_repository.ts";
import { type IndexingProcess, servedBy, withProcess } from "../support/indexing_world.ts";
import { manualClock } from "../support/manual_clock.ts";
import { ADDRESS, createLibrary, defaultTask, QUERIES } from "./_repository.ts";

export type Served = Awaited<ReturnType<typeof servedBy>>;

/** The library, and the database that the processes share. */
export interface ChaosWorld extends AsyncDisposable {
  readonly repository: GitRepository;
  /** The database's file. */
  readonly kv: string;
  /** Makes the database a new one. */
  empty(): Promise<void>;
  /** The current commit. */
  task(): Promise<IndexTask>;
  /** What an undisturbed process makes of the current commit, in a database of its own. */
  undisturbed(): Promise<Served>;
  /** What somebody who has just come finds of the current commit. */
  look(): Promise<{ readonly record: SnapshotRecord | null; readonly served: Served }>;
  /** Uses a process of the test's own that starts and ends with this. */
  withNewProcess<Value>(use: (process: IndexingProcess) => Promise<Value>): Promise<Value>;
}

export async function chaosWorld(): Promise<ChaosWorld> {
  const repository = await createLibrary();
  const kv = join(await Deno.makeTempDir({ prefix: "skillmount-chaos-" }), "kv.sqlite");
  const clock = manualClock(Date.now());
  const directories = new Map([[ADDRESS.path, repository.directory]]);
  const host: GitHost = createLocalHost({
    directories,
    root: null,
    verified: true,
    git: createGitRunner({ clock }),
    clock,
  });
  const task = () => {
    // The host believes what it saw for a second.
    clock.advance(2000);
    return defaultTask(host);
  };

  async function withNewProcess<Value>(use: (process: IndexingProcess) => Promise<Value>): Promise<Value> {
    const database = await Deno.openKv(kv);
    try {
      await using process = await withProcess([host], { kv: database });
      return await use(process);
    } finally {
      database.close();
    }
  }

  return {
    repository,
    kv,
    async empty() {
      await Deno.remove(dirname(kv), { recursive: true });
      await Deno.mkdir(dirname(kv));
    },
    task,
    async undisturbed() {
      const current = await task();
      await using process = await withProcess([host]);
      await process.indexer.wait(current, 2 ** 30);
      return await servedBy(process.store, current.key, QUERIES);
    },
    async look() {
      const { key } = await task();
      return await withNewProcess(async ({ store }) => ({
        record: await store.snapshots.record(key),
        served: await servedBy(store, key, QUERIES),
      }));
    },
    withNewProcess,
    async [Symbol.asyncDispose]() {
      await Deno.remove(dirname(kv), { recursive: true });
      await repository[Symbol.asyncDispose]();
    },
  };
}
