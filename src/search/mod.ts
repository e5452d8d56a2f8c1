export { createSearchIndex, type SearchIndexDependencies } from "./search_index.ts";
export { STOP_WORDS } from "./words/mod.ts";
