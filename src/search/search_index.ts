import type { SearchIndex } from "../../contracts/search_index.ts";
import { yieldToEventLoop } from "../flow/mod.ts";
import { createPace, type YieldToOthers } from "./pace.ts";

export interface SearchIndexDependencies {
  /** How building and opening let other work run; the event loop by default. */
  readonly yieldToOthers?: YieldToOthers;
}

/** The search engine on Orama, which the first call imports: a process that never searches starts without it. */
export function createSearchIndex(
  { yieldToOthers = yieldToEventLoop }: SearchIndexDependencies = {},
): SearchIndex {
  return {
    async build(entries, previous) {
      const { buildIndex } = await import("./_build_index.ts");
      return await buildIndex(entries, previous, createPace(yieldToOthers));
    },
    async open(bytes) {
      const { openIndex } = await import("./_open_index.ts");
      return await openIndex(bytes, yieldToOthers);
    },
  };
}
