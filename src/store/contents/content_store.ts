import { Buffer } from "node:buffer";
import type { z } from "zod";
import type { ContentId } from "../../../contracts/domain.ts";
import { KV_LIMITS } from "../../../contracts/limits.ts";
import type { Metrics } from "../../../contracts/metrics.ts";
import type { ContentRoot, ContentStore } from "../../../contracts/snapshots.ts";
import { STORED_LOCATION, STORED_PACK, type StoredLocation } from "../../../contracts/records.ts";
import { createByteCache } from "../byte_cache.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, getEach, inFlight, type KvDeps, readRow } from "../kv.ts";
import { type PartStore, sha256 } from "../parts/part_store.ts";
import { removePacks } from "./remove_packs.ts";
import { locationKey, locationsKey, packKey, packsKey, rootKey } from "../keys.ts";

/** Locations are committed together with the manifest of their pack, which then is an orphan no more. */
const CONTENTS_PER_PACK = KV_LIMITS.mutationsPerAtomic - 2;

const PACKS_IN_FLIGHT = 2;
const LIST_BATCH = 1000;

/** From here on, listing every location of the root is quicker than asking for each. */
const WORTH_LISTING = 200;

/** What a cached location holds: two strings and two numbers. */
const LOCATION_BYTES = 256;

/** A root's part of the store: the key that its keys start with, and its name in caches. */
export interface KeyedRoot {
  readonly key: Deno.KvKey;
  readonly name: string;
}

export function keyedRoot(root: ContentRoot): KeyedRoot {
  const key = rootKey(root);
  // JSON delimits itself, so that no other root's name plus an identifier reads the same.
  return { key, name: JSON.stringify(key) };
}

export interface RootedContents extends ContentStore {
  /** As `read`, for a caller that keeps a root's key and name. */
  readAt(root: KeyedRoot, id: ContentId): Promise<Uint8Array | null>;
}

/**
 * Contents in packs. A location counts only while its pack has a manifest, and the manifest is committed
 * last and dropped alone: that one key makes everything in a pack appear and disappear together. Packs are
 * named by their bytes, their chunks by the attempt, so that writers never touch each other's chunks.
 */
