/** Repositories of a directory, mounted through the pipeline of the server without its surfaces. */
import { setTimeout as delay } from "node:timers/promises";
import { basename, resolve } from "node:path";
import { DEFAULT_READING_LIMITS } from "../../contracts/limits.ts";
import type { Clock } from "../../contracts/ambient.ts";
import type { SnapshotKey } from "../../contracts/mounts.ts";
import type { SearchEntry, SearchFields, SearchIndex } from "../../contracts/search_index.ts";
import { readingRules } from "../../src/format/mod.ts";
import { createGitRunner, createLocalHost } from "../../src/hosts/local/mod.ts";
import { createIndexing } from "../../src/indexing/mod.ts";
import { createMounts } from "../../src/mounts/mod.ts";
import { openSnapshot, search, type Snapshot } from "../../src/reading/mod.ts";
import { createSearchIndex } from "../../src/search/mod.ts";
import { openStore } from "../../src/store/mod.ts";

/** A text as the index was given it. */
export interface IndexedText {
  readonly entry: SearchEntry;
  readonly fields: SearchFields;
}

export interface MountedRepository {
  readonly name: string;
  readonly texts: readonly IndexedText[];
  readonly key: SnapshotKey;
  /** The first ten paths that `search_repo` names. */
  search(query: string): Promise<readonly string[]>;
}

export interface MountedRepositories extends AsyncDisposable {
  /** The clone, plain directory or bundle of that name, indexed. */
  mount(name: string): Promise<MountedRepository>;
}

const RESULTS = 10;
const WAIT_MS = 600_000;
const SCRATCH = ".skillmount";

/** Bundles are cloned under `.skillmount` and removed when this is disposed of. */
export async function mountedRepositories(
  directory: string,
  kvPath = ":memory:",
): Promise<MountedRepositories> {
  await Deno.mkdir(SCRATCH, { recursive: true });
  const scratch = await Deno.makeTempDir({ dir: SCRATCH, prefix: "repositories-" });
  const directories = new Map<string, string>();
  const clock: Clock = {
    now: () => Date.now(),
    sleep: (ms, signal) => delay(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
  };
  const log = () => {};
  const newId = () => crypto.randomUUID();
  const rules = readingRules(DEFAULT_READING_LIMITS);
  const git = createGitRunner({ clock });
  const host = createLocalHost({ directories, root: null, verified: true, git, clock });
  const hosts = new Map([[host.key, host]]);
  const kv = await Deno.openKv(kvPath);
  const { texts, search: recorded } = recording(createSearchIndex());
  const store = openStore({ kv, clock, newId, log, openIndex: recorded.open, cacheBytes: 256 * 1024 * 1024 });
  const indexing = createIndexing({
    ...store,
    hosts,
    search: recorded,
    clock,
    newId,
    random: Math.random,
    log,
    rules,
    concurrency: 1,
    leaseMs: 30_000,
  });
  const mounts = createMounts({ ...store, hosts, rules, clock });
  const sources = {
    indexing,
    reader: store.reader,
    clock,
    hosts: new Map([[host.key, host.rules]]),
  };

  async function mount(name: string): Promise<MountedRepository> {
    const address = `local/repositories/${name}`;
    directories.set(address.slice("local/".length), await repositoryOf(directory, name, scratch));
    const mounted = await mounts.open(`/${address}`, { kind: "nobody" });
    if (!mounted.ok) throw new Error(`Cannot mount "${name}": ${mounted.error.code}`);
    texts.length = 0;
    const snapshot = await openSnapshot(sources, mounted.value, WAIT_MS);
    if (!snapshot.ok) throw new Error(`Cannot index "${name}": ${snapshot.error.code}`);
    return {
      name,
      texts: [...texts],
      key: mounted.value.snapshot,
      search: (query) => searchPaths(snapshot.value, query),
    };
  }

  return {
    mount,
    async [Symbol.asyncDispose]() {
      await indexing.close();
      kv.close();
      await Deno.remove(scratch, { recursive: true });
    },
  };
}

async function searchPaths(snapshot: Snapshot, query: string): Promise<readonly string[]> {
  const found = await search(snapshot, { query, limit: RESULTS });
  if (!found.ok) throw new Error(`Cannot search for "${query}": ${found.error.code}`);
  return found.value.items.map(({ path }) => path);
}

/** The engine, and the texts of the last repository that it was given. */
function recording(engine: SearchIndex): { readonly texts: IndexedText[]; readonly search: SearchIndex } {
  const texts: IndexedText[] = [];
  return {
    texts,
    search: {
      open: engine.open,
      build: (entries, previous) =>
        engine.build(
          entries.map((entry) => ({
            ...entry,
            fields: async () => {
              const fields = await entry.fields();
              texts.push({ entry, fields });
              return fields;
            },
          })),
          previous,
        ),
    },
  };
}

async function repositoryOf(directory: string, name: string, scratch: string): Promise<string> {
  const path = resolve(directory, name);
  const bundle = `${path}.bundle`;
  if (await exists(path) || !await exists(bundle)) return path;
  const clone = resolve(scratch, basename(name));
  const { success, stderr } = await new Deno.Command("git", { args: ["clone", "-q", bundle, clone] })
    .output();
  if (!success) throw new Error(`Cannot clone "${bundle}": ${new TextDecoder().decode(stderr).trim()}`);
  return clone;
}

function exists(path: string): Promise<boolean> {
  return Deno.stat(path).then(() => true, () => false);
}
