import type { Library } from "../../contracts/library/library.ts";
import type { PublicCatalog } from "../../contracts/library/public_catalog.ts";
import { UPLOAD_LIMITS } from "../../contracts/limits.ts";
import type { Config } from "../config/mod.ts";
import { createFairRoom } from "../flow/mod.ts";
import { createBytesReader } from "../http/mod.ts";
import {
  createEditions,
  createExport,
  createLibrary,
  createPublicCatalog,
  createReceiveForm,
  type Editions,
  type EditionsDeps,
  type ExportAccount,
  type ExportDeps,
  type LibraryDeps,
  type PublicCatalogDeps,
  type ReceiveForm,
} from "../library/mod.ts";
import type { Ports } from "./ports.ts";

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

/** What everybody finds and reads, as configured. */
export function publicCatalogOf(
  config: Pick<Config, "publishing">,
  ports: Omit<PublicCatalogDeps, keyof Config["publishing"]>,
): PublicCatalog {
  return createPublicCatalog({ ...ports, ...config.publishing });
}

/** Makes what the catalog lists and finds, each time that something changed. */
export function editionsOf(
  config: Pick<Config, "publishing">,
  ports:
    & Omit<EditionsDeps, "search" | "isAnalysed">
    & { readonly catalogSearch: EditionsDeps["search"] },
): Editions {
  const { isAnalysed } = config.publishing;
  const editions = createEditions({ ...ports, isAnalysed, search: ports.catalogSearch });
  ports.skills.onChange(editions.begin);
  return editions;
}

/** Everything of an account, to take along. */
export function exportOf(
  ports: Omit<ExportDeps, "keys" | "library"> & Pick<Ports, "accountKeys">,
  library: Library,
): ExportAccount {
  return createExport({ ...ports, keys: ports.accountKeys, library });
}

/** Uploads of every surface, in one room. */
export function receiveFormOf({ clock, metrics }: Pick<Ports, "clock" | "metrics">): ReceiveForm {
  const room = createFairRoom(UPLOAD_LIMITS.inFlightBytes);
  metrics.gauge("skillmount_uploads_in_flight_bytes", {}, room.taken);
  return createReceiveForm({ room, readBytes: createBytesReader(clock) });
}
