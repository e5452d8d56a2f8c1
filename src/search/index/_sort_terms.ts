import type { Pace } from "../pace.ts";

/** Terms sorted between two chances for other work. */
const RUN = 4096;

/** Sorts by UTF-16 code units in bounded steps: runs first, then merged pair by pair. */
export async function sortTerms(terms: Iterable<string>, pace: Pace): Promise<readonly string[]> {
  const all = Array.from(terms);
  let runs: (readonly string[])[] = [];
  for (let at = 0; at < all.length; at += RUN) {
    runs.push(all.slice(at, at + RUN).sort());
    await pace(RUN * 8);
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], pace));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(a: readonly string[], b: readonly string[], pace: Pace): Promise<readonly string[]> {
  if (b.length === 0) return a;
  const merged: string[] = [];
  let left = 0;
  let right = 0;
  while (left < a.length || right < b.length) {
    const fromA = a[left];
    const fromB = b[right];
    if (fromB === undefined || (fromA !== undefined && fromA < fromB)) {
      merged.push(fromA ?? "");
      left++;
    } else {
      merged.push(fromB);
      right++;
    }
    if (merged.length % RUN === 0) await pace(RUN * 4);
  }
  return merged;
}
