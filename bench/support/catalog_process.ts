/** A new process on a store with a catalog: its first answer, then many. Prints JSON. */
import { createCatalogSearch, createSearchIndex } from "../../src/search/mod.ts";
import { createPublicCatalog } from "../../src/library/mod.ts";
import { openStore } from "../../src/store/mod.ts";
import { generatedQueries } from "./generated_catalog.ts";

const [path = "", skills = "0"] = Deno.args;
const QUERIES = 2000;
const MIB = 1024 * 1024;
const CACHE_BYTES = 256 * MIB;
const SORTS = ["installs", "newest", "name"] as const;

using kv = await Deno.openKv(path);
const search = createSearchIndex();
const started = performance.now();
const store = openStore({
  kv,
  clock: { now: () => Date.now(), sleep: (ms) => new Promise((done) => setTimeout(done, ms)) },
  newId: () => crypto.randomUUID(),
  log: () => {},
  openIndex: search.open,
  cacheBytes: CACHE_BYTES,
});
const catalog = createPublicCatalog({
  ...store,
  search,
  catalogSearch: createCatalogSearch(),
  isAnalysed: true,
  blockedTypes: new Set(),
});
const queries = generatedQueries(QUERIES, Number(skills));
await catalog.search({ query: queries[0] ?? "", limit: 10, cursor: null });
const firstMs = performance.now() - started;

const times: number[] = [];
const discovered: number[] = [];
for (const [at, query] of queries.entries()) {
  times.push(await timed(() => catalog.search({ query, limit: 10, cursor: null })));
  if (at % 20 !== 0) continue;
  const sort = SORTS[at / 20 % SORTS.length] ?? "name";
  discovered.push(await timed(() => catalog.discover({ sort, owner: null, limit: 20, cursor: null })));
}
console.log(JSON.stringify({
  firstMs: rounded(firstMs),
  p50Ms: share(times, 0.5),
  p99Ms: share(times, 0.99),
  discoverP99Ms: share(discovered, 0.99),
  memoryMiB: rounded(Deno.memoryUsage().rss / MIB),
}));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function share(values: readonly number[], part: number): number {
  return rounded(values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
