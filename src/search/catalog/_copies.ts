import { compareRanks } from "./_hit_rank.ts";
import type { Segment } from "./segment.ts";

/** Skills of equal files, of which search shows one. */
export interface Copies {
  /** Another one stands for it. */
  isCopy(document: number): boolean;
  /** Those that it stands for, the next best first. */
  of(document: number): readonly number[];
}

/**
 * Of skills of equal files the verified owner's stands for all, else the one whose source is proved, else the oldest: who copies a
 * public repository first does not hide its author.
 */
export function findCopies(
  segments: readonly Segment[],
  live: Uint8Array,
  offsets: readonly number[],
): Copies {
  const first = new Map<number, number>();
  const groups = new Map<number, number[]>();
  segments.forEach(({ rows }, part) => {
    const offset = offsets[part] ?? 0;
    for (let row = 0; row < rows.size; row++) {
      const document = offset + row;
      if (live[document] === 0) continue;
      const digest = rows.digestNumber(row);
      const known = first.get(digest);
      if (known === undefined) {
        first.set(digest, document);
        continue;
      }
      const group = groups.get(digest) ?? [known];
      group.push(document);
      groups.set(digest, group);
    }
  });
  const hidden = new Set<number>();
  const standsFor = new Map<number, readonly number[]>();
  const keyOf = (document: number) => {
    const part = offsets.findLastIndex((offset) => offset <= document);
    const { rows } = segments[part] ?? { rows: null };
    const row = document - (offsets[part] ?? 0);
    return {
      document,
      order: rows === null ? [] : [
        rows.isVerified(row) ? 0 : 1,
        rows.isProved(row) ? 0 : 1,
        rows.publishedAt[row] ?? 0,
        rows.ids[row] ?? "",
      ],
    };
  };
  for (const group of groups.values()) {
    const [best, ...others] = group.map(keyOf).sort((a, b) => compareRanks(a.order, b.order));
    if (best === undefined) continue;
    for (const { document } of others) hidden.add(document);
    standsFor.set(best.document, others.map(({ document }) => document));
  }
  return {
    isCopy: (document) => hidden.has(document),
    of: (document) => standsFor.get(document) ?? [],
  };
}
