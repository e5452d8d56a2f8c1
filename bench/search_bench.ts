/**
 * What search costs, beside MiniSearch on the same texts in the same run: index size, building, updating,
 * the first answer of a cold process, memory, and queries, also at ten times the documents.
 *
 *     deno task bench:search [queries.jsonl] [directory of repositories]
 *
 * Measured is the repository with the most text. Prints tables and fails on nothing.
 */
import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import type { RepoPath } from "../contracts/addresses.ts";
import type { SearchEntry } from "../contracts/search_index.ts";
import { ROOT_PATH } from "../src/format/mod.ts";
import { createSearchIndex } from "../src/search/mod.ts";
import { parseJudgements } from "./support/judgements.ts";
import { createMiniSearch, MINI_SEARCH, miniDocuments } from "./support/mini_search.ts";
import { watchStretches } from "./support/watch_stretches.ts";
import { type IndexedText, mountedRepositories } from "./support/mounted_repositories.ts";
import { median } from "./support/median.ts";

const ROUNDS = 7;
const QUERY_ROUNDS = 25;
const COLD_ROUNDS = 5;
const TIMES = 10;

const [queriesPath = "bench/queries/library.jsonl", directory = "fixtures/examples"] = Deno.args;
const judgements = parseJudgements(await Deno.readTextFile(queriesPath));
const queries = [...new Set(judgements.map(({ query }) => query))];
const scratch = await makeScratch();
try {
  await using repositories = await mountedRepositories(directory, `${scratch}/kv.sqlite`);
  const names = [...new Set(judgements.map(({ repo }) => repo))];
  const mounted = [];
  for (const name of names) mounted.push(await repositories.mount(name));
  const largest = mounted.toSorted((a, b) => textBytes(b.texts) - textBytes(a.texts))[0];
  if (largest === undefined) throw new Error("Cannot measure: the queries name no repository");
  const { name, texts, key } = largest;
  console.log(`${name}: ${texts.length} texts, ${mib(textBytes(texts))} MiB; medians\n`);
  console.log("what                                        ours        Mini      ratio     aim");
  const bytes = await measureBuilding(texts);
  await measureSize(texts, bytes);
  await measureCold(JSON.stringify(key), texts);
  await measureQueries(texts, bytes);
} finally {
  await Deno.remove(scratch, { recursive: true });
}

async function makeScratch(): Promise<string> {
  await Deno.mkdir(".skillmount", { recursive: true });
  return await Deno.makeTempDir({ dir: ".skillmount", prefix: "search-bench-" });
}

async function measureBuilding(texts: readonly IndexedText[]): Promise<Uint8Array> {
  const engine = createSearchIndex();
  const entries = texts.map(toEntry);
  const changed = entries.map((entry, at) =>
    at === Math.floor(entries.length / 2) ? { ...entry, fingerprint: "changed" } : entry
  );
  const documents = miniDocuments(texts);
  let bytes = await engine.build(entries, null);
  const times = {
    full: [] as number[],
    mini: [] as number[],
    update: [] as number[],
    stretch: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round++) {
    times.mini.push(await timed(() => createMiniSearch(documents)));
    const watch = watchStretches();
    times.full.push(await timed(async () => bytes = await engine.build(entries, null)));
    times.stretch.push(await watch.stop());
    times.update.push(await timed(() => engine.build(changed, bytes)));
  }
  const full = median(times.full);
  row("full build, ms", full, median(times.mini), full / median(times.mini), "0.60");
  row("one file changed, ms", median(times.update), null, median(times.update) / full, "0.15 of full");
  row("longest stretch of a build, ms", least(times.stretch), null, null, "40 ms");
  return bytes;
}

async function measureSize(texts: readonly IndexedText[], bytes: Uint8Array): Promise<void> {
  const json = new TextEncoder().encode(JSON.stringify(createMiniSearch(miniDocuments(texts))));
  const text = textBytes(texts);
  const compress = promisify(zstdCompress);
  row(
    "index, bytes per text byte",
    bytes.length / text,
    json.length / text,
    bytes.length / json.length,
    "0.14",
  );
  const [ours, theirs] = [(await compress(bytes)).length, (await compress(json)).length];
  row("compressed (zstd)", ours / text, theirs / text, ours / theirs, "0.085");
}

