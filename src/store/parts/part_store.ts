import { createHash } from "node:crypto";
import { KV_LIMITS } from "../../../contracts/limits.ts";
import type { PartManifest } from "../../../contracts/snapshots.ts";
import { whereItFailed } from "../../../contracts/where_it_failed.ts";
import { type Codec, compress, decompress, PREFERRED_CODEC } from "./codec.ts";
import { ORPHAN, type Orphan } from "../../../contracts/records.ts";
import { commit, inFlight, type KvDeps, MOST_KEYS_AT_ONCE, put, readRow } from "../kv.ts";
import { counted } from "../stored_bytes.ts";
import { chunkKey, chunksKey, orphanKey, orphansKey } from "../keys.ts";

const COMMITS_IN_FLIGHT = 2;
const LIST_BATCH = 100;

/** Of one commit, beside the row among the orphans and the count of what is stored. */
const MOST_VALUES_AT_ONCE = KV_LIMITS.mutationsPerAtomic - 2;
const MOST_BYTES_AT_ONCE = KV_LIMITS.chunksPerAtomic * KV_LIMITS.chunkBytes;

/** A part that was written, and its row among the orphans. */
export interface WrittenPart extends WrittenValues {
  readonly manifest: PartManifest;
}

/** What was written of a part whose manifest its writer makes. */
interface WrittenValues {
  readonly orphan: { readonly key: Deno.KvKey; readonly versionstamp: string };
}

/**
 * Values of any size: compressed, cut into chunks and checked as a whole when they are read. A part is
 * either named by a manifest, which is the caller's to store, or an orphan with a row that says so: no
 * chunk is ever out of sight, whenever its process dies. It changes sides in the one commit that stores
 * or drops the manifest. The chunks are counted as they come and go.
 */
export interface PartStore {
  /** Stores the chunks of a value, an orphan until it is adopted, under an `id` that was never used before. */
  write(root: Deno.KvKey, id: string, bytes: Uint8Array): Promise<WrittenPart>;
  /** As `write`, of values that the caller has compressed and checks: none longer than a chunk. */
  writeValues(root: Deno.KvKey, id: string, values: readonly Uint8Array[]): Promise<WrittenValues>;
  /** Some of a part's values by their numbers; null for one that is missing. */
  readValues(
    root: Deno.KvKey,
    id: string,
    numbers: readonly number[],
    consistency: Deno.KvConsistencyLevel,
  ): Promise<readonly (Uint8Array | null)[]>;
  /** Null when a chunk is missing or the whole is not what was written. */
  read(root: Deno.KvKey, manifest: PartManifest): Promise<Uint8Array | null>;
  /** For the commit that stores the manifest; it fails if the orphan was taken for a leftover meanwhile. */
  adopt(operation: Deno.AtomicOperation, part: WrittenValues): void;
  /** Whether the parts can still be adopted. */
  areAdoptable(parts: readonly WrittenValues[]): Promise<boolean>;
  /** For the commit that drops the manifest. */
  abandon(operation: Deno.AtomicOperation, root: Deno.KvKey, manifest: PartManifest): void;
  /** Deletes orphans. A failure is logged and leaves them for the collection of garbage. */
  discard(root: Deno.KvKey, manifests: readonly Pick<PartManifest, "id">[]): Promise<void>;
  /** Deletes orphans that nobody adopted since `before`: milliseconds since the epoch. */
  discardOld(root: Deno.KvKey, before: number): Promise<void>;
}

