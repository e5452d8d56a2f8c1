import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Metrics } from "../../../contracts/metrics.ts";
import type { Mount, SnapshotKey } from "../../../contracts/mounts.ts";
import type { Use, UsedRepository } from "../../../contracts/repository_usage.ts";

/**
 * Answers that were made before, in at most `maxBytes`. A commit never changes, so an answer is the same
 * for equal questions, and what is asked first is the same for all who ask. Who may ask was decided when
 * the mount was opened, and nothing in an answer depends on it.
 */
export interface ResponseCache {
  get(key: string): string | undefined;
  /** As what an answer counts that was made before; null: as nothing. */
  useOf(key: string): Use | null;
  set(key: string, page: string, use?: Use | null): void;
}

/** Counts what an answer is as use of a repository; null: it is none. Nothing of who asked is told. */
export type CountUse = (repository: UsedRepository, use: Use | null) => void;

interface Kept {
  readonly page: string;
  readonly use: Use | null;
}

export function createResponseCache(maxBytes: number, metrics: Metrics): ResponseCache {
  const pages = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    // What is counted of an answer is a few names out of it.
    sizeCalculation: ({ page }, key) => 2 * (page.length + key.length),
  });
  metrics.gauge("skillmount_cache_bytes", { cache: "pages" }, () => pages.calculatedSize);
  return {
    get(key) {
      const page = pages.get(key)?.page;
      metrics.count("skillmount_page_cache_lookups_total", { result: page === undefined ? "miss" : "hit" });
      return page;
    },
    useOf: (key) => pages.peek(key)?.use ?? null,
    set: (key, page, use = null) => void pages.set(key, { page, use }),
  };
}

/**
 * Everything that an answer is made of: the commit as served, how it was asked for, what is said of the
 * repository now, and the question with all that shapes its answer.
 */
export function responseKey(mount: Mount, ...question: readonly unknown[]): string {
  return `${mountKey(mount)} ${JSON.stringify(question)}`;
}

type Said = Pick<Mount, "address" | "resolution" | "pinned" | "verified" | "repository" | "stale">;

/** By the snapshot's key, of which every opening of an address has its own. */
const known = new WeakMap<SnapshotKey, { readonly said: Said; readonly key: string }>();

/** What stands for all that an answer owes to its mount. Made once an opening, for it is in every key. */
function mountKey(mount: Mount): string {
  const { snapshot, address, resolution, pinned, verified, repository, stale } = mount;
  const made = known.get(snapshot);
  if (made !== undefined && isSame(made.said, mount)) return made.key;
  const { owner, name, description, visibility, defaultBranch } = repository;
  const told = [owner, name, description, visibility, defaultBranch];
  const all = JSON.stringify([snapshot, address, resolution, pinned, verified, told, stale]);
  const key = createHash("sha256").update(all).digest("base64url");
  known.set(snapshot, {
    said: { address, resolution, pinned, verified, repository, ...(stale && { stale }) },
    key,
  });
  return key;
}

function isSame(one: Said, other: Said): boolean {
  return one.address === other.address && one.resolution === other.resolution &&
    one.pinned === other.pinned &&
    one.verified === other.verified && one.repository === other.repository && one.stale === other.stale;
}
