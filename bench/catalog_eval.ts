/**
 * How well the catalog's search finds what it should where several repositories' skills are in it at once: every query that one
 * of them has a skill for, MiniSearch on the same texts beside it, and every skill by its name.
 *
 *     deno task eval:catalog queries.jsonl <directory of repositories> [--misses]
 *
 * Queries are as those of `deno task eval`. Fails where MiniSearch is better, or where a name is not first.
 */
import { createHash } from "node:crypto";
import type { CatalogEntry, CatalogReader } from "../contracts/library/catalog_search.ts";
import { createCatalogSearch } from "../src/search/mod.ts";
import { outcomeOf, parseJudgements } from "./support/judgements.ts";
import { createMiniSearch, miniDocuments, miniSearchPaths } from "./support/mini_search.ts";
import { type IndexedText, mountedRepositories } from "./support/mounted_repositories.ts";
import { type Answer, meansOf, printAnswers, printMisses } from "./support/search_quality.ts";

const RESULTS = 10;

/** More than any name has skills. */
const MOST_OF_A_NAME = 25;

const [queries, directory] = Deno.args.filter((arg) => !arg.startsWith("--"));
if (queries === undefined || directory === undefined) {
  throw new TypeError("Name the queries and the directory of repositories");
}
const judgements = parseJudgements(await Deno.readTextFile(queries));
const texts = await skillsOf(directory);
const search = await catalogOf(texts);
const mini = createMiniSearch(miniDocuments(texts));
const paths = new Set<string>(texts.map(({ entry }) => entry.path));

const answers: Answer[] = [];
for (const { repo, query, relevant, kind } of judgements) {
  const wanted = relevant.map((path) => `${repo}/${path}`).filter((path) => paths.has(path));
  if (wanted.length === 0) continue;
  const judgement = { repo, query, relevant: wanted, kind };
  const ranked = (await search.search(query, null, RESULTS)).map(({ id }) => id);
  const theirs = outcomeOf(judgement, miniSearchPaths(mini, texts, query));
  answers.push({ judgement, ranked, ours: outcomeOf(judgement, ranked), theirs });
}
printAnswers(answers);
if (Deno.args.includes("--misses")) printMisses(answers);

const namesakes = Map.groupBy(texts, ({ fields }) => fields.name);
const notFirst: string[] = [];
for (const [name, same] of namesakes) {
  const hits = await search.search(name, null, MOST_OF_A_NAME);
  const first = new Set(hits.slice(0, same.length).map(({ id }) => id));
  if (!same.every(({ entry }) => first.has(entry.path))) notFirst.push(name);
}
console.log(`\n${namesakes.size - notFirst.length} of ${namesakes.size} names come first`);
for (const name of notFirst) console.log(`  not first: ${name}`);
const { ours, theirs } = meansOf(answers);
const isBetter = ours.reciprocalRank >= theirs.reciprocalRank && ours.recall >= theirs.recall;
if (!isBetter || notFirst.length > 0) Deno.exitCode = 1;

/** The skills of all repositories, with the texts that the catalog would have of them. Paths begin with the repository's name. */
async function skillsOf(directory: string): Promise<readonly IndexedText[]> {
  const repositories = await Array.fromAsync(
    Deno.readDir(directory),
    ({ name }) => name.replace(/\.bundle$/, ""),
  );
  await using mounted = await mountedRepositories(directory);
  const skills: IndexedText[] = [];
  for (const repo of repositories.toSorted()) {
    for (const { entry, fields } of (await mounted.mount(repo)).texts) {
      if (!/(^|\/)SKILL\.md$/.test(entry.path) || entry.path !== entry.group) continue;
      const path = `${repo}/${entry.path}` as typeof entry.path;
      skills.push({ entry: { ...entry, path, group: path }, fields });
    }
  }
  return skills.sort((a, b) => a.entry.path < b.entry.path ? -1 : 1);
}

/** One segment of them, none of which stands before another. */
async function catalogOf(texts: readonly IndexedText[]): Promise<CatalogReader> {
  const engine = createCatalogSearch();
  const blocks: Uint8Array[] = [];
  const entries = texts.map(({ entry: { path }, fields }): CatalogEntry => ({
    id: path,
    skill: {
      ...fields,
      digest: createHash("sha256").update(path).digest("hex"),
      verified: false,
      isProved: false,
      installs: 0,
      publishedAt: 0,
    },
  }));
  const head = await engine.build(entries, (block) => Promise.resolve(void blocks.push(block)));
  const reader = await engine.open([{
    id: "all",
    postingsBytes: head.postingsBytes,
    head: () => Promise.resolve(head.bytes),
    blocks: (numbers) => Promise.resolve(numbers.map((number) => blocks[number] ?? new Uint8Array(0))),
  }], null);
  if (reader === null) throw new Error("Cannot open what was built");
  return reader;
}
