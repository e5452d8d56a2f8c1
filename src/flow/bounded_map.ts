import { LRUCache } from "lru-cache";

/**
 * At most `most` entries, those used last, in room that grows with them. (Told a number of entries and no sizes, the
 * library sets the room of all of them aside at once: a server of many such maps spent half of its start on that.)
 */
export function createBoundedMap<Value extends NonNullable<unknown>>(most: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
