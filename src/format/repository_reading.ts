import type { CommitHash, RepoPath } from "../../contracts/addresses.ts";
import type { TreeListing } from "../../contracts/domain.ts";
import type { ReadingLimits } from "../../contracts/limits.ts";
import type { ServingMode } from "../../contracts/mounts.ts";
import type { DocumentPlan } from "./catalog/assemble_document.ts";
import type { CatalogDraft } from "./catalog/finish_catalog.ts";
import type { SearchableFile } from "./catalog/searchable_file.ts";

/** A commit to read. Its tree is whole and within `limits.treeEntries`: the caller refuses any other. */
export interface RepositoryInput {
  readonly commit: CommitHash;
  /** Stands in for the name that a root manifest does not declare. */
  readonly repositoryName: string;
  readonly tree: TreeListing;
  readonly limits: ReadingLimits;
  readonly serving: ServingMode;
  /** Where a program gets a file's bytes at this commit; null where the host has no such place. */
  readonly sourceUrl: (path: RepoPath) => string | null;
}

/** What `readRepository()` makes of a commit. */
export interface RepositoryReading {
  /** For `finishCatalog()`. */
  readonly draft: CatalogDraft;
  /** The documents of its skills, in their order. */
  readonly documents: readonly DocumentPlan[];
  /** In path order. */
  readonly searchable: readonly SearchableFile[];
  /** Files whose facts were asked for and hold text that is kept at its source: not to be remembered. */
  readonly untold: ReadonlySet<RepoPath>;
}
