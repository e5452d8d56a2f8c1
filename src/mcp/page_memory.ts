import { LRUCache } from "lru-cache";
import type { Mount } from "../../contracts/ports.ts";

/**
 * Pages that were made before, in at most `maxBytes`. A commit never changes, so a page is the same for
 * equal questions, and what agents ask first is the same for all of them. Who may ask was decided when
 * the mount was opened, and nothing in a page depends on it.
 */
export type PageMemory = LRUCache<string, string>;

export function createPageMemory(maxBytes: number): PageMemory {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: (text, key) => 2 * (text.length + key.length) });
}

/** Everything that a page is made of: the commit as served, how it was asked for, and the question. */
export function pageKey(kind: string, mount: Mount, input: unknown, budgetBytes: number): string {
  const { snapshot, address, resolution, pinned, verified, repository, stale } = mount;
  return JSON.stringify([
    kind,
    budgetBytes,
    snapshot,
    address,
    resolution,
    pinned,
    verified,
    repository.description,
    stale,
    input,
  ]);
}
