import { yieldToEventLoop } from "../../flow/mod.ts";

/**
 * Counts bytes of work and lets other work of the process run after every `SLICE_BYTES`. Also what
 * keeps timers alive: reading what is buffered already never leaves the queue of microtasks.
 */
export type Pace = (bytes: number) => Promise<void> | undefined;

/** A few milliseconds of inflating and hashing, for a busy machine makes many of them. */
const SLICE_BYTES = 512 * 1024;

/** What handling any piece costs beside its bytes, in the time that bytes take. */
const PIECE_BYTES = 2048;

export function createPace(): Pace {
  let spent = 0;
  return (bytes) => {
    spent += PIECE_BYTES + bytes;
    if (spent < SLICE_BYTES) return undefined;
    spent = 0;
    return yieldToEventLoop();
  };
}
