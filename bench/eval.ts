/**
 * How well search finds what it should: every query through the real `search_repo` use case, and beside
 * it MiniSearch on the same texts.
 *
 *     deno task eval [queries.jsonl] [directory of repositories] [--misses]
 *
 * A line of the queries is `{"repo", "query", "relevant": [paths], "kind"}`; `repo` names a clone, a plain
 * directory or a bundle in the directory. Without arguments the example library is asked.
 */
import {
  type Judgement,
  meanOutcome,
  type Outcome,
  outcomeOf,
  parseJudgements,
} from "./support/judgements.ts";
import { createMiniSearch, miniDocuments, miniSearchPaths } from "./support/mini_search.ts";
import { mountedRepositories } from "./support/mounted_repositories.ts";

interface Answer {
  readonly judgement: Judgement;
  readonly ranked: readonly string[];
  readonly ours: Outcome;
  readonly theirs: Outcome;
}

const args = Deno.args.filter((arg) => !arg.startsWith("--"));
const [queries = "bench/queries/library.jsonl", directory = "fixtures/examples"] = args;
const judgements = parseJudgements(await Deno.readTextFile(queries));
const answers: Answer[] = [];
{
  await using repositories = await mountedRepositories(directory);
  for (const [repo, asked] of Map.groupBy(judgements, ({ repo }) => repo)) {
    const { texts, search } = await repositories.mount(repo);
    const mini = createMiniSearch(miniDocuments(texts));
    for (const judgement of asked) {
      const ranked = await search(judgement.query);
      const theirs = outcomeOf(judgement, miniSearchPaths(mini, texts, judgement.query));
      answers.push({ judgement, ranked, ours: outcomeOf(judgement, ranked), theirs });
    }
  }
}

console.log("                           queries   MRR@10          recall@5");
console.log("                                     ours    Mini    ours    Mini");
printRow("all", answers);
for (const [repo, some] of Map.groupBy(answers, ({ judgement }) => judgement.repo)) printRow(repo, some);
for (const [kind, some] of Map.groupBy(answers, ({ judgement }) => judgement.kind)) printRow(kind, some);
if (Deno.args.includes("--misses")) printMisses(answers);

function printRow(name: string, some: readonly Answer[]): void {
  const ours = meanOutcome(some.map((answer) => answer.ours));
  const theirs = meanOutcome(some.map((answer) => answer.theirs));
  console.log([
    name.padEnd(26),
    String(some.length).padStart(7),
    "",
    ...[ours.reciprocalRank, theirs.reciprocalRank, ours.recall, theirs.recall].map((value) =>
      value.toFixed(4)
    ),
  ].join("  "));
}

function printMisses(some: readonly Answer[]): void {
  for (const { judgement: { repo, kind, query, relevant }, ranked, ours } of some) {
    if (ours.reciprocalRank === 1) continue;
    console.log(`\n${repo}, ${kind}: ${query}`);
    for (const path of relevant) console.log(`  wanted ${path}`);
    for (const path of ranked.slice(0, 5)) console.log(`  found  ${path}`);
  }
}
