export { createSearchIndex, type SearchIndexDependencies } from "./search_index.ts";
