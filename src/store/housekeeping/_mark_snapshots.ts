import { CatalogGone } from "../../../contracts/catalog_view.ts";
import { STORED_SNAPSHOT } from "../../../contracts/records.ts";
import type { PartManifest } from "../../../contracts/snapshots.ts";
import { createByteCache } from "../byte_cache.ts";
import { openCatalog } from "../catalog/open_catalog.ts";
import { rowsKey } from "../keys.ts";
import { readRow } from "../kv.ts";
import type { PartStore } from "../parts/part_store.ts";
import { storedContentIdsOf } from "../snapshots/snapshot_document.ts";
import type { IdFilter } from "./_id_filter.ts";
import type { Mark, SweepDeps } from "./_sweep_contents.ts";

const BATCH = { batchSize: 1000 };

/** Marks what the snapshots of a repository refer to. */
export function markSnapshots({ kv, parts }: SweepDeps, root: Deno.KvKey): Mark {
  return async (needed, marked) => {
    for await (const { key, value } of kv.list({ prefix: rowsKey(root, "s") }, BATCH)) {
      const stored = STORED_SNAPSHOT.safeParse(value).data;
      if (stored === undefined) return false;
      if (stored.record.state !== "ready" || marked.has(stored.record.parts.catalog.id)) continue;
      const { catalog: manifest } = stored.record.parts;
      if (await markCatalog(parts, root, manifest, needed)) {
        marked.add(manifest.id);
        continue;
      }
      // Taken out since it was listed, it needs nothing any more.
      const now = (await readRow(kv, key, STORED_SNAPSHOT)).value?.record;
      if (now?.state === "ready" && now.parts.catalog.id === manifest.id) return false;
    }
    return true;
  };
}

/** False: the catalog cannot be read. What was added of it by then is kept, which harms nothing. */
async function markCatalog(
  parts: PartStore,
  root: Deno.KvKey,
  manifest: PartManifest,
  needed: IdFilter,
): Promise<boolean> {
  const opened = await openCatalog(manifest, {
    read: (numbers, consistency) => parts.readValues(root, manifest.id, numbers, consistency),
    broken: () => Promise.resolve(),
    // Every block is read once.
    cache: createByteCache(0),
    name: "",
  });
  if (opened === null) return false;
  try {
    for await (const id of storedContentIdsOf(opened.view)) needed.add(id);
    return true;
  } catch (error) {
    if (error instanceof CatalogGone) return false;
    throw error;
  }
}
