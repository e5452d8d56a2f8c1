import type { Query, QueryWord } from "../words/mod.ts";
import { nameStands, ownStands, type Stand } from "./_alternatives.ts";
import type { RankedIndex } from "./ranked_index.ts";

/** Names that are looked at for one word: of those outside the range that is searched, none is tried. */
const SCANNED_NAMES = 2048;

/**
 * A word whose postings take more than this is looked for where a name, a description or a heading has it and where other words
 * were found, and not in every text: that many bodies tell nothing, and cost the most. Bytes.
 */
const FREQUENT_BYTES = 12 * 1024;
/** A word that takes more than this is in descriptions without number, too. */
const VERY_FREQUENT_BYTES = 64 * 1024;
/** With more documents than this, a word in very many texts adds to what rarer words found, and finds nothing by itself. */
const ENOUGH_FOUND = 4000;

/** A word of a query with the terms that stand for it. */
export interface WordOfQuery<Span> {
  readonly word: QueryWord;
  readonly own: readonly Stand<Span>[];
  readonly names: readonly Stand<Span>[];
  /** Bytes of its own postings. */
  readonly size: number;
}

/** The words of a query; those that are in very many texts behind the others, the rarer first. */
export function wordsOfQuery<Span>(
  index: RankedIndex<Span>,
  { words }: Query,
  anyForeign: boolean,
): readonly WordOfQuery<Span>[] {
  const asked = words.map((word) => {
    const own = ownStands(index, word, anyForeign);
    const names = word.kind === "word"
      ? Iterator.from(nameStands(index, word)).take(SCANNED_NAMES).toArray()
      : [];
    const size = own.reduce((sum, { span }) => sum + index.sizeOf(span), 0);
    return { word, own, names, size };
  });
  const frequent = asked.filter(isFrequent).sort((a, b) => a.size - b.size);
  return [...asked.filter((word) => !isFrequent(word)), ...frequent];
}

function isFrequent({ size }: { readonly size: number }): boolean {
  return size > FREQUENT_BYTES;
}

/**
 * Which documents with a word are counted and left out, unless other words found them. In this order, none; those that have it in
 * their body alone; all but those that have it in their name; all.
 */
export const LEFT_OUT = ["none", "bodies", "unnamed", "others"] as const;

export type LeftOut = typeof LEFT_OUT[number];

/** @param found Documents that words before it found. */
export function leftOutOf(word: Pick<WordOfQuery<never>, "size">, found: number): LeftOut {
  if (!isFrequent(word)) return "none";
  if (found > ENOUGH_FOUND) return "others";
  return word.size > VERY_FREQUENT_BYTES ? "unnamed" : "bodies";
}
