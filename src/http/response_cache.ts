import { LRUCache } from "lru-cache";
import type { Metrics } from "../../contracts/metrics.ts";
import type { Mount } from "../../contracts/mounts.ts";

/**
 * Answers that were made before, in at most `maxBytes`. A commit never changes, so an answer is the same
 * for equal questions, and what is asked first is the same for all who ask. Who may ask was decided when
 * the mount was opened, and nothing in an answer depends on it.
 */
export interface ResponseCache {
  get(key: string): string | undefined;
  set(key: string, page: string): void;
}

export function createResponseCache(maxBytes: number, metrics: Metrics): ResponseCache {
  const pages = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
  });
  metrics.gauge("skillmount_cache_bytes", { cache: "pages" }, () => pages.calculatedSize);
  return {
    get(key) {
      const page = pages.get(key);
      metrics.count("skillmount_page_cache_lookups_total", { result: page === undefined ? "miss" : "hit" });
      return page;
    },
    set: (key, page) => void pages.set(key, page),
  };
}

/**
 * Everything that an answer is made of: the commit as served, how it was asked for, what is said of the
 * repository now, and the question with all that shapes its answer.
 */
export function responseKey(mount: Mount, ...question: readonly unknown[]): string {
  const { snapshot, address, resolution, pinned, verified, stale } = mount;
  const { owner, name, description, visibility, defaultBranch } = mount.repository;
  const repository = [owner, name, description, visibility, defaultBranch];
  return JSON.stringify([snapshot, address, resolution, pinned, verified, repository, stale, question]);
}
