import { Buffer } from "node:buffer";
import type { CatalogView } from "../../../contracts/catalog_view.ts";
import { KV_LIMITS } from "../../../contracts/limits.ts";
import type { PartManifest } from "../../../contracts/snapshots.ts";
import type { ByteCache } from "../byte_cache.ts";
import { decompressAtOnce } from "../parts/codec.ts";
import { sha256 } from "../parts/part_store.ts";
import type { Block } from "./_block.ts";
import { createBlockSource } from "./_block_source.ts";
import { createBlockTable } from "./_block_table.ts";
import { openDirectory } from "./_directory.ts";
import { catalogView, finishRow } from "./catalog_view.ts";
import { CATALOG_MAGIC, type DirectoryDocument, PREFIX_BYTES } from "./encode_catalog.ts";

/** Blocks of catalogs in memory, of whatever repository. */
export type BlockCache = ByteCache<Block>;

export interface CatalogSource {
  /** Values of the catalog by their number, null for one that is gone. */
  readonly read: (
    numbers: readonly number[],
    consistency: Deno.KvConsistencyLevel,
  ) => Promise<readonly (Uint8Array | null)[]>;
  /** Told once a block is gone or broken. */
  readonly broken: () => Promise<void>;
  readonly cache: BlockCache;
  /** Unique to the repository: its commits share blocks, and no other's. */
  readonly name: string;
}

export interface OpenedCatalog {
  readonly view: CatalogView;
  /** Memory that it holds beside its blocks, about. */
  readonly bytes: number;
}

/** A stored catalog, of which the directory is read now; null: that is gone, broken or of another version. */
export async function openCatalog(
  manifest: PartManifest,
  source: CatalogSource,
): Promise<OpenedCatalog | null> {
  // A replica may lag behind; only what the primary does not have either is broken.
  for (const consistency of ["eventual", "strong"] as const) {
    const opened = await openFrom(manifest, source, consistency);
    if (opened !== null) return opened;
  }
  return null;
}

async function openFrom(
  manifest: PartManifest,
  { read, broken, cache, name }: CatalogSource,
  consistency: Deno.KvConsistencyLevel,
): Promise<OpenedCatalog | null> {
  const [value] = await read([0], consistency);
  if (!value) return null;
  const start = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (start.byteLength < PREFIX_BYTES || start.toString("latin1", 0, 4) !== CATALOG_MAGIC) return null;
  const openingBytes = PREFIX_BYTES + start.readUInt32LE(4);
  const numbers = Math.ceil(openingBytes / KV_LIMITS.chunkBytes);
  if (numbers > manifest.chunks) return null;
  const others = numbers === 1
    ? []
    : await read(Array.from({ length: numbers - 1 }, (_, index) => index + 1), consistency);
  if (!others.every((other) => other !== null)) return null;
  const opening = Buffer.concat([start, ...others]).subarray(0, openingBytes);
  if (sha256(opening) !== manifest.sha256) return null;
  const raw = decompressAtOnce(opening.subarray(PREFIX_BYTES), manifest.codec, start.readUInt32LE(8));
  if (raw === null) return null;

  // Not validated field by field: the bytes are this program's own, proved by checksum and version.
  const { head, table }: DirectoryDocument = JSON.parse(new TextDecoder().decode(raw));
  const directory = openDirectory(table);
  const blocks = createBlockSource({
    directory,
    codec: manifest.codec,
    openingBytes,
    isFirstNear: numbers === 1 && start.byteLength > openingBytes,
    finish: finishRow,
    cache,
    name,
    async read(wanted) {
      const values = await read(wanted, "eventual");
      return values.every((found) => found !== null) ? values : await read(wanted, "strong");
    },
    broken,
  });
  blocks.keepFirst(value);
  return {
    view: catalogView(head, createBlockTable(directory, blocks)),
    bytes: directory.bytes + raw.byteLength,
  };
}
