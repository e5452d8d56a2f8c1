import type { StoredSegment } from "../../../contracts/library/catalog_search.ts";
import type { EditionStore, SegmentRecord } from "../../../contracts/library/editions.ts";
import { parseHeads, type SegmentHeads } from "./order_blocks.ts";

/** What search reads of a segment. `isPassing`: all of it once. */
export function searchedSegment(
  editions: EditionStore,
  { id, postingsBytes, blocks }: SegmentRecord,
  isPassing: boolean,
): StoredSegment {
  return {
    id,
    postingsBytes,
    head: () => readWhole(editions, id, "head", blocks.head),
    blocks: (numbers) => editions.blocks(id, "postings", numbers, isPassing),
  };
}

export async function readHeads(
  editions: EditionStore,
  { id, blocks }: SegmentRecord,
): Promise<SegmentHeads> {
  return parseHeads(await readWhole(editions, id, "heads", blocks.heads));
}

async function readWhole(
  editions: EditionStore,
  id: string,
  section: "head" | "heads",
  count: number,
): Promise<Uint8Array> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const blocks = await editions.blocks(id, section, numbers, true);
  const bytes = new Uint8Array(blocks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.byteLength;
  }
  return bytes;
}
