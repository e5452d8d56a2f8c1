import type { Use } from "../../contracts/repository_usage.ts";

interface SearchPage {
  readonly items: readonly { readonly kind: "skill" | "file"; readonly path: string }[];
  readonly start: number;
  readonly total: number;
}

/** What counts of a loaded skill: its first page, which the others continue. */
export function useOfSkill(path: string, start: number): Use | null {
  return start === 0 ? { kind: "load", path } : null;
}

/** What counts of a search: its first page. */
export function useOfSearch({ items, start, total }: SearchPage): Use | null {
  if (start > 0) return null;
  const paths = items.filter(({ kind }) => kind === "skill").map(({ path }) => path);
  return { kind: "search", paths, isEmpty: total === 0 };
}
