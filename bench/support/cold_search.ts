/**
 * One engine in a process that has never seen its index: prints the milliseconds to the first answer, the
 * longest that nothing else could run meanwhile, and the memory that the index holds.
 *
 *     cold_search.ts ours <KV file> <snapshot key> <query>
 *     cold_search.ts mini <JSON file> <query>
 */
import MiniSearch from "minisearch";
import { ROOT_PATH } from "../../src/format/mod.ts";
import { createSearchIndex } from "../../src/search/mod.ts";
import { openStore } from "../../src/store/mod.ts";
import { MINI_OPTIONS, MINI_SEARCH } from "./mini_search.ts";
import { watchStretches } from "./watch_stretches.ts";

const collect: unknown = Reflect.get(globalThis, "gc");
const [engine, file = "", ...rest] = Deno.args;
const answer = engine === "ours" ? await prepareOurs(file, rest) : await prepareMini(file, rest);
const before = held();
const watch = watchStretches();
const start = performance.now();
const kept = await answer();
const first = performance.now() - start;
const longest = await watch.stop();
console.log(JSON.stringify({ first, longest, bytes: held() - before, found: kept.found }));

/** From KV: the chunks are read and decompressed, the index is opened, one query is answered. */
async function prepareOurs(path: string, [key = "", query = ""]: readonly string[]) {
  const kv = await Deno.openKv(path);
  const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
  const store = openStore({
    kv,
    clock,
    newId: () => crypto.randomUUID(),
    log: () => {},
    openIndex: createSearchIndex().open,
    cacheBytes: 256 * 1024 * 1024,
  });
  return async () => {
    const reader = await store.reader.search(JSON.parse(key));
    if (reader === null) throw new Error("Cannot open the index");
    return { reader, kv, found: reader.search(query, ROOT_PATH).total };
  };
}

/** From its JSON in memory. */
async function prepareMini(path: string, [query = ""]: readonly string[]) {
  const json = await Deno.readTextFile(path);
  return () => {
    const index = MiniSearch.loadJSON(json, MINI_OPTIONS);
    return Promise.resolve({ index, found: index.search(query, MINI_SEARCH).length });
  };
}

/** Bytes in use after garbage was collected. */
function held(): number {
  if (typeof collect === "function") collect();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}
