import type { SegmentRecord, SegmentSection, SegmentWriter } from "../../../contracts/library/editions.ts";
import { commit, type KvDeps } from "../kv.ts";
import { begunKey, blockKey, segmentKey } from "./edition_keys.ts";

/** Of one commit, which holds 800 KiB. */
const BLOCKS_AT_ONCE = 8;
const DELETED_AT_ONCE = 200;

const NONE: SegmentRecord["blocks"] = {
  head: 0,
  postings: 0,
  heads: 0,
  installs: 0,
  newest: 0,
  name: 0,
  owner: 0,
};

/** A segment of the edition of that number, named before its first block is written so that no block is ever out of sight. */
export function beginSegment(
  deps: KvDeps,
  edition: number,
  encode: (block: Uint8Array) => Uint8Array,
): SegmentWriter {
  const { kv, newId } = deps;
  const id = `${edition}-${newId()}`;
  const blocks: Record<SegmentSection, number> = { ...NONE };
  let waiting: { readonly key: Deno.KvKey; readonly value: Uint8Array }[] = [];

  async function flush(): Promise<void> {
    const written = waiting;
    waiting = [];
    await commit(deps, () => {
      const operation = kv.atomic().set(begunKey(id), true);
      for (const { key, value } of written) operation.set(key, value);
      return operation;
    });
  }

  return {
    id,
    async write(section, block) {
      waiting.push({ key: blockKey(id, section, blocks[section]++), value: encode(block) });
      if (waiting.length >= BLOCKS_AT_ONCE) await flush();
    },
    async finish(about) {
      await flush();
      return { id, ...about, blocks };
    },
  };
}

/** Its name last, so that a process that dies leaves the rest in sight. */
export async function removeSegment(deps: KvDeps, id: string): Promise<void> {
  const { kv } = deps;
  while (true) {
    const keys: Deno.KvKey[] = [];
    const rows = kv.list({ prefix: segmentKey(id) }, { limit: DELETED_AT_ONCE, batchSize: 20 });
    for await (const { key } of rows) keys.push(key);
    await commit(deps, () => {
      const operation = kv.atomic();
      for (const key of keys) operation.delete(key);
      return keys.length < DELETED_AT_ONCE ? operation.delete(begunKey(id)) : operation;
    });
    if (keys.length < DELETED_AT_ONCE) return;
  }
}
