import { createHash } from "node:crypto";
import { KV_LIMITS } from "../../contracts/limits.ts";
import type { PartManifest } from "../../contracts/ports.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { type Codec, compress, decompress, PREFERRED_CODEC } from "./_codec.ts";
import { commit, inFlight, type KvDeps, MOST_KEYS_AT_ONCE } from "./_kv.ts";
import { chunkKey, chunksKey } from "./keys.ts";

const COMMITS_IN_FLIGHT = 2;
const LIST_BATCH = 100;

/** Values of any size: compressed, cut into chunks and checked as a whole when they are read. */
export interface PartStore {
  /**
   * Stores the chunks of a value under an `id` that was never used before. The value is reachable only
   * once its manifest is, which is the caller's to store.
   */
  write(root: Deno.KvKey, id: string, bytes: Uint8Array): Promise<PartManifest>;
  /** Null when a chunk is missing or the whole is not what was written. */
  read(root: Deno.KvKey, manifest: PartManifest): Promise<Uint8Array | null>;
  /** Deletes chunks that no manifest names any more. A failure is logged and leaves them behind. */
  discard(root: Deno.KvKey, manifests: readonly PartManifest[]): Promise<void>;
}

export function createPartStore(deps: KvDeps, codec: Codec = PREFERRED_CODEC): PartStore {
  const { kv, log } = deps;

  async function remove(root: Deno.KvKey, { id, chunks }: PartManifest): Promise<void> {
    for (const numbers of ranges(chunks, KV_LIMITS.mutationsPerAtomic)) {
      await commit(deps, () => {
        const operation = kv.atomic();
        for (const number of numbers) operation.delete(chunkKey(root, id, number));
        return operation;
      });
    }
  }

  async function discard(root: Deno.KvKey, manifests: readonly PartManifest[]): Promise<void> {
    for (const manifest of manifests) {
      try {
        await remove(root, manifest);
      } catch (error) {
        log("warn", "store.chunks_left", { chunks: manifest.chunks, ...whereItFailed(error) });
      }
    }
  }

  async function readChunks(
    root: Deno.KvKey,
    { id, chunks, storedBytes }: PartManifest,
    consistency: Deno.KvConsistencyLevel,
  ): Promise<Uint8Array | null> {
    const stored = new Uint8Array(storedBytes);
    let filled = 0;
    const values = chunks <= MOST_KEYS_AT_ONCE
      ? await kv.getMany(Array.from({ length: chunks }, (_, number) => chunkKey(root, id, number)), {
        consistency,
      })
      : kv.list({ prefix: chunksKey(root, id) }, { batchSize: LIST_BATCH, consistency });
    for await (const { value } of values) {
      if (!(value instanceof Uint8Array) || filled + value.byteLength > storedBytes) return null;
      stored.set(value, filled);
      filled += value.byteLength;
    }
    return filled === storedBytes ? stored : null;
  }

  return {
    async write(root, id, bytes) {
      const compressed = await compress(bytes, codec);
      const pays = compressed.byteLength < bytes.byteLength;
      const stored = pays ? compressed : bytes;
      const manifest: PartManifest = {
        id,
        chunks: Math.ceil(stored.byteLength / KV_LIMITS.chunkBytes),
        bytes: bytes.byteLength,
        storedBytes: stored.byteLength,
        codec: pays ? codec : "none",
        sha256: sha256(bytes),
      };
      try {
        const commits = ranges(manifest.chunks, KV_LIMITS.chunksPerAtomic);
        await inFlight(COMMITS_IN_FLIGHT, commits, async (numbers) => {
          await commit(deps, () => {
            const operation = kv.atomic();
            for (const number of numbers) {
              const start = number * KV_LIMITS.chunkBytes;
              operation.set(chunkKey(root, id, number), stored.subarray(start, start + KV_LIMITS.chunkBytes));
            }
            return operation;
          });
        });
      } catch (error) {
        await discard(root, [manifest]);
        throw error;
      }
      return manifest;
    },

    async read(root, manifest) {
      // A replica may lag behind; only what the primary does not have either is broken.
      for (const consistency of ["eventual", "strong"] as const) {
        const stored = await readChunks(root, manifest, consistency);
        const bytes = stored && await decompress(stored, manifest.codec, manifest.bytes);
        if (bytes !== null && sha256(bytes) === manifest.sha256) return bytes;
      }
      return null;
    },

    discard,
  };
}

/** SHA-256 in lower-case hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The numbers from 0 to `count`, exclusive, in runs of at most `size`. */
function* ranges(count: number, size: number): Generator<readonly number[]> {
  for (let start = 0; start < count; start += size) {
    yield Array.from({ length: Math.min(size, count - start) }, (_, index) => start + index);
  }
}
