import { isDeepStrictEqual } from "node:util";
import type { Answer } from "./repository_walk.ts";

export interface Comparison {
  /** How many answers of each kind are the same everywhere. */
  readonly same: ReadonlyMap<string, number>;
  /** Of the answers at one address. UTF-16 code units. */
  readonly size: number;
  /** The first address's answer, and the other. */
  readonly differences: readonly string[];
}

/** Walks several addresses of one repository at once and holds every answer against the first one's. */
export async function compareWalks(walks: readonly AsyncGenerator<Answer>[]): Promise<Comparison> {
  const same = new Map<string, number>();
  const differences: string[] = [];
  let size = 0;
  while (true) {
    const [first, ...others] = await Promise.all(walks.map(nextOf));
    if (first === undefined) break;
    const different = others.filter((other) => !isDeepStrictEqual(other, first));
    for (const other of different) {
      differences.push([shownOf(first), "--- differs from ---", shownOf(other)].join("\n"));
    }
    // What is asked next follows from what was answered.
    if (first === null || different.some((other) => other?.question !== first.question)) break;
    size += first.text.length;
    if (different.length === 0) same.set(first.kind, (same.get(first.kind) ?? 0) + 1);
  }
  return { same, size, differences };
}

/** Null at the end of the walk. */
async function nextOf(walk: AsyncGenerator<Answer>): Promise<Answer | null> {
  const { done, value } = await walk.next();
  return done ? null : value;
}

function shownOf(answer: Answer | null): string {
  return answer === null ? "nothing" : `${answer.kind} ${answer.question}\n${answer.text}`;
}