async function measureCold(key: string, texts: readonly IndexedText[]): Promise<void> {
  const json = `${scratch}/mini.json`;
  await Deno.writeTextFile(json, JSON.stringify(createMiniSearch(miniDocuments(texts))));
  const query = queries[0] ?? "";
  const ours: Cold[] = [];
  const mini: Cold[] = [];
  for (let round = 0; round < COLD_ROUNDS; round++) {
    mini.push(await cold("mini", json, query));
    ours.push(await cold("ours", `${scratch}/kv.sqlite`, key, query));
  }
  const first = [ours, mini].map((some) => median(some.map((one) => one.first)));
  row(
    "first answer of a cold process, ms",
    first[0] ?? 0,
    first[1] ?? 0,
    (first[0] ?? 0) / (first[1] ?? 1),
    "0.20",
  );
  const stretch = [ours, mini].map((some) => least(some.map((one) => one.longest)));
  row("longest stretch meanwhile, ms", stretch[0] ?? 0, stretch[1] ?? 0, null, "40 ms");
  const memory = [ours, mini].map((some) => median(some.map((one) => one.bytes)) / textBytes(texts));
  row("memory held, bytes per text byte", memory[0] ?? 0, memory[1] ?? 0, null, "1.00");
}

interface Cold {
  readonly first: number;
  readonly longest: number;
  readonly bytes: number;
}

async function cold(...args: readonly string[]): Promise<Cold> {
  const script = "bench/support/cold_search.ts";
  const { stdout, success } = await new Deno.Command("deno", {
    args: ["run", "-P=bench", "--v8-flags=--expose-gc", script, ...args],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`Cannot measure a cold process: ${args[0]} failed`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function measureQueries(texts: readonly IndexedText[], bytes: Uint8Array): Promise<void> {
  const engine = createSearchIndex();
  const reader = await engine.open(bytes);
  const mini = createMiniSearch(miniDocuments(texts));
  const root = ROOT_PATH;
  const ours = queryTimes((query) => reader?.search(query, root));
  const theirs = queryTimes((query) => mini.search(query, MINI_SEARCH));
  row("query p50, ms", ours.p50, theirs.p50, ours.p50 / theirs.p50, "0.50");
  row("query p99, ms", ours.p99, theirs.p99, ours.p99 / ours.p50, "10 x p50");
  const many = await engine.open(await engine.build(multiplied(texts), null));
  const more = queryTimes((query) => many?.search(query, root));
  row(`query p50 at ${TIMES} times the texts, ms`, more.p50, null, more.p50 / ours.p50, "10 x p50");
  row(`query p99 at ${TIMES} times the texts, ms`, more.p99, null, more.p99 / more.p50, "");
}

/** The texts again and again, each time with a seventh of the words changed, so that terms grow as well. */
function multiplied(texts: readonly IndexedText[]): readonly SearchEntry[] {
  return Array.from({ length: TIMES }, (_, copy) =>
    texts.map(({ entry, fields }): SearchEntry => {
      const path = (of: string) => `copy-${copy}/${of}` as RepoPath;
      let word = copy;
      const body = fields.body.replace(/[A-Za-z]{4,}/g, (found) =>
        ++word % 7 === 0 ? `${found}q${copy}` : found);
      const known = { ...fields, body };
      return {
        path: path(entry.path),
        group: path(entry.group),
        fingerprint: "",
        fields: () =>
          Promise.resolve(known),
      };
    })).flat();
}

/** Of the best of several rounds a query: the machine has other things to do, too. */
function queryTimes(ask: (query: string) => unknown): { readonly p50: number; readonly p99: number } {
  const best = new Map<string, number>();
  for (let round = 0; round < QUERY_ROUNDS; round++) {
    for (const query of queries) {
      const start = performance.now();
      ask(query);
      best.set(query, Math.min(best.get(query) ?? Infinity, performance.now() - start));
    }
  }
  const sorted = [...best.values()].toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

function toEntry({ entry, fields }: IndexedText): SearchEntry {
  return { ...entry, fields: () => Promise.resolve(fields) };
}

function textBytes(texts: readonly IndexedText[]): number {
  const encoder = new TextEncoder();
  return texts.reduce((sum, { entry, fields }) => {
    const lead = entry.path === entry.group ? fields.name + fields.description : "";
    return sum + encoder.encode(lead + fields.body).length;
  }, 0);
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Of stretches: what else the machine does makes one longer in some rounds, and shorter in none. */
function least(values: readonly number[]): number {
  return Math.min(...values);
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(2);
}

function row(what: string, ours: number, theirs: number | null, ratio: number | null, aim: string): void {
  console.log(
    [
      what.padEnd(38),
      ours.toFixed(3).padStart(10),
      (theirs?.toFixed(3) ?? "").padStart(11),
      (ratio?.toFixed(3) ?? "").padStart(10),
      "  ",
      aim,
    ].join(" ").trimEnd(),
  );
}
