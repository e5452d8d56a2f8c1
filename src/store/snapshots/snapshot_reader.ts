import type { ContentId } from "../../../contracts/domain.ts";
import type { Metrics } from "../../../contracts/metrics.ts";
import type { Log } from "../../../contracts/ambient.ts";
import type { ReadLog } from "../../../contracts/housekeeping.ts";
import type { SnapshotKey } from "../../../contracts/mounts.ts";
import type { CatalogView } from "../../../contracts/catalog_view.ts";
import type { SearchIndex, SearchReader } from "../../../contracts/search_index.ts";
import { repositoryRoot, type SnapshotReader } from "../../../contracts/snapshots.ts";
import { decodeText } from "../../format/mod.ts";
import { createByteCache } from "../byte_cache.ts";
import type { BlockCache } from "../catalog/open_catalog.ts";
import { type KeyedRoot, keyedRoot, type RootedContents } from "../contents/content_store.ts";
import type { SnapshotShelf } from "./snapshot_store.ts";

/** Of the memory for catalogs, what their directories may hold; their blocks have the rest. */
const DIRECTORY_SHARE = 0.1;

interface ReaderDeps {
  readonly snapshots: SnapshotShelf;
  readonly contents: RootedContents;
  readonly reads: ReadLog;
  readonly openIndex: SearchIndex["open"];
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  /** For each of catalogs, search readers and texts. */
  readonly cacheBytes: number;
}

/** Where a snapshot and its repository are found in the caches. */
interface CacheNames {
  readonly snapshot: string;
  readonly root: KeyedRoot;
}

export function createSnapshotReader(deps: ReaderDeps): SnapshotReader {
  const { snapshots, contents, reads, openIndex, log } = deps;
  const catalogs = createByteCache<CatalogView>(deps.cacheBytes * DIRECTORY_SHARE);
  const blocks: BlockCache = createByteCache(deps.cacheBytes * (1 - DIRECTORY_SHARE));
  const searches = createByteCache<SearchReader>(deps.cacheBytes);
  const texts = createByteCache<string>(deps.cacheBytes);
  for (const [name, cache] of Object.entries({ catalogs, blocks, searches, texts })) {
    deps.metrics?.gauge("skillmount_cache_bytes", { cache: name }, () => cache.bytes);
  }
  const names = new WeakMap<SnapshotKey, CacheNames>();

  /** Made once a key object, because every request asks several times with the same one. */
  function namesOf(key: SnapshotKey): CacheNames {
    const known = names.get(key);
    if (known !== undefined) return known;
    const root = keyedRoot(repositoryRoot(key.host, key.repository));
    const made = { root, snapshot: root.name + JSON.stringify([key.commit, key.rules, key.serving]) };
    names.set(key, made);
    return made;
  }

  async function content(key: SnapshotKey, id: ContentId): Promise<Uint8Array | null> {
    const { root } = namesOf(key);
    const bytes = await contents.readAt(root, id);
    if (bytes !== null) return bytes;
    await snapshots.invalidateIf(key, async () => {
      const isGone = await contents.readAt(root, id) === null;
      if (isGone) log("error", "store.broken", { part: "content" });
      return isGone;
    });
    return null;
  }

  return {
    heldCatalog(key) {
      const view = catalogs.get(namesOf(key).snapshot) ?? null;
      if (view !== null) reads.note(key);
      return view;
    },

    async catalog(key) {
      const { snapshot, root } = namesOf(key);
      const view = await catalogs.load(snapshot, async () => {
        const opened = await snapshots.openCatalog(key, {
          cache: blocks,
          name: root.name,
          broken: () => catalogs.delete(snapshot),
        });
        return opened && { value: opened.view, bytes: opened.bytes };
      });
      // Whoever reads anything of a snapshot starts here.
      if (view !== null) reads.note(key);
      return view;
    },

    search(key) {
      return searches.load(namesOf(key).snapshot, () =>
        snapshots.readPart(key, "search", async (bytes) => {
          const value = await openIndex(bytes);
          return value && { value, bytes: value.bytes };
        }));
    },

    content,

    text(key, id) {
      return texts.load(namesOf(key).root.name + id, async () => {
        const bytes = await content(key, id);
        const value = bytes && decodeText(bytes);
        return value === null ? null : { value, bytes: value.length * 2 };
      });
    },
  };
}
