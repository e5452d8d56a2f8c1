/** Which words of a line changed. */
import { diffWordsWithSpace } from "diff";

/** A part of a line, in UTF-16 units: `end` is behind it. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

/** Longer lines are told whole. UTF-16 units. */
const LONGEST_LINE = 1000;
/** Lines that share less than this part are two lines and not one that changed. */
const LEAST_SHARED = 0.3;
const MOST_CHANGES = 40;

/** What of an old line went and of the new one came; null where they have too little in common. */
export function wordMarks(
  removed: string,
  added: string,
): { readonly removed: readonly Mark[]; readonly added: readonly Mark[] } | null {
  if (removed.length > LONGEST_LINE || added.length > LONGEST_LINE) return null;
  const parts = diffWordsWithSpace(removed, added, { maxEditLength: MOST_CHANGES });
  if (parts === undefined) return null;
  const marks = { removed: [] as Mark[], added: [] as Mark[] };
  let [old, now, shared] = [0, 0, 0];
  for (const { value, added: isAdded, removed: isRemoved } of parts) {
    if (isRemoved) marks.removed.push({ start: old, end: old + value.length });
    else if (isAdded) marks.added.push({ start: now, end: now + value.length });
    else shared += value.trim().length;
    if (!isAdded) old += value.length;
    if (!isRemoved) now += value.length;
  }
  return shared < LEAST_SHARED * Math.max(removed.trim().length, added.trim().length) ? null : marks;
}
