import { LRUCache } from "lru-cache";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type {
  CatalogHit,
  CatalogReader,
  CatalogSearch,
  HitRank,
} from "../../../contracts/library/catalog_search.ts";
import {
  type Edition,
  EditionGone,
  type EditionStore,
  type SegmentRecord,
} from "../../../contracts/library/editions.ts";
import type { CatalogSort } from "../../../contracts/library/public_catalog.ts";
import { createSingleFlight } from "../../flow/mod.ts";
import { keysAfter, mergedKeys, type SegmentHeads } from "./order_blocks.ts";
import { compareKeys, type OrderKey, skillIn, sortOwned } from "./order_key.ts";
import { readHeads, searchedSegment } from "./stored_segment.ts";
import { newestOf, type NewestRows } from "./write_segment.ts";

/** What lists and search go by, as of one edition. */
export interface ReadEdition {
  /** Behind `after`, in order. */
  listed(sort: CatalogSort, owner: AccountId | null, after: OrderKey | null): AsyncGenerator<OrderKey>;
  search(query: string, after: HitRank | null, most: number): Promise<readonly CatalogHit[]>;
}

export interface ReadEditionDeps {
  readonly editions: EditionStore;
  readonly search: CatalogSearch;
}

interface OpenOrders {
  readonly heads: readonly SegmentHeads[];
  readonly newest: NewestRows;
}

/** Editions that are open at a time: a new one, and the one before for who still reads it. */
const OPEN = 2;

/** Times that an edition is read anew which was replaced meanwhile. */
const MOST_TRIES = 3;

/** Reads the current edition; what is open of it is kept, and what the next one has too. */
export function createReadEdition(
  { editions, search }: ReadEditionDeps,
): <Value>(read: (edition: ReadEdition | null) => Promise<Value>) => Promise<Value> {
  const orders = new LRUCache<number, Promise<OpenOrders>>({ max: OPEN });
  const share = createSingleFlight<CatalogReader>();
  let latest: { readonly number: number; readonly reader: CatalogReader } | null = null;

  function ordersOf({ number, segments }: Edition): Promise<OpenOrders> {
    const known = orders.get(number);
    if (known !== undefined) return known;
    const opened = openOrders(editions, segments);
    orders.set(number, opened);
    opened.catch(() => orders.delete(number));
    return opened;
  }

  async function readerOf({ number, segments }: Edition): Promise<CatalogReader> {
    if (latest?.number === number) return latest.reader;
    return await share(String(number), async () => {
      const stored = segments.map((segment) => searchedSegment(editions, segment, false));
      const reader = await search.open(stored, latest?.reader ?? null);
      // Made by another version of this program, which is making a new one: until then nothing is found.
      const opened = reader ?? NOTHING;
      latest = { number, reader: opened };
      return opened;
    });
  }

  function readable(edition: Edition): ReadEdition {
    return {
      async *listed(sort, owner, after) {
        const opened = await ordersOf(edition);
        if (owner === null) yield* inOrder(editions, edition.segments, opened, sort, after);
        else yield* ofOwner(editions, edition.segments, opened, sort, owner, after);
      },
      async search(query, after, most) {
        return await (await readerOf(edition)).search(query, after, most);
      },
    };
  }

  return async (read) => {
    for (let tries = 1;; tries++) {
      const edition = await editions.current();
      try {
        return await read(edition === null ? null : readable(edition));
      } catch (error) {
        if (!(error instanceof EditionGone) || tries === MOST_TRIES) throw error;
      }
    }
  };
}

const NOTHING: CatalogReader = { bytes: 0, search: () => Promise.resolve([]) };

async function openOrders(
  editions: EditionStore,
  segments: readonly SegmentRecord[],
): Promise<OpenOrders> {
  const heads = await Promise.all(segments.map((segment) => readHeads(editions, segment)));
  return { heads, newest: await newestOf(editions, segments, heads) };
}

async function* inOrder(
  editions: EditionStore,
  segments: readonly SegmentRecord[],
  { heads, newest }: OpenOrders,
  order: CatalogSort | "owner",
  after: OrderKey | null,
): AsyncGenerator<OrderKey> {
  const streams = segments.map(({ id }, at) =>
    keysAfter(editions, id, order, heads[at]?.orders[order] ?? [], after, false)
  );
  for await (const { key, stream } of mergedKeys(streams)) {
    if ((newest.get(skillIn(key))?.segment ?? stream) === stream) yield key;
  }
}

/** An owner has two thousand skills at most, which are sorted as they are asked for. */
async function* ofOwner(
  editions: EditionStore,
  segments: readonly SegmentRecord[],
  opened: OpenOrders,
  sort: CatalogSort,
  owner: AccountId,
  after: OrderKey | null,
): AsyncGenerator<OrderKey> {
  const keys: OrderKey[] = [];
  for await (const key of inOrder(editions, segments, opened, "owner", [owner])) {
    if (key[0] !== owner) break;
    keys.push(sortOwned(sort, key));
  }
  for (const key of keys.sort(compareKeys)) {
    if (after === null || compareKeys(key, after) > 0) yield key;
  }
}
