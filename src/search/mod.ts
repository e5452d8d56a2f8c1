/** The search engine behind the `SearchIndex` port; docs/design/search.md tells how it ranks. */
export { createCatalogSearch } from "./catalog/catalog_search.ts";
export { createSearchIndex } from "./search_index.ts";
export { STOP_WORDS } from "./words/mod.ts";
