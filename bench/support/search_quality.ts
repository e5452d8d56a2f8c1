/** What queries with known answers were answered, and how that compares. */
import { type Judgement, meanOutcome, type Outcome } from "./judgements.ts";

export interface Answer {
  readonly judgement: Judgement;
  readonly ranked: readonly string[];
  readonly ours: Outcome;
  readonly theirs: Outcome;
}

export function meansOf(answers: readonly Answer[]) {
  return {
    ours: meanOutcome(answers.map(({ ours }) => ours)),
    theirs: meanOutcome(answers.map(({ theirs }) => theirs)),
  };
}

/** A row for all, for each repository and for each kind of question. */
export function printAnswers(answers: readonly Answer[]): void {
  console.log("                           queries   MRR@10          recall@5");
  console.log("                                     ours    Mini    ours    Mini");
  printRow("all", answers);
  for (const [repo, some] of Map.groupBy(answers, ({ judgement }) => judgement.repo)) printRow(repo, some);
  for (const [kind, some] of Map.groupBy(answers, ({ judgement }) => judgement.kind)) printRow(kind, some);
}

function printRow(name: string, some: readonly Answer[]): void {
  const { ours, theirs } = meansOf(some);
  console.log([
    name.padEnd(26),
    String(some.length).padStart(7),
    "",
    ...[ours.reciprocalRank, theirs.reciprocalRank, ours.recall, theirs.recall].map((value) =>
      value.toFixed(4)
    ),
  ].join("  "));
}

export function printMisses(some: readonly Answer[]): void {
  for (const { judgement: { repo, kind, query, relevant }, ranked, ours } of some) {
    if (ours.reciprocalRank === 1) continue;
    console.log(`\n${repo}, ${kind}: ${query}`);
    for (const path of relevant) console.log(`  wanted ${path}`);
    for (const path of ranked.slice(0, 5)) console.log(`  found  ${path}`);
  }
}
