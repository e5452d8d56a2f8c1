/**
 * A process that indexes the default branch of one repository and says how it went. It can be told to
 * stand still at a given step, wherever that is.
 */
import type { Clock, Log } from "../../contracts/ambient.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import type { SnapshotStore } from "../../contracts/snapshots.ts";
import { createGitRunner, createLocalHost } from "../../src/hosts/local/mod.ts";
import { createIndexing } from "../../src/indexing/mod.ts";
import { createSearchIndex } from "../../src/search/mod.ts";
import { openStore } from "../../src/store/mod.ts";
import { haltingAt, type HaltOrders, standStill, stepping } from "./_halting.ts";
import { ADDRESS, defaultTask, LIBRARY_RULES } from "./_repository.ts";

/** What the process is told, as JSON in its only argument. */
export interface Orders extends HaltOrders {
  readonly kv: string;
  readonly repository: string;
  /** How far its clock is ahead. Milliseconds. */
  readonly ahead: number;
  /** How long it waits for the commit. Milliseconds. */
  readonly patience: number;
}

/** What it says in the end, as one line of JSON. */
export interface Report {
  readonly state: string;
  readonly steps: number;
  readonly published: number;
  readonly refused: number;
  readonly trees: number;
  readonly blobs: number;
}

if (import.meta.main) await main(JSON.parse(Deno.args[0] ?? "") as Orders);

async function main(orders: Orders): Promise<void> {
  const { step, steps } = haltingAt(orders);
  const counts = { published: 0, refused: 0, trees: 0, blobs: 0 };

  const clock: Clock = {
    now: () => Date.now() + orders.ahead,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const timer = setTimeout(resolve, ms);
        signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
      }),
  };
  const newId = () => crypto.randomUUID();
  const log: Log = (level, event, fields) => {
    if (level === "error") console.error(event, fields);
  };
  const kv = await Deno.openKv(orders.kv);
  const search = createSearchIndex();
  const store = openStore({
    kv: stepping(kv, step),
    clock,
    newId,
    log,
    openIndex: search.open,
    cacheBytes: 64 * 1024 * 1024,
  });
  const directories = new Map([[ADDRESS.path, orders.repository]]);
  const local = createLocalHost({
    directories,
    root: null,
    verified: true,
    git: createGitRunner({ clock }),
    clock,
  });
  const task = await defaultTask(local);
  const host: GitHost = {
    ...local,
    tree(...asked) {
      counts.trees++;
      return step(() => local.tree(...asked));
    },
    async *blobs(...asked) {
      for await (const blob of local.blobs(...asked)) {
        counts.blobs++;
        yield step(() => blob);
      }
    },
  };
  const snapshots: SnapshotStore = {
    ...store.snapshots,
    async publish(...published) {
      const done = await store.snapshots.publish(...published);
      counts[done ? "published" : "refused"]++;
      return done;
    },
  };
  const indexer = createIndexing({
    snapshots,
    contents: store.contents,
    search,
    hosts: new Map([[host.key, host]]),
    clock,
    newId,
    random: Math.random,
    log,
    rules: LIBRARY_RULES,
    concurrency: 2,
    leaseMs: 30_000,
  });
  standStill("ready to start");
  const { state } = await indexer.wait(task, orders.patience);
  await indexer.close();
  kv.close();
  console.log(JSON.stringify({ state, steps: steps(), ...counts } satisfies Report));
}
