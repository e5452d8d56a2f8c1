/** The engine that search is compared with, at the settings that were best for it on many repositories. */
import MiniSearch, { type SearchOptions } from "minisearch";
import { STOP_WORDS } from "../../src/search/words/mod.ts";
import type { IndexedText } from "./mounted_repositories.ts";

export interface MiniDocument {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

export const MINI_OPTIONS = {
  fields: ["name", "description", "body"],
  processTerm: (term: string) => {
    const lower = term.toLowerCase();
    return STOP_WORDS.has(lower) ? null : lower;
  },
};

export const MINI_SEARCH: SearchOptions = {
  boost: { name: 2, description: 1.5, body: 1 },
  prefix: (term) => term.length > 3,
  fuzzy: (term) => term.length > 4 ? 0.2 : false,
  combineWith: "OR",
};

/** The same texts as the index has; like there, supporting files are their bodies alone. */
export function miniDocuments(texts: readonly IndexedText[]): readonly MiniDocument[] {
  return texts.map(({ entry, fields }, id) => {
    const leads = entry.path === entry.group;
    return {
      id,
      name: leads ? fields.name : "",
      description: leads ? fields.description : "",
      body: fields.body,
    };
  });
}

export function createMiniSearch(documents: readonly MiniDocument[]): MiniSearch<MiniDocument> {
  const index = new MiniSearch<MiniDocument>(MINI_OPTIONS);
  index.addAll(documents);
  return index;
}

/** The first ten groups, each at its best file's position. */
export function miniSearchPaths(
  index: MiniSearch<MiniDocument>,
  texts: readonly IndexedText[],
  query: string,
): readonly string[] {
  const paths = new Set<string>();
  for (const { id } of index.search(query, MINI_SEARCH)) {
    const group = texts[Number(id)]?.entry.group;
    if (group !== undefined) paths.add(group);
    if (paths.size === 10) break;
  }
  return [...paths];
}
