/** Lets other work of the process run. */
export type YieldToOthers = () => Promise<void>;

/**
 * Counts work and yields after every `UNITS_PER_SLICE`. Work is counted, not timed, so that the slices
 * are the same on every run; one unit is a character of text, or an eighth of a posting.
 */
export type Pace = (units: number) => Promise<void> | undefined;

const UNITS_PER_SLICE = 32_768;

export function createPace(yieldToOthers: YieldToOthers): Pace {
  let spent = 0;
  return (units) => {
    spent += units;
    if (spent < UNITS_PER_SLICE) return undefined;
    spent = 0;
    return yieldToOthers();
  };
}