export function createPartStore(deps: KvDeps, codec: Codec = PREFERRED_CODEC): PartStore {
  const { kv, clock, log } = deps;

  async function remove(root: Deno.KvKey, id: string): Promise<void> {
    const orphan = await readRow(kv, orphanKey(root, id), ORPHAN);
    // Gone already, or named by a manifest again.
    if (orphan.value === null) return;
    const { chunks, storedBytes } = orphan.value;
    const commits = [...ranges(chunks, KV_LIMITS.mutationsPerAtomic - 2)];
    for (const [index, numbers] of (commits.length === 0 ? [[]] : commits).entries()) {
      await commit(deps, () => {
        const operation = kv.atomic();
        for (const number of numbers) operation.delete(chunkKey(root, id, number));
        if (index < commits.length - 1) return operation;
        return counted(operation.check(orphan).delete(orphan.key), -storedBytes);
      });
    }
  }

  async function discard(root: Deno.KvKey, manifests: readonly Pick<PartManifest, "id">[]): Promise<void> {
    for (const { id } of manifests) {
      try {
        await remove(root, id);
      } catch (error) {
        log("warn", "store.chunks_left", { ...whereItFailed(error) });
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

  const writeValues: PartStore["writeValues"] = async (root, id, values) => {
    const orphan = orphanKey(root, id);
    const storedBytes = values.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const row: Orphan = { chunks: values.length, storedBytes, since: clock.now() };
    const [first = [], ...others] = commitsOf(values);
    const write = (batch: readonly NumberedValue[]) =>
      batch.reduce(
        (operation, { number, value }) => operation.set(chunkKey(root, id, number), value),
        kv.atomic(),
      );
    try {
      const versionstamp = await put(deps, () => counted(write(first).set(orphan, row), storedBytes));
      await inFlight(COMMITS_IN_FLIGHT, others, async (batch) => {
        const written = await commit(deps, () => write(batch).check({ key: orphan, versionstamp }));
        if (!written) throw new Error(`Cannot write part "${id}": it was taken for a leftover`);
      });
      return { orphan: { key: orphan, versionstamp } };
    } catch (error) {
      await discard(root, [{ id }]);
      throw error;
    }
  };

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
      return { manifest, ...await writeValues(root, id, inChunks(stored)) };
    },

    writeValues,

    async readValues(root, id, numbers, consistency) {
      const keys = numbers.map((number) => chunkKey(root, id, number));
      const rows = await Promise.all(
        Array.from(
          { length: Math.ceil(keys.length / MOST_KEYS_AT_ONCE) },
          (_, turn) =>
            kv.getMany<unknown[]>(keys.slice(turn * MOST_KEYS_AT_ONCE, (turn + 1) * MOST_KEYS_AT_ONCE), {
              consistency,
            }),
        ),
      );
      return rows.flat().map(({ value }) => value instanceof Uint8Array ? value : null);
    },

    adopt(operation, { orphan }) {
      operation.check(orphan).delete(orphan.key);
    },

    async areAdoptable(parts) {
      const rows = await kv.getMany(parts.map(({ orphan }) => orphan.key));
      return rows.every(({ versionstamp }, index) => versionstamp === parts[index]?.orphan.versionstamp);
    },

    abandon(operation, root, { id, chunks, storedBytes }) {
      operation.set(orphanKey(root, id), { chunks, storedBytes, since: clock.now() } satisfies Orphan);
    },

    async discardOld(root, before) {
      for await (const entry of kv.list({ prefix: orphansKey(root) }, { batchSize: LIST_BATCH })) {
        const orphan = ORPHAN.safeParse(entry.value).data;
        if (orphan === undefined || orphan.since >= before) continue;
        // Written anew, so that whoever still wants to adopt it cannot: it may be half deleted by then.
        const taken = await commit(deps, () => kv.atomic().check(entry).set(entry.key, orphan));
        if (taken) await discard(root, [{ id: String(entry.key.at(-1)) }]);
      }
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

/** Bytes cut into pieces of the size that one value may have. */
export function inChunks(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from(
    { length: Math.ceil(bytes.byteLength / KV_LIMITS.chunkBytes) },
    (_, index) => bytes.subarray(index * KV_LIMITS.chunkBytes, (index + 1) * KV_LIMITS.chunkBytes),
  );
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

interface NumberedValue {
  readonly number: number;
  readonly value: Uint8Array;
}

/** Values with their numbers, as many together as one commit takes. */
function* commitsOf(values: readonly Uint8Array[]): Generator<readonly NumberedValue[]> {
  let batch: NumberedValue[] = [];
  let bytes = 0;
  for (const [number, value] of values.entries()) {
    const isFull = batch.length === MOST_VALUES_AT_ONCE || bytes + value.byteLength > MOST_BYTES_AT_ONCE;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push({ number, value });
    bytes += value.byteLength;
  }
  if (batch.length > 0) yield batch;
}
