/** The public catalog over a real store, and what makes its editions. */
import {
  createEditions,
  createPublicCatalog,
  type Editions,
  type EditionsDeps,
  type PublicCatalogDeps,
} from "../../../src/library/mod.ts";
import type { PublicCatalog } from "../../../contracts/library/public_catalog.ts";
import { createCatalogSearch, createSearchIndex } from "../../../src/search/mod.ts";
import type { Store } from "../../../src/store/mod.ts";

export interface CatalogStage {
  readonly catalog: PublicCatalog;
  readonly editions: Editions;
}

export function catalogOn(
  store: Store,
  clock: EditionsDeps["clock"] = { now: () => Date.now(), sleep: () => Promise.resolve() },
  options: Partial<PublicCatalogDeps & EditionsDeps> = {},
): CatalogStage {
  const search = createCatalogSearch();
  return {
    catalog: createPublicCatalog({
      ...store,
      search: createSearchIndex(),
      catalogSearch: search,
      isAnalysed: true,
      blockedTypes: new Set(["exe"]),
      ...options,
    }),
    editions: createEditions({ ...store, isAnalysed: true, clock, log: () => {}, ...options, search }),
  };
}
