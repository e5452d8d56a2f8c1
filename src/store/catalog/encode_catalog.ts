import { Buffer } from "node:buffer";
import type { CatalogHead } from "../../../contracts/catalog_view.ts";
import type { Catalog } from "../../../contracts/domain.ts";
import { KV_LIMITS } from "../../../contracts/limits.ts";
import type { PartManifest } from "../../../contracts/snapshots.ts";
import { yieldToEventLoop } from "../../flow/mod.ts";
import { type Codec, compressAtOnce, PREFERRED_CODEC } from "../parts/codec.ts";
import { inChunks, sha256 } from "../parts/part_store.ts";
import { blockBytes } from "./_block.ts";
import { cutBlocks } from "./_cut_blocks.ts";
import { checkOf, type StoredDirectory } from "./_directory.ts";
import { catalogRows, COUNTED, headOf } from "./catalog_rows.ts";

/**
 * Bytes of a block before it is compressed, at most. Measured between 8 and 384 KiB: smaller ones make more
 * reads of a page, larger ones more work of a single look-up.
 */
const BLOCK_BYTES = 64 * 1024;

/** Bytes made before other work gets a turn: a few milliseconds. */
const SLICE_BYTES = 256 * 1024;

/** What a catalog is and the version of its shape. Raise it with the shape; what is stored is then made anew. */
export const CATALOG_MAGIC = "cat3";

/** The magic, then the bytes of the directory as it is stored and as it is, little-endian. */
export const PREFIX_BYTES = 12;

export interface DirectoryDocument {
  readonly head: CatalogHead;
  readonly table: StoredDirectory;
}

export interface EncodedCatalog {
  /** `sha256` is that of the prefix and the directory as they are stored; blocks have checks of their own. */
  readonly manifest: Omit<PartManifest, "id">;
  /**
   * The directory behind its prefix, in as many values as it takes, then each block. The first block lies
   * behind the directory where both fit into one value, so that a small catalog is read at once.
   */
  readonly values: readonly Uint8Array[];
}

export async function encodeCatalog(
  catalog: Catalog,
  { codec = PREFERRED_CODEC, maxBlockBytes = BLOCK_BYTES }: {
    readonly codec?: Codec;
    readonly maxBlockBytes?: number;
  } = {},
): Promise<EncodedCatalog> {
  const blocks: Uint8Array[] = [];
  const first: string[] = [];
  const raw: number[] = [];
  const counts: Record<string, number[]> = {};
  let sinceYield = 0;
  for (const rows of cutBlocks(catalogRows(catalog), maxBlockBytes)) {
    const bytes = blockBytes(rows);
    count(counts, blocks.length, rows);
    first.push(rows[0]?.key ?? "");
    raw.push(bytes.byteLength);
    blocks.push(compressAtOnce(bytes, codec));
    sinceYield += bytes.byteLength;
    if (sinceYield < SLICE_BYTES) continue;
    sinceYield = 0;
    await yieldToEventLoop();
  }
  const stored = blocks.map(({ byteLength }) => byteLength);
  const table: StoredDirectory = {
    first,
    stored,
    raw,
    checks: blocks.map(checkOf),
    counts: padded(counts, blocks.length),
  };
  const document: DirectoryDocument = { head: headOf(catalog), table };
  const directory = Buffer.from(JSON.stringify(document));
  const opening = withPrefix(directory, compressAtOnce(directory, codec));
  const [near] = blocks;
  const isNear = near !== undefined && opening.byteLength + near.byteLength <= KV_LIMITS.chunkBytes;
  const values = isNear
    ? [Buffer.concat([opening, near]), ...blocks.slice(1).flatMap(inChunks)]
    : [opening, ...blocks].flatMap(inChunks);
  return {
    values,
    manifest: {
      chunks: values.length,
      bytes: directory.byteLength + raw.reduce((sum, bytes) => sum + bytes, 0),
      storedBytes: values.reduce((sum, { byteLength }) => sum + byteLength, 0),
      codec,
      sha256: sha256(opening),
    },
  };
}

function withPrefix(directory: Uint8Array, stored: Uint8Array): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(CATALOG_MAGIC, "latin1");
  prefix.writeUInt32LE(stored.byteLength, 4);
  prefix.writeUInt32LE(directory.byteLength, 8);
  return Buffer.concat([prefix, stored]);
}

function count(
  counts: Record<string, number[]>,
  block: number,
  rows: readonly { readonly flags: number }[],
): void {
  for (const { flags } of rows) {
    for (let bit = 0, left = flags & COUNTED; left !== 0; bit++, left >>>= 1) {
      if ((left & 1) === 0) continue;
      const ofBlocks = counts[bit] ??= [];
      ofBlocks[block] = (ofBlocks[block] ?? 0) + 1;
    }
  }
}

/** A number for every block. */
function padded(counts: Readonly<Record<string, number[]>>, blocks: number): StoredDirectory["counts"] {
  return Object.fromEntries(
    Object.entries(counts).map((
      [bit, ofBlocks],
    ) => [bit, Array.from({ length: blocks }, (_, block) => ofBlocks[block] ?? 0)]),
  );
}
