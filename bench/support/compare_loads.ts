import { type Load, requestsPerSecond } from "./load.ts";
import { median } from "./median.ts";

const ROUNDS = 15;
const ROUND_MS = 300;

/** Requests a second of two servers. Medians; `ratio` is of the first to the second. */
export interface Rates {
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
}

/** Rounds in which each goes first in turn; the round before them warms both up. */
export async function compareLoads(ours: Load, theirs: Load): Promise<Rates> {
  const rounds: { readonly ours: number; readonly theirs: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = new Map<Load, number>();
    for (const load of round % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
      rates.set(load, await requestsPerSecond(load, ROUND_MS));
    }
    if (round > 0) rounds.push({ ours: rates.get(ours) ?? 0, theirs: rates.get(theirs) ?? 0 });
  }
  return {
    ours: median(rounds.map((round) => round.ours)),
    theirs: median(rounds.map((round) => round.theirs)),
    ratio: median(rounds.map((round) => round.ours / round.theirs)),
  };
}
