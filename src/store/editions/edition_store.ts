import { Buffer } from "node:buffer";
import { z } from "zod";
import {
  type Edition,
  EditionGone,
  type EditionStore,
  type SegmentRecord,
  type SegmentSection,
} from "../../../contracts/library/editions.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { createByteCache } from "../byte_cache.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, getEach, type KvDeps, readRow } from "../kv.ts";
import { compressAtOnce, decompressAtOnce, PREFERRED_CODEC } from "../parts/codec.ts";
import { beginSegment, removeSegment } from "./_segments.ts";
import { claimLease } from "./_lease.ts";
import { BEGUN_KEY, blockKey, EDITION_KEY, FEATURED_KEY, MOVED_KEY, movedKey } from "./edition_keys.ts";

/** With room for a length and for what compression adds to what cannot be compressed; a value holds 64 KiB. */
const BLOCK_BYTES = 60 * 1024;

/** What a parsed block takes in memory for each byte, about. */
const MEMORY_PER_BYTE = 4;

const count = z.int().nonnegative();

const SEGMENT_RECORD = z.object({
  id: z.string(),
  rows: count,
  postingsBytes: count,
  blocks: z.object({
    head: count,
    postings: count,
    heads: count,
    installs: count,
    newest: count,
    name: count,
    owner: count,
  }),
}) satisfies z.ZodType<SegmentRecord>;

const EDITION_RECORD = z.object({
  number: count,
  feed: count,
  segments: z.array(SEGMENT_RECORD),
  madeAt: z.number(),
}) satisfies z.ZodType<Edition>;

const FEATURED_RECORD = z.array(
  z.object({ skill: z.custom<SkillId>((id) => typeof id === "string"), at: z.number() }),
);

/** Editions in Deno KV: blocks first, what names them last. */
export function createEditionStore(deps: KvDeps & { readonly cacheBytes: number }): EditionStore {
  const { kv } = deps;
  const kept = createByteCache<object>(deps.cacheBytes);

  async function read(
    segment: string,
    section: SegmentSection,
    numbers: readonly number[],
  ): Promise<readonly Uint8Array[]> {
    const found: Uint8Array[] = [];
    for await (const { value } of getEach(kv, numbers.map((number) => blockKey(segment, section, number)))) {
      const block = value instanceof Uint8Array ? decodeBlock(value) : null;
      if (block === null) throw new EditionGone("Cannot read a block of an edition: it is gone");
      found.push(block);
    }
    return found;
  }

  const editionRow = () => readRow(kv, EDITION_KEY, EDITION_RECORD);
  const featuredRow = () => readRow(kv, FEATURED_KEY, FEATURED_RECORD);

  return {
    blockBytes: BLOCK_BYTES,

    async current() {
      return (await editionRow()).value;
    },

    async publish(edition, before) {
      const row = await editionRow();
      if ((row.value?.number ?? 0) !== (before?.number ?? 0)) return false;
      return await commit(
        deps,
        () => kv.atomic().check(row).set(EDITION_KEY, edition),
        async () => JSON.stringify((await editionRow()).value) === JSON.stringify(edition),
      );
    },

    writeSegment: (before) => beginSegment(deps, (before?.number ?? 0) + 1, encodeBlock),

    async blocks(segment, section, numbers, isPassing = false) {
      const known = numbers.map((number) => kept.get(`${segment}/${section}/${number}`));
      const missing = numbers.filter((_, at) => known[at] === undefined);
      const fresh = new Map<number, Uint8Array>();
      if (missing.length > 0) {
        const blocks = await read(segment, section, missing);
        missing.forEach((number, at) => {
          const block = blocks[at];
          if (block === undefined) return;
          fresh.set(number, block);
          if (!isPassing) {
            kept.set(`${segment}/${section}/${number}`, { value: block, bytes: block.byteLength });
          }
        });
      }
      return numbers.map((number, at) => {
        const block = known[at] ?? fresh.get(number);
        if (!(block instanceof Uint8Array)) throw new EditionGone("Cannot read a block of an edition");
        return block;
      });
    },

    async parsed<Value extends object>(
      segment: string,
      section: SegmentSection,
      number: number,
      parse: (block: Uint8Array) => Value,
    ): Promise<Value> {
      const value = await kept.load(`parsed ${segment}/${section}/${number}`, async () => {
        const [block] = await read(segment, section, [number]);
        return block === undefined
          ? null
          : { value: parse(block), bytes: block.byteLength * MEMORY_PER_BYTE };
      });
      if (value === null) throw new EditionGone("Cannot read a block of an edition");
      // The same name is always parsed by the same function.
      return value as Value;
    },

    async collect(edition, before) {
      const named = new Set([...edition.segments, ...before?.segments ?? []].map(({ id }) => id));
      for await (const { key } of kv.list({ prefix: BEGUN_KEY })) {
        const segment = String(key[2]);
        const [number = ""] = segment.split("-");
        if (!named.has(segment) && Number(number) <= edition.number) await removeSegment(deps, segment);
      }
    },

    claim: (ms) => claimLease(deps, ms),

    async moved(most) {
      const found = [];
      for await (const { key, versionstamp } of kv.list({ prefix: MOVED_KEY }, { limit: most })) {
        found.push({ skill: key[2] as SkillId, mark: versionstamp });
      }
      return found;
    },

    async settle(moved) {
      for (const { skill, mark } of moved) {
        const key = movedKey(skill);
        await commit(deps, () => kv.atomic().check({ key, versionstamp: mark }).delete(key));
      }
    },

    async featured() {
      return ((await featuredRow()).value ?? []).map(({ skill }) => skill);
    },

    async feature(skill, at, most) {
      return await compareAndSet("feature a skill", async () => {
        const row = await featuredRow();
        const featured = row.value ?? [];
        if (featured.some((one) => one.skill === skill)) return true;
        if (featured.length >= most) return false;
        const changed = [...featured, { skill, at }];
        return await commit(deps, () => kv.atomic().check(row).set(row.key, changed)) ? true : CHANGED;
      });
    },

    async unfeature(skill) {
      await compareAndSet("feature a skill no more", async () => {
        const row = await featuredRow();
        const left = (row.value ?? []).filter((one) => one.skill !== skill);
        return await commit(deps, () => kv.atomic().check(row).set(row.key, left)) ? null : CHANGED;
      });
    },
  };
}

/** Its length, raw, and the bytes. */
function encodeBlock(block: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(block.byteLength);
  return Buffer.concat([length, compressAtOnce(block, PREFERRED_CODEC)]);
}

function decodeBlock(stored: Uint8Array): Uint8Array | null {
  if (stored.byteLength < 4) return null;
  const length = new DataView(stored.buffer, stored.byteOffset).getUint32(0, true);
  return length > BLOCK_BYTES ? null : decompressAtOnce(stored.subarray(4), PREFERRED_CODEC, length);
}
