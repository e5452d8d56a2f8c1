import type { GitHost } from "../../contracts/git_host.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import type { SnapshotRecord } from "../../contracts/snapshots.ts";
import { createGitRunner, createLocalHost } from "../../src/hosts/local/mod.ts";
import type { GitRepository } from "../support/git_repository.ts";
import {
  type IndexingProcess,
  type ProcessOptions,
  servedBy,
  withProcess,
} from "../support/indexing_world.ts";
import { manualClock } from "../support/manual_clock.ts";
import type { DatabaseKind } from "./_database.ts";
import { ADDRESS, createLibrary, defaultTask, QUERIES } from "./_repository.ts";

export type Served = Awaited<ReturnType<typeof servedBy>>;

/** The library, and the database that the processes share. */
export interface ChaosWorld extends AsyncDisposable {
  readonly repository: GitRepository;
  /** What `Deno.openKv()` takes. */
  readonly kv: string;
  readonly host: GitHost;
  /** Makes the database a new one. */
  empty(): Promise<void>;
  /** The current commit. */
  task(): Promise<IndexTask>;
  /** What an undisturbed process makes of the current commit, in a database of its own. */
  undisturbed(): Promise<Served>;
  /** What somebody who has just come finds of the current commit. */
  look(): Promise<{ readonly record: SnapshotRecord | null; readonly served: Served }>;
  /** Uses a process of the test's own that starts and ends with this. */
  withNewProcess<Value>(
    use: (process: IndexingProcess) => Promise<Value>,
    options?: Omit<ProcessOptions, "kv"> & { readonly host?: GitHost },
  ): Promise<Value>;
}

export async function chaosWorld(kind: DatabaseKind): Promise<ChaosWorld> {
  const repository = await createLibrary();
  const shared = await kind.create();
  const { kv } = shared;
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

  const withNewProcess: ChaosWorld["withNewProcess"] = async (use, options = {}) => {
    const database = await Deno.openKv(kv);
    try {
      await using process = await withProcess([options.host ?? host], { ...options, kv: database });
      const value = await use(process);
      await process.store.reads.flush();
      return value;
    } finally {
      database.close();
    }
  };

  return {
    repository,
    kv,
    host,
    empty: () => shared.empty(),
    task,
    async undisturbed() {
      const current = await task();
      await using process = await withProcess([host]);
      await process.indexer.wait(current, 2 ** 30);
      const served = await servedBy(process.store, current.key, QUERIES);
      await process.store.reads.flush();
      return served;
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
      await shared[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
    },
  };
}
