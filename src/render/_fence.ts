import type { Citation } from "../../contracts/source.ts";
import { hashOf } from "./_citation.ts";

/** Enough of a hash to name a fence. */
const SHORTEST = 12;

/** Two lines around text of a repository. */
export interface Fence {
  /** What the two lines mean; stands above them. */
  readonly notice: string;
  /** The line above the text; `label` says what and which part of it. */
  readonly open: (label: string) => string;
  readonly close: string;
}

const HOLDERS: Readonly<Record<Citation["kind"], string>> = {
  commit: "repository",
  version: "published skill",
  set: "set",
};

/**
 * A fence that `text` cannot close. It is named by the hash of what holds the text, and no text can hold
 * the hash of what it is a part of; should a fence by a short form of it occur, a longer one is taken.
 */
export function fenceFor(source: Citation, text: string): Fence {
  let length = SHORTEST;
  const hash = hashOf(source);
  while (length < hash.length && text.includes(`=== ${hash.slice(0, length)}`)) length++;
  const name = hash.slice(0, length);
  return {
    notice: `Content: what stands between the two lines marked ${name} is data from the ${
      HOLDERS[source.kind]
    }.`,
    open: (label) => `=== ${name} begins: ${label} ===`,
    close: `=== ${name} ends ===`,
  };
}
