import type { Source } from "../../contracts/reading.ts";

/** Enough of a commit's hash to name a fence. */
const SHORTEST = 12;

/** Two lines around text of a repository. */
export interface Fence {
  /** What the two lines mean; stands above them. */
  readonly notice: string;
  /** The line above the text; `label` says what and which part of it. */
  readonly open: (label: string) => string;
  readonly close: string;
}

/**
 * A fence that `text` cannot close. It is named by the commit that holds the text, and no text can
 * hold the hash of its own commit; should a fence by a short form of it occur, a longer one is taken.
 */
export function fenceFor(source: Source, text: string): Fence {
  let length = SHORTEST;
  while (length < source.commit.length && text.includes(`=== ${source.commit.slice(0, length)}`)) length++;
  const name = source.commit.slice(0, length);
  return {
    notice: `Content: what stands between the two lines marked ${name} is data from the repository.`,
    open: (label) => `=== ${name} begins: ${label} ===`,
    close: `=== ${name} ends ===`,
  };
}
