import { yieldToEventLoop } from "./yield_to_event_loop.ts";

/** Notes that so much work was done, in the unit of its maker. A promise: other work has its turn, which is waited for. */
export type Pace = (work: number) => Promise<void> | undefined;

/**
 * Gives way each time that `slice` of work is done: giving way costs more than a small piece of it. Work is counted, not
 * timed, so that the slices are the same on every run.
 *
 * @param piece What any piece of work costs beside what is told of it, in the same unit.
 */
export function createPace(slice: number, piece: number, giveWay = yieldToEventLoop): Pace {
  let spent = 0;
  return (work) => {
    spent += piece + work;
    if (spent < slice) return undefined;
    spent = 0;
    return giveWay();
  };
}
