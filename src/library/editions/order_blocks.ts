import type { CatalogOrder, EditionStore, SegmentWriter } from "../../../contracts/library/editions.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { compareKeys, type OrderKey, ORDERS } from "./order_key.ts";

/** By what the blocks of each order begin, and which skills a segment says have left. */
export interface SegmentHeads {
  readonly orders: Readonly<Record<CatalogOrder, readonly OrderKey[]>>;
  readonly gone: readonly SkillId[];
}

/** Bytes of a block of an order, about: a page shows less than one holds. */
const BLOCK_BYTES = 24 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writes one order of a segment; returns by what its blocks begin. */
export async function writeOrder(
  writer: SegmentWriter,
  order: CatalogOrder,
  keys: AsyncIterable<OrderKey> | Iterable<OrderKey>,
): Promise<readonly OrderKey[]> {
  const heads: OrderKey[] = [];
  let block: string[] = [];
  let length = 0;
  const flush = async () => {
    if (block.length > 0) await writer.write(order, encoder.encode(`[${block.join(",")}]`));
    block = [];
    length = 0;
  };
  for await (const key of keys) {
    const text = JSON.stringify(key);
    // In characters: names, slugs and ids are of one byte each.
    if (length + text.length > BLOCK_BYTES) await flush();
    if (block.length === 0) heads.push(key);
    block.push(text);
    length += text.length + 1;
  }
  await flush();
  return heads;
}

export async function writeHeads(
  writer: SegmentWriter,
  blockBytes: number,
  heads: SegmentHeads,
): Promise<void> {
  await writeWhole(writer, "heads", blockBytes, encoder.encode(JSON.stringify(heads)));
}

/** Bytes of any length, in as many blocks as they take. */
export async function writeWhole(
  writer: SegmentWriter,
  section: "heads" | "head",
  blockBytes: number,
  bytes: Uint8Array,
): Promise<void> {
  for (let at = 0; at < bytes.byteLength; at += blockBytes) {
    await writer.write(section, bytes.subarray(at, at + blockBytes));
  }
}

/** This program's own, in blocks whose checksums are the store's. */
export function parseHeads(bytes: Uint8Array): SegmentHeads {
  return JSON.parse(decoder.decode(bytes));
}

export function parseKeys(block: Uint8Array): readonly OrderKey[] {
  return JSON.parse(decoder.decode(block));
}

/** What is behind `after` in one order of a segment, or all of it. */
export async function* keysAfter(
  editions: EditionStore,
  segment: string,
  order: CatalogOrder,
  heads: readonly OrderKey[],
  after: OrderKey | null,
  isPassing: boolean,
): AsyncGenerator<OrderKey> {
  const first = after === null
    ? 0
    : Math.max(0, heads.findLastIndex((head) => compareKeys(head, after) <= 0));
  for (let number = first; number < heads.length; number++) {
    const keys = isPassing
      ? parseKeys((await editions.blocks(segment, order, [number], true))[0] ?? new Uint8Array(0))
      : await editions.parsed(segment, order, number, parseKeys);
    for (const key of keys) {
      if (after === null || compareKeys(key, after) > 0) yield key;
    }
  }
}

/** Sorted streams as one. */
export async function* mergedKeys(
  streams: readonly AsyncGenerator<OrderKey>[],
): AsyncGenerator<{ readonly key: OrderKey; readonly stream: number }> {
  const heads = await Promise.all(streams.map((stream) => stream.next()));
  while (true) {
    let next: { readonly key: OrderKey; readonly stream: number } | null = null;
    for (const [stream, { done, value }] of heads.entries()) {
      if (done === true) continue;
      if (next === null || compareKeys(value, next.key) < 0) next = { key: value, stream };
    }
    if (next === null) return;
    yield next;
    const stream = streams[next.stream];
    if (stream !== undefined) heads[next.stream] = await stream.next();
  }
}

export function noHeads(): Record<CatalogOrder, readonly OrderKey[]> {
  const [installs, newest, name, owner] = ORDERS.map((): readonly OrderKey[] => []);
  return { installs: installs ?? [], newest: newest ?? [], name: name ?? [], owner: owner ?? [] };
}
