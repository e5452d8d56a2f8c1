import type { Log } from "../../../contracts/ambient.ts";
import type { SnapshotKey } from "../../../contracts/mounts.ts";
import type { PartManifest, SnapshotParts } from "../../../contracts/snapshots.ts";
import { type BlockCache, openCatalog, type OpenedCatalog } from "../catalog/open_catalog.ts";
import { repositoryKey } from "../keys.ts";
import type { PartStore } from "../parts/part_store.ts";
import type { SnapshotRows } from "./snapshot_rows.ts";

/**
 * Has a ready snapshot indexed again, unless `broken` denies it of what is ready by now: somebody may have
 * repaired it.
 */
export type InvalidateIf = (
  key: SnapshotKey,
  broken: (parts: SnapshotParts) => Promise<boolean>,
) => Promise<void>;

/** Where the blocks of an opened catalog stay for a while. */
interface CatalogBlocks {
  readonly cache: BlockCache;
  /** Unique to the repository. */
  readonly name: string;
  /** Told once a block is gone or broken. */
  readonly broken: () => void;
}

/** The parts of ready snapshots. One that is broken invalidates its snapshot. */
export interface PartReading {
  /** A part as `open` makes it of its bytes; null when there is none, or it is broken or does not open. */
  readPart<Value>(
    key: SnapshotKey,
    name: Exclude<keyof SnapshotParts, "catalog">,
    open: (bytes: Uint8Array) => Promise<Value | null>,
  ): Promise<Value | null>;
  /** The catalog, whose blocks are read later and may turn out broken then; null as for `readPart`. */
  openCatalog(key: SnapshotKey, blocks: CatalogBlocks): Promise<OpenedCatalog | null>;
}

export function createPartReading({ log, parts, rows, invalidateIf }: {
  readonly log: Log;
  readonly parts: PartStore;
  readonly rows: Pick<SnapshotRows, "read">;
  readonly invalidateIf: InvalidateIf;
}): PartReading {
  async function manifestOf(key: SnapshotKey, name: keyof SnapshotParts): Promise<PartManifest | null> {
    const record = (await rows.read(key)).value?.record;
    return record?.state === "ready" ? record.parts[name] : null;
  }

  /** Unless another process has put another part in its place. */
  function foundBroken(
    key: SnapshotKey,
    name: keyof SnapshotParts,
    { id, chunks }: PartManifest,
    readable: boolean,
  ): Promise<void> {
    return invalidateIf(key, (ready) => {
      const isStill = ready[name].id === id;
      if (isStill) log("error", "store.broken", { part: name, chunks, readable });
      return Promise.resolve(isStill);
    });
  }

  return {
    async readPart(key, name, open) {
      const manifest = await manifestOf(key, name);
      if (manifest === null) return null;
      const bytes = await parts.read(rootOf(key), manifest);
      const value = bytes && await open(bytes);
      if (value === null) await foundBroken(key, name, manifest, bytes !== null);
      return value;
    },

    async openCatalog(key, { cache, name, broken }) {
      const manifest = await manifestOf(key, "catalog");
      if (manifest === null) return null;
      const opened = await openCatalog(manifest, {
        cache,
        name,
        read: (numbers, consistency) => parts.readValues(rootOf(key), manifest.id, numbers, consistency),
        async broken() {
          broken();
          await foundBroken(key, "catalog", manifest, false);
        },
      });
      if (opened === null) await foundBroken(key, "catalog", manifest, false);
      return opened;
    },
  };
}

function rootOf({ host, repository }: SnapshotKey): Deno.KvKey {
  return repositoryKey(host, repository);
}
