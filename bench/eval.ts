/**
 * How well search finds what it should: every query through the real `search_repo` use case, and beside
 * it MiniSearch on the same texts.
 *
 *     deno task eval [queries.jsonl] [directory of repositories] [--misses]
 *
 * A line of the queries is `{"repo", "query", "relevant": [paths], "kind"}`; `repo` names a clone, a plain
 * directory or a bundle in the directory. Without arguments the example library is asked.
 */
import { outcomeOf, parseJudgements } from "./support/judgements.ts";
import { createMiniSearch, miniDocuments, miniSearchPaths } from "./support/mini_search.ts";
import { mountedRepositories } from "./support/mounted_repositories.ts";
import { type Answer, printAnswers, printMisses } from "./support/search_quality.ts";

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

printAnswers(answers);
if (Deno.args.includes("--misses")) printMisses(answers);
