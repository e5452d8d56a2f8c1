import type { CommitHash } from "../../contracts/addresses.ts";
import { DEFAULT_READING_LIMITS, type ReadingLimits } from "../../contracts/limits.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import type { IndexTask } from "../../contracts/indexing.ts";
import type { NetworkId } from "../../contracts/auth/network_id.ts";
import type { SnapshotKey } from "../../contracts/mounts.ts";
import { type ReadingRules, readingRules, ROOT_PATH } from "../../src/format/mod.ts";
import { createIndexing, type Indexer, type IndexingDeps } from "../../src/indexing/mod.ts";
import { createSearchIndex } from "../../src/search/mod.ts";
import { openStore, type Store, type StoreDeps } from "../../src/store/mod.ts";
import { type ManualClock, manualClock } from "./manual_clock.ts";
import { repositoryOf } from "./scripted_host.ts";
import { CatalogGone } from "../../contracts/catalog_view.ts";
import { everythingOf } from "./catalogs/everything_of.ts";

/** One process of a deployment: the real store, search and indexing on a database that it may share. */
export interface IndexingProcess extends AsyncDisposable {
  readonly kv: Deno.Kv;
  readonly rules: ReadingRules;
  readonly store: Store;
  readonly indexer: Indexer;
  readonly clock: ManualClock;
  /** Log events in order, with the failure's code where there is one. */
  readonly events: string[];
}

export interface ProcessOptions {
  /** The database of another process; a new one in memory when left out. */
  readonly kv?: Deno.Kv;
  /** The database as this process sees it. */
  readonly around?: (kv: Deno.Kv) => StoreDeps["kv"];
  readonly clock?: ManualClock;
  readonly limits?: Partial<ReadingLimits>;
  readonly concurrency?: number;
  readonly newPerClient?: number;
}

export const LEASE_MS = 30_000;

let ids = 0;

/** Disposing stops the indexing, and closes the database unless it was given. */
export async function withProcess(
  hosts: readonly GitHost[],
  options: ProcessOptions = {},
): Promise<IndexingProcess> {
  const { clock = manualClock(), limits, concurrency = 2, around = (kv) => kv } = options;
  const kv = options.kv ?? await Deno.openKv(":memory:");
  const rules = rulesOf(limits);
  const events: string[] = [];
  const search = createSearchIndex();
  const ambient: Pick<IndexingDeps, "clock" | "newId" | "log"> = {
    clock,
    newId: () => `id-${++ids}`,
    log: (_level, event, fields) => {
      events.push(typeof fields?.code === "string" ? `${event} ${fields.code}` : event);
    },
  };
  const store = openStore({
    kv: around(kv),
    ...ambient,
    openIndex: search.open,
    cacheBytes: 64 * 1024 * 1024,
  });
  const indexer = createIndexing({
    ...store,
    ...ambient,
    hosts: new Map(hosts.map((host) => [host.key, host])),
    search,
    random: () => 0.5,
    rules,
    concurrency,
    leaseMs: LEASE_MS,
    ...(options.newPerClient !== undefined && { newPerClient: options.newPerClient }),
  });
  return {
    kv,
    rules,
    store,
    indexer,
    clock,
    events,
    async [Symbol.asyncDispose]() {
      await indexer.close();
      if (options.kv === undefined) kv.close();
    },
  };
}

export function rulesOf(limits: Partial<ReadingLimits> = {}): ReadingRules {
  return readingRules({ ...DEFAULT_READING_LIMITS, ...limits });
}

export function taskOf(
  host: GitHost,
  commit: CommitHash,
  options: {
    readonly repository?: string;
    readonly rules?: string;
    readonly serving?: SnapshotKey["serving"];
    readonly client?: string;
  } = {},
): IndexTask {
  const repository = repositoryOf(host.key, options.repository ?? "library");
  const rules = options.rules ?? rulesOf().version;
  const { serving = "full", client } = options;
  const key = { host: host.key, repository: repository.id, commit, rules, serving };
  return { key, repository, ...(client !== undefined && { client: () => client as NetworkId }) };
}

/** Everything that a snapshot serves, as plain values, so that two can be compared whole; null: not ready. */
export async function servedBy({ reader }: Store, key: SnapshotKey, queries: readonly string[] = []) {
  const view = await reader.catalog(key);
  const search = await reader.search(key);
  if (view === null || search === null) return null;
  const contents = new Map<string, string>();
  // A block that is gone shows when it is asked for.
  const catalog = await everythingOf(view).catch(nullIfGone);
  if (catalog === null) return null;
  const { files, skills } = catalog;
  const ids = [...files.filter(({ stored }) => stored), ...skills.flatMap(({ document }) => document ?? [])];
  for (const { content } of ids) {
    const bytes = await reader.content(key, content);
    if (bytes === null) return null;
    contents.set(content, bytes.toBase64());
  }
  const hits = queries.map((query) => search.search(query, ROOT_PATH));
  return { catalog, contents, hits };
}

function nullIfGone(error: unknown): null {
  if (error instanceof CatalogGone) return null;
  throw error;
}
