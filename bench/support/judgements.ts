/** Queries with the paths that should come first, and how well a ranking answers them. */

export interface Judgement {
  readonly repo: string;
  readonly query: string;
  readonly relevant: readonly string[];
  readonly kind: string;
}

/** One JSON object a line. */
export function parseJudgements(lines: string): readonly Judgement[] {
  return lines.split("\n").filter((line) => line.trim() !== "").map((line): Judgement => {
    const { repo, query, relevant, kind } = JSON.parse(line);
    return {
      repo: String(repo),
      query: String(query),
      relevant: Array.from(relevant, String),
      kind: String(kind),
    };
  });
}

/** How one query was answered. */
export interface Outcome {
  /** One over the position of the first right path among ten; 0 when there is none. */
  readonly reciprocalRank: number;
  /** Share of the right paths among the first five. */
  readonly recall: number;
}

export function outcomeOf({ relevant }: Judgement, ranked: readonly string[]): Outcome {
  const at = ranked.slice(0, 10).findIndex((path) => relevant.includes(path));
  const first = ranked.slice(0, 5);
  return {
    reciprocalRank: at < 0 ? 0 : 1 / (at + 1),
    recall: relevant.filter((path) => first.includes(path)).length / Math.max(1, relevant.length),
  };
}

/** Mean over all queries: MRR@10 and recall@5. */
export function meanOutcome(outcomes: readonly Outcome[]): Outcome {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    reciprocalRank: mean(outcomes.map(({ reciprocalRank }) => reciprocalRank)),
    recall: mean(outcomes.map(({ recall }) => recall)),
  };
}
