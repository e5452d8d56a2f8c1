import { LRUCache } from "lru-cache";
import { createSingleFlight } from "../flow/mod.ts";

/** A value and the memory it holds. */
interface Sized<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Recently used values up to a number of bytes. A value that alone exceeds it is answered and not kept. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** Keeps a value, also in place of the one that is kept. */
  set(key: string, sized: Sized<Value>): void;
  /** The kept value, or what `load` gives; askers at the same time share one load. Null is not kept. */
  load(key: string, load: () => Promise<Sized<Value> | null>): Promise<Value | null>;
  delete(key: string): void;
  /** What it holds, by the estimates it was given. */
  readonly bytes: number;
}

/** What an entry costs beside its value: the key, the list and the map. */
const ENTRY_BYTES = 256;

export function createByteCache<Value extends object | string>(maxBytes: number): ByteCache<Value> {
  const kept = new LRUCache<string, Sized<Value>>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: ({ bytes }) => Math.ceil(bytes) + ENTRY_BYTES,
  });
  const share = createSingleFlight<Value | null>();

  async function fill(key: string, load: () => Promise<Sized<Value> | null>): Promise<Value | null> {
    const loaded = await load();
    if (loaded !== null) kept.set(key, loaded);
    return loaded && loaded.value;
  }

  return {
    get: (key) => kept.get(key)?.value,
    set: (key, sized) => void kept.set(key, sized),
    async load(key, load) {
      const found = kept.get(key);
      return found === undefined ? await share(key, () => fill(key, load)) : found.value;
    },
    delete: (key) => void kept.delete(key),
    get bytes() {
      return kept.calculatedSize;
    },
  };
}
