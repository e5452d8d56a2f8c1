import type { Catalog } from "../../../contracts/domain.ts";
import { createByteCache } from "../../../src/store/byte_cache.ts";
import { encodeCatalog, type EncodedCatalog } from "../../../src/store/catalog/encode_catalog.ts";
import {
  type BlockCache,
  type CatalogSource,
  openCatalog,
  type OpenedCatalog,
} from "../../../src/store/catalog/open_catalog.ts";
import type { Codec } from "../../../src/store/parts/codec.ts";

export interface StoredOptions {
  /** Small ones, so that every page and every range crosses boundaries. */
  readonly maxBlockBytes?: number;
  readonly codec?: Codec;
  readonly cache?: BlockCache;
}

/** A catalog in values, and which of them were read, read by read. */
export interface StoredCatalog {
  readonly encoded: EncodedCatalog;
  readonly values: (Uint8Array | null)[];
  readonly reads: (readonly number[])[];
  /** How often something was found broken. */
  broken: number;
  open(): Promise<OpenedCatalog | null>;
}

export async function storedCatalog(catalog: Catalog, options: StoredOptions = {}): Promise<StoredCatalog> {
  const { maxBlockBytes = 600, cache = createByteCache(64 * 1024 * 1024), codec } = options;
  const encoded = await encodeCatalog(catalog, { maxBlockBytes, ...(codec !== undefined && { codec }) });
  const source: CatalogSource = {
    read(numbers) {
      stored.reads.push(numbers);
      return Promise.resolve(numbers.map((number) => stored.values[number] ?? null));
    },
    broken: () => Promise.resolve(void stored.broken++),
    cache,
    name: "library ",
  };
  const stored: StoredCatalog = {
    encoded,
    values: [...encoded.values],
    reads: [],
    broken: 0,
    open: () => openCatalog({ id: "part", ...encoded.manifest }, source),
  };
  return stored;
}

export async function openedCatalog(catalog: Catalog, options: StoredOptions = {}) {
  const stored = await storedCatalog(catalog, options);
  const opened = await stored.open();
  if (opened === null) throw new Error("Cannot open the catalog");
  return { ...stored, stored, view: opened.view };
}
