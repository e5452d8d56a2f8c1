import { createPace as createPaceOf, type Pace } from "../flow/mod.ts";

export type { Pace };

/** Lets other work of the process run. */
export type YieldToOthers = () => Promise<void>;

/** One unit is a character of text, or an eighth of a posting. */
const UNITS_PER_SLICE = 32_768;

export function createPace(yieldToOthers: YieldToOthers): Pace {
  return createPaceOf(UNITS_PER_SLICE, 0, yieldToOthers);
}
