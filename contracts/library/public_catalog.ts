/**
 * What everybody finds and reads, whoever they are: the skills that accounts publish to all
 * (docs/design/catalog.md). Not to be mixed up with the `Catalog` of a commit.
 */
import type { Failure } from "../errors.ts";
import type { Diagnostic } from "../problems.ts";
import type { Result } from "../result.ts";
import type { Source } from "../source.ts";
import type { Slug } from "./accounts.ts";
import type { Acting } from "./audit.ts";
import type { FileBytes, MissingFile, SkillReference, VersionFiles } from "./library.ts";
import type { SkillName } from "./skills.ts";
import type { Grade, Label, Provenance, SkillId, Version, VersionDigest, VersionFile } from "./versions.ts";

/** `installs`: the most first. `newest`: the last published first. `name`: by name, then owner. */
export const CATALOG_SORTS = ["installs", "newest", "name"] as const;

export type CatalogSort = typeof CATALOG_SORTS[number];

/** What one page shows at most, and unless told otherwise. */
export const CATALOG_PAGES = {
  discover: { most: 50, usual: 20 },
  search: { most: 25, usual: 10 },
  /** Letters of a query. */
  query: 500,
  changes: { most: 1000, usual: 200 },
  /** Skills that the operator features, in all. */
  featured: 100,
} as const;

/** A listed skill as lists tell of it. */
export interface CatalogCard {
  readonly skill: SkillId;
  readonly owner: Slug;
  readonly name: SkillName;
  readonly version: Label;
  readonly digest: VersionDigest;
  readonly description: string;
  /** The licence that speaks for it, as it is called; null: none does. */
  readonly license: string | null;
  /** Its licence keeps the content with its owner: it is described, and no file of it is given. */
  readonly isDescribedOnly: boolean;
  readonly stats: CatalogStats;
  /** The operator vouches for who owns it. */
  readonly verified: boolean;
  /** Null: nobody looked. */
  readonly grade: Grade | null;
  /** Its first publication, in milliseconds since the epoch. */
  readonly publishedAt: number;
}

export interface CatalogStats {
  readonly installs: number;
  /** Of 1 to 5, to one decimal; null: too few rated it. */
  readonly rating: number | null;
}

/** Everything that everybody may know of a listed skill, at its current version or at the label that was asked for. */
export interface CatalogDetails extends CatalogCard {
  readonly compatibility: string | null;
  readonly allowedTools: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** In path order, without SKILL.md; none where it is described only. */
  readonly files: readonly VersionFile[];
  readonly findings: readonly Diagnostic[];
  readonly provenance: Provenance;
  /** What changed, in its publisher's words. */
  readonly notes: string | null;
  /** `owner/name` of the skill that its owner names instead. */
  readonly replacedBy: string | null;
  /** The operator shows it to who looks around. */
  readonly isFeatured: boolean;
  /** Counts up with every change of the skill. */
  readonly revision: number;
}

export interface CatalogPage {
  readonly skills: readonly CatalogCard[];
  /** For the next page of the same question; null: there is none. */
  readonly nextCursor: string | null;
}

/** Bounds are the surface's to check: `CATALOG_PAGES`. */
export interface DiscoverQuestion {
  readonly sort: CatalogSort;
  /** A slug, or one that its account had before; null: everybody's. */
  readonly owner: string | null;
  readonly limit: number;
  readonly cursor: string | null;
}

export interface SearchQuestion {
  readonly query: string;
  readonly limit: number;
  readonly cursor: string | null;
}

/**
 * What happened to what is listed. `listed`: it came into the catalog. `released`: another version is current.
 * `yanked`: a version was withdrawn or came back. `changed`: anything else of it. `removed`: it left the
 * catalog, whyever. `owner`: its owner is called something else, or stands otherwise.
 */
export type CatalogChangeKind = "listed" | "released" | "yanked" | "changed" | "removed" | "owner";

export interface CatalogChange {
  /** Rises; not every number is one of the catalog's. */
  readonly sequence: number;
  readonly kind: CatalogChangeKind;
  readonly owner: Slug;
  /** The same for good, whatever it is called and whoever owns it; null: all skills of the owner. */
  readonly skill: SkillId | null;
  /** Null: all skills of the owner, which are to be read anew, or with `removed` are gone. */
  readonly name: SkillName | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface CatalogChanges {
  readonly changes: readonly CatalogChange[];
  /** What to ask behind the next time: all up to there was looked at. */
  readonly last: number;
}

/**
 * The catalog as everybody has it. What is not listed and what is nowhere are one `skill.not_found`; an owner's earlier
 * slug leads to the skill, whose `owner` then says how it is called now. Content that a licence keeps with
 * its owner fails with `file.described_only`, with `licence` and, where it is known, `sourceUrl`.
 */
export interface PublicCatalog {
  /** Fails with `cursor.invalid`. An owner who is not there has no skills. */
  discover(question: DiscoverQuestion): Promise<Result<CatalogPage, Failure>>;
  /** By relevance. Fails with `cursor.invalid`. */
  search(question: SearchQuestion): Promise<Result<CatalogPage, Failure>>;
  /** The featured ones, at most `most`, in the order in which they were featured. */
  featured(most: number): Promise<readonly CatalogCard[]>;
  /** What happened behind `after`, in order, at most `most`. */
  changes(after: number, most: number): Promise<CatalogChanges>;

  /** Fails with `version.not_found` and `version.removed` for labels, here and below. */
  skill(skill: SkillReference, label?: string): Promise<Result<CatalogDetails, Failure>>;
  /**
   * SKILL.md is a file too. Fails with `request.invalid` for what is no path or of a blocked type, and with `file.not_found`,
   * which names those that there are.
   */
  file(skill: SkillReference, path: string, label?: string): Promise<Result<FileBytes, MissingFile>>;
  files(skill: SkillReference, label?: string): Promise<Result<VersionFiles, Failure>>;
  /** Those that everybody may read, the newest first. */
  versions(skill: SkillReference): Promise<Result<readonly Version[], Failure>>;
  version(skill: SkillReference, label: string): Promise<Result<Version, Failure>>;
  /** As of `Library`. */
  source(
    skill: SkillReference,
    options: { readonly raw: boolean; readonly label?: string },
  ): Promise<Result<Source, Failure>>;
}

/** What the operator shows to who looks around. Fails with `skill.not_found` for what is not listed. */
export interface Featuring {
  /** Fails with `request.invalid` where no licence speaks for the skill, or too many are featured. */
  feature(acting: Acting, skill: SkillReference): Promise<Result<null, Failure>>;
  unfeature(acting: Acting, skill: SkillReference): Promise<Result<null, Failure>>;
}
