import { LRUCache } from "lru-cache";
import type { Mount } from "../../contracts/ports.ts";

/**
 * Answers that were made before, in at most `maxBytes`. A commit never changes, so an answer is the same
 * for equal questions, and what is asked first is the same for all who ask. Who may ask was decided when
 * the mount was opened, and nothing in an answer depends on it.
 */
export type PageMemory = LRUCache<string, string>;

export function createPageMemory(maxBytes: number): PageMemory {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: (text, key) => 2 * (text.length + key.length) });
}

/**
 * Everything that an answer is made of: the commit as served, how it was asked for, what is said of the
 * repository now, and the question with all that shapes its answer.
 */
export function pageKey(mount: Mount, ...question: readonly unknown[]): string {
  const { snapshot, address, resolution, pinned, verified, stale = null } = mount;
  const { owner, name, description, visibility, defaultBranch } = mount.repository;
  const repository = [owner, name, description, visibility, defaultBranch];
  return JSON.stringify([snapshot, address, resolution, pinned, verified, stale, repository, question]);
}
