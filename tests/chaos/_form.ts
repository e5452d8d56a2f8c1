import { parseArgs } from "node:util";

/** How hard and from which seed to try: `deno task chaos --kills=100 --seed=7`; short without arguments. */
const { values } = parseArgs({
  args: Deno.args,
  options: {
    kills: { type: "string", default: "5" },
    seed: { type: "string", default: String(crypto.getRandomValues(new Uint16Array(1))[0]) },
  },
});

/** Whether there is time for what takes longer than a whole test file should. */
export const IS_LONG = Deno.args.length > 0;

export const KILLS = Number(values.kills);
export const SEED = Number(values.seed);

/** Whole numbers below a bound, the same for the same seed. */
export type Chance = (below: number) => number;

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
