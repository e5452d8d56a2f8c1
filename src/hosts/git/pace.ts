import { createPace as createPaceOf, type Pace } from "../../flow/mod.ts";

export type { Pace };

/** A few milliseconds of inflating and hashing, for a busy machine makes many of them. */
const SLICE_BYTES = 512 * 1024;

/** What handling any piece costs beside its bytes, in the time that bytes take. */
const PIECE_BYTES = 2048;

/**
 * Counts bytes of work and lets other work of the process run after every `SLICE_BYTES`. Also what
 * keeps timers alive: reading what is buffered already never leaves the queue of microtasks.
 */
export function createPace(): Pace {
  return createPaceOf(SLICE_BYTES, PIECE_BYTES);
}
