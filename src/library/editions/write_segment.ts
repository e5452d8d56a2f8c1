import type { CatalogSearch, SegmentHead } from "../../../contracts/library/catalog_search.ts";
import type {
  Edition,
  EditionStore,
  SegmentRecord,
  SegmentWriter,
} from "../../../contracts/library/editions.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import type { CatalogEntries } from "./catalog_entries.ts";
import {
  keysAfter,
  mergedKeys,
  noHeads,
  type SegmentHeads,
  writeHeads,
  writeOrder,
  writeWhole,
} from "./order_blocks.ts";
import { compareKeys, type OrderKey, orderKey, ORDERS, skillIn } from "./order_key.ts";
import { readHeads, searchedSegment } from "./stored_segment.ts";

export interface WriteSegmentDeps {
  readonly editions: EditionStore;
  readonly search: CatalogSearch;
}

/** A segment of what a run looked up. */
export async function writeSegment(
  { editions, search }: WriteSegmentDeps,
  before: Edition | null,
  { entries, listed, gone }: CatalogEntries,
): Promise<SegmentRecord> {
  const writer = editions.writeSegment(before);
  const head = await search.build(entries, (block) => writer.write("postings", block));
  const orders = noHeads();
  for (const order of ORDERS) {
    const keys = listed.map((skill) => orderKey(order, skill)).sort(compareKeys);
    orders[order] = await writeOrder(writer, order, keys);
  }
  return await finish(editions, writer, head, { orders, gone });
}

/** One segment of several, the oldest first. Null: one of them was written by another version. */
export async function mergeStored(
  { editions, search }: WriteSegmentDeps,
  before: Edition | null,
  segments: readonly SegmentRecord[],
  isOldest: boolean,
): Promise<SegmentRecord | null> {
  const writer = editions.writeSegment(before);
  const head = await search.merge(
    segments.map((segment) => searchedSegment(editions, segment, true)),
    isOldest,
    (block) => writer.write("postings", block),
  );
  if (head === null) return null;
  const heads = await Promise.all(segments.map((segment) => readHeads(editions, segment)));
  const newest = await newestOf(editions, segments, heads);
  const orders = noHeads();
  for (const order of ORDERS) {
    const streams = segments.map(({ id }, at) =>
      keysAfter(editions, id, order, heads[at]?.orders[order] ?? [], null, true)
    );
    orders[order] = await writeOrder(writer, order, kept(streams, newest));
  }
  const gone = isOldest ? [] : [...newest].flatMap(([skill, { isGone }]) => isGone ? [skill] : []);
  return await finish(editions, writer, head, { orders, gone });
}

/** Where the newest row of a skill is, of those that other segments than the oldest have. */
export type NewestRows = ReadonlyMap<SkillId, { readonly segment: number; readonly isGone: boolean }>;

/** The oldest segment, by far the largest, is not read: what no other has again is its own. */
export async function newestOf(
  editions: EditionStore,
  segments: readonly SegmentRecord[],
  heads: readonly SegmentHeads[],
): Promise<NewestRows> {
  const newest = new Map<SkillId, { readonly segment: number; readonly isGone: boolean }>();
  for (const [segment, { id }] of segments.entries()) {
    const { orders, gone } = heads[segment] ?? { orders: noHeads(), gone: [] };
    // Those of the oldest count where it has others before it.
    for (const skill of gone) newest.set(skill, { segment, isGone: true });
    if (segment === 0) continue;
    for await (const key of keysAfter(editions, id, "newest", orders.newest, null, true)) {
      newest.set(skillIn(key), { segment, isGone: false });
    }
  }
  return newest;
}

async function* kept(streams: readonly AsyncGenerator<OrderKey>[], newest: NewestRows) {
  for await (const { key, stream } of mergedKeys(streams)) {
    if ((newest.get(skillIn(key))?.segment ?? stream) === stream) yield key;
  }
}

async function finish(
  editions: EditionStore,
  writer: SegmentWriter,
  { bytes, rows, postingsBytes }: SegmentHead,
  heads: SegmentHeads,
): Promise<SegmentRecord> {
  await writeWhole(writer, "head", editions.blockBytes, bytes);
  await writeHeads(writer, editions.blockBytes, heads);
  return await writer.finish({ rows, postingsBytes });
}