export function createContentStore(
  deps: KvDeps & { readonly parts: PartStore; readonly cacheBytes: number; readonly metrics?: Metrics },
): RootedContents {
  const { kv, parts, clock, newId, log } = deps;
  const packs = createByteCache<Uint8Array>(deps.cacheBytes * 0.9);
  const locations = createByteCache<StoredLocation>(deps.cacheBytes * 0.1);
  for (const [name, cache] of Object.entries({ packs, locations })) {
    deps.metrics?.gauge("skillmount_cache_bytes", { cache: name }, () => cache.bytes);
  }

  async function storePack(root: Deno.KvKey, { contents, bytes }: Pack): Promise<void> {
    const pack = sha256(bytes);
    await compareAndSet(`store pack "${pack}"`, async () => {
      const row = await readRow(kv, packKey(root, pack), STORED_PACK);
      const part = row.value === null ? await parts.write(root, newId(), bytes) : null;
      const manifest = row.value ?? part?.manifest;
      const stored = await commit(
        deps,
        () => {
          // Written anew although it is stored: it is young again, and whoever is about to remove it is late.
          const operation = kv.atomic().check(row).set(row.key, { ...manifest, storedAt: clock.now() });
          if (part !== null) parts.adopt(operation, part);
          for (const { id, offset, length } of contents) {
            operation.set(locationKey(root, id), { pack, offset, length } satisfies StoredLocation);
          }
          return operation;
        },
        async () => part !== null && (await readRow(kv, row.key, STORED_PACK)).value?.id === part.manifest.id,
      );
      if (stored) return;
      if (part !== null) await parts.discard(root, [part.manifest]);
      return CHANGED;
    });
  }

  async function loadPack(root: Deno.KvKey, pack: string): Promise<Uint8Array | null> {
    const row = await readRow(kv, packKey(root, pack), STORED_PACK);
    if (row.value === null) return null;
    const bytes = await parts.read(root, row.value);
    // A pack that bears another's manifest is whole and still not this one.
    if (bytes !== null && row.value.sha256 === pack) return bytes;
    const { chunks } = row.value;
    if (await removePacks(deps, root, [{ ...row, value: row.value }])) {
      log("error", "store.broken", { part: "pack", chunks });
    }
    return null;
  }

  async function readSlice(
    root: KeyedRoot,
    { pack, offset, length }: StoredLocation,
  ): Promise<Uint8Array | null> {
    const bytes = await packs.load(root.name + pack, async () => {
      const value = await loadPack(root.key, pack);
      return value && { value, bytes: value.byteLength };
    });
    return bytes !== null && offset + length <= bytes.byteLength
      ? bytes.subarray(offset, offset + length)
      : null;
  }

  async function readAt(root: KeyedRoot, id: ContentId): Promise<Uint8Array | null> {
    const name = root.name + id;
    const known = locations.get(name);
    const bytes = known === undefined ? null : await readSlice(root, known);
    if (bytes !== null) return bytes;
    locations.delete(name);
    const location = await locations.load(name, async () => {
      const { value } = await readRow(kv, locationKey(root.key, id), STORED_LOCATION);
      return value && { value, bytes: LOCATION_BYTES };
    });
    return location && await readSlice(root, location);
  }

  /** The values of `keys`, all directly below `prefix`, by the last part of the key. */
  async function rows<Value>(
    prefix: Deno.KvKey,
    keys: readonly Deno.KvKey[],
    shape: z.ZodType<Value>,
  ): Promise<Map<unknown, Value>> {
    const found = new Map<unknown, Value>();
    const entries = keys.length < WORTH_LISTING
      ? getEach(kv, keys)
      : kv.list({ prefix }, { batchSize: LIST_BATCH });
    for await (const { key, value } of entries) {
      const row = shape.safeParse(value);
      if (row.success) found.set(key.at(-1), row.data);
    }
    return found;
  }

  return {
    async stored(of, ids) {
      const root = rootKey(of);
      const located = await rows(locationsKey(root), ids.map((id) => locationKey(root, id)), STORED_LOCATION);
      const named = [...new Set(Array.from(located.values(), ({ pack }) => pack))];
      const whole = await rows(packsKey(root), named.map((pack) => packKey(root, pack)), STORED_PACK);
      return new Set(ids.filter((id) => whole.has(located.get(id)?.pack)));
    },

    async write(of, contents) {
      const root = rootKey(of);
      await inFlight(PACKS_IN_FLIGHT, packed(contents), (pack) => storePack(root, pack));
    },

    read: (root, id) => readAt(keyedRoot(root), id),
    readAt,
  };
}

interface Pack {
  readonly contents: readonly { readonly id: ContentId; readonly offset: number; readonly length: number }[];
  readonly bytes: Uint8Array;
}

/** Joins small contents, in order, into packs; a content over the size of a pack has one of its own. */
function* packed(
  contents: Iterable<{ readonly id: ContentId; readonly bytes: Uint8Array }>,
): Generator<Pack> {
  const seen = new Set<ContentId>();
  let open: { id: ContentId; bytes: Uint8Array }[] = [];
  let size = 0;
  for (const content of contents) {
    if (seen.has(content.id)) continue;
    seen.add(content.id);
    if (content.bytes.byteLength > KV_LIMITS.packBytes) {
      yield joined([content]);
      continue;
    }
    if (open.length === CONTENTS_PER_PACK || size + content.bytes.byteLength > KV_LIMITS.packBytes) {
      yield joined(open);
      open = [];
      size = 0;
    }
    open.push(content);
    size += content.bytes.byteLength;
  }
  if (open.length > 0) yield joined(open);
}

function joined(contents: readonly { readonly id: ContentId; readonly bytes: Uint8Array }[]): Pack {
  let end = 0;
  const placed = contents.map(({ id, bytes }) => {
    const offset = end;
    end += bytes.byteLength;
    return { id, offset, length: bytes.byteLength };
  });
  return { contents: placed, bytes: Buffer.concat(contents.map(({ bytes }) => bytes)) };
}
