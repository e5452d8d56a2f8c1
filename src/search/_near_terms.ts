import { FIRST_TEXT_TERM } from "./_name_terms.ts";
import type { TermDictionary, TermSpan } from "./_term_dictionary.ts";

export interface NearTerm extends TermSpan {
  readonly distance: number;
}

/**
 * Terms within `most` edits of `word` (insert, delete, replace, swap of neighbours). One pass over the
 * dictionary that reuses the rows of shared beginnings and gives up on a beginning that is too far.
 */
export function nearTerms(terms: TermDictionary, word: string, most: number): NearTerm[] {
  const width = word.length + 1;
  const wanted = Uint16Array.from(word, (_, at) => word.charCodeAt(at));
  const deepest = word.length + most;
  const rows = new Uint8Array((deepest + 2) * width);
  for (let column = 0; column < width; column++) rows[column] = column;
  const near: NearTerm[] = [];
  let valid = 0;
  let dead = Infinity;
  const scan = terms.from(FIRST_TEXT_TERM);
  while (scan.next()) {
    const shared = scan.shared;
    if (shared < valid) valid = shared;
    if (shared >= dead) continue;
    dead = Infinity;
    const { units, length } = scan;
    let depth = valid;
    while (depth < length) {
      if (depth >= deepest) {
        dead = depth;
        break;
      }
      const least = fillRow(rows, width, depth, units, wanted);
      depth++;
      if (least > most) {
        dead = depth;
        break;
      }
    }
    valid = depth;
    if (dead !== Infinity || length === 0) continue;
    const distance = rows[length * width + word.length] ?? 255;
    if (distance <= most && distance > 0) near.push({ start: scan.start, end: scan.end, distance });
  }
  return near;
}

/** Fills row `depth + 1`; returns the least it or a swap from the row before it can still lead to. */
function fillRow(
  rows: Uint8Array,
  width: number,
  depth: number,
  units: Uint16Array,
  wanted: Uint16Array,
): number {
  const row = (depth + 1) * width;
  const above = depth * width;
  const unit = units[depth] ?? 0;
  const before = depth > 0 ? units[depth - 1] ?? 0 : -1;
  let least = depth + 1;
  let last = depth + 1;
  let diagonal = rows[above] ?? 0;
  rows[row] = last;
  for (let column = 1; column < width; column++) {
    const up = rows[above + column] ?? 0;
    let cost = diagonal + (wanted[column - 1] === unit ? 0 : 1);
    if (up + 1 < cost) cost = up + 1;
    if (last + 1 < cost) cost = last + 1;
    if (column > 1 && wanted[column - 1] === before && wanted[column - 2] === unit) {
      const swap = (rows[above - width + column - 2] ?? 0) + 1;
      if (swap < cost) cost = swap;
    }
    if (cost > 255) cost = 255;
    rows[row + column] = cost;
    if (cost < least) least = cost;
    // A swap may still be completed by the next character.
    if (column < width - 1 && wanted[column] === unit && up < least) least = up;
    diagonal = up;
    last = cost;
  }
  return least;
}
