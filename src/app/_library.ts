import type { Library } from "../../contracts/library/library.ts";
import type { Config } from "../config/mod.ts";
import { createLibrary, type LibraryDeps } from "../library/mod.ts";

/** Of the memory for caches, what the lists of accounts may hold. */
export const LIBRARY_CACHE_SHARE = 1 / 16;

/** The library of every account, as configured. */
export function libraryOf(
  config: Pick<Config, "publishing" | "cacheBytes">,
  ports:
    & Omit<LibraryDeps, "items" | keyof Config["publishing"] | "cacheBytes">
    & { readonly libraryItems: LibraryDeps["items"] },
): Library {
  return createLibrary({
    ...ports,
    ...config.publishing,
    items: ports.libraryItems,
    cacheBytes: config.cacheBytes * LIBRARY_CACHE_SHARE,
  });
}
