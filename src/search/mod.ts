/** The search engine behind the `SearchIndex` port; docs/design/search.md tells how it ranks. */
export { createSearchIndex, type SearchIndexDependencies } from "./search_index.ts";
export { STOP_WORDS } from "./words/mod.ts";
