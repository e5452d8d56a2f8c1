import { ROOT_PATH } from "../../src/format/mod.ts";
import { createSearchIndex } from "../../src/search/mod.ts";
import { openStore } from "../../src/store/mod.ts";

/**
 * What a process that has seen nothing reads from KV to browse the root of a snapshot: how often, and how
 * many values.
 */
export async function coldReads(
  kvPath: string,
  repository: string,
): Promise<{ readonly reads: number; readonly values: number }> {
  const counted = { reads: 0, values: 0 };
  const kv = await Deno.openKv(kvPath);
  const count = (values: number) => {
    counted.reads++;
    counted.values += values;
  };
  const store = openStore({
    kv: {
      get: (key, options) => (count(1), kv.get(key, options)),
      getMany: (keys, options) => (count(keys.length), kv.getMany(keys, options)),
      list: (selector, options) => kv.list(selector, options),
      atomic: () => kv.atomic(),
    },
    clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
    newId: () => crypto.randomUUID(),
    log: () => {},
    openIndex: createSearchIndex().open,
    cacheBytes: 128 * 1024 * 1024,
  });
  try {
    for await (const of of store.housekeeping.repositories()) {
      const { snapshots } = await store.housekeeping.holdings(of);
      const entry = snapshots.find((one) => one.repository.name === repository);
      if (entry === undefined) continue;
      Object.assign(counted, { reads: 0, values: 0 });
      const view = await store.reader.catalog(entry.key);
      if (view === null) throw new Error(`Cannot read the catalog of "${repository}"`);
      const [page] = await Promise.all([
        view.browsed("any", ROOT_PATH, 0, 20),
        view.folders.at(ROOT_PATH),
        ...(["manifest", "error", "left_out"] as const).map((kind) =>
          view.problems.within(kind, ROOT_PATH, 8)
        ),
      ]);
      await Promise.all(page.rows.map(({ directory }) => view.folders.at(directory)));
      return { ...counted };
    }
    throw new Error(`Cannot find a snapshot of "${repository}"`);
  } finally {
    await store.reads.flush();
    kv.close();
  }
}
