/**
 * What requests ask of the catalog of one tree of skills. A catalog may be large, so that it is asked by
 * need: every method reads what it answers and no more.
 */
import type { RepoPath } from "./addresses.ts";
import type {
  Catalog,
  DescribedOnlyFile,
  Diagnostic,
  FolderCounts,
  Manifest,
  ServedFile,
  Skill,
} from "./domain.ts";

/** What is small and asked for by every request. */
export interface CatalogHead extends Pick<Catalog, "commit" | "partial" | "licence" | "counts"> {
  /** The name of the skill at the root, which lends it to URIs; null: there is none. */
  readonly rootSkill: string | null;
}

/** A file, with the path of the SKILL.md of the nearest skill above it, also for that SKILL.md itself. */
export interface FileRow extends Omit<ServedFile, "skill"> {
  readonly skill: RepoPath | null;
}

/** A skill; of its files, which may be thousands, the first. */
export interface SkillRow extends Skill {
  /** In path order, not more than `CATALOG_LIMITS.skillFiles`. */
  readonly files: Skill["files"];
  readonly fileCount: number;
}

/** A folder's README: its path is for `read_repo_file`. */
export interface Introduction {
  readonly path: RepoPath;
  readonly title: string | null;
  readonly summary: string | null;
}

/** A directory that may be mounted. */
export interface FolderRow {
  readonly path: RepoPath;
  /** False: nothing in it is served, and the rest says nothing. */
  readonly served: boolean;
  /** The manifest's. */
  readonly name: string | null;
  /** The manifest's, else the README's summary. */
  readonly description: string | null;
  readonly manifestPath: RepoPath | null;
  readonly overview: Introduction | null;
  readonly counts: FolderCounts;
}

/** What browsing lists of a directory. */
export interface BrowsedChild {
  /** `skill`: a directory that is one, or the directory's own SKILL.md. */
  readonly kind: "folder" | "skill" | "file";
  /** Of the folder, the file, or the SKILL.md of the skill. */
  readonly path: RepoPath;
  /** Of a folder or skill; of a file the directory that it is in. */
  readonly directory: RepoPath;
}

/** A file of a directory that the skills extension gives, or a directory that holds served files. */
export interface ResourceChild {
  readonly kind: "directory" | "file";
  readonly path: RepoPath;
  /** Of a file, with its name all that its media type depends on. */
  readonly isText: boolean;
  readonly lfsPointer: boolean;
}

/** How a skill of a name stands. */
export interface NamedSkill {
  readonly path: RepoPath;
  readonly listed: boolean;
  /** Its files may be offered to installers, under this name. */
  readonly installable: boolean;
  readonly published: boolean;
}

/** Some rows of more. */
export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Which rows of a table, and which of those: from position `start` on at most `count`. */
interface RowRequest<Kind> {
  readonly kind: Kind;
  /** Only rows below this directory. */
  readonly below: RepoPath;
  readonly start: number;
  /** With 0 rows are only counted, which reads next to nothing. */
  readonly count: number;
}

/** Rows by path, in path order. */
export interface PathTable<Row, Kind extends string> {
  at(path: string): Promise<Row | null>;
  page(request: RowRequest<Kind>): Promise<Rows<Row>>;
  /** Every row of a kind below a directory, few in memory at a time. */
  each(kind: Kind, below: RepoPath): AsyncIterable<Row>;
}

export type SkillKind = "any" | "listed" | "published" | "installable";
export type FileKind = "any" | "document" | "invalid_skill";
/** What is wrong: with manifests; as errors of other files; in warnings of what is left out and so told by nothing else. */
export type ProblemKind = "any" | "manifest" | "error" | "left_out";

/** What is wrong with a tree. The paths are as git has them, and several problems may be about one. */
export interface Problems {
  at(kind: ProblemKind, path: string, count: number): Promise<Rows<Diagnostic>>;
  /** Of a directory itself and of what lies below it, in path order. */
  within(kind: ProblemKind, directory: RepoPath, count: number): Promise<Rows<Diagnostic>>;
  each(): AsyncIterable<Diagnostic>;
}

/** Every method rejects with `CatalogGone`. */
export interface CatalogView extends CatalogHead {
  readonly skills: PathTable<SkillRow, SkillKind>;
  readonly files: PathTable<FileRow, FileKind>;
  readonly folders: Pick<PathTable<FolderRow, never>, "at">;
  readonly manifests: Pick<PathTable<Manifest, "any">, "at" | "each">;
  readonly describedOnly: Pick<PathTable<DescribedOnlyFile, "any">, "at" | "each">;
  readonly problems: Problems;
  /** In path order; folders, skills and files alike unless one kind is asked for. */
  browsed(
    kind: "any" | "folder" | "skill",
    directory: RepoPath,
    start: number,
    count: number,
  ): Promise<Rows<BrowsedChild>>;
  /** In path order, in which a directory stands where its files do. */
  resources(directory: RepoPath, start: number, count: number): Promise<Rows<ResourceChild>>;
  /** Skills of a name, in path order. */
  named(name: string): Promise<readonly NamedSkill[]>;
}

export const CATALOG_LIMITS = {
  /** What the first page of any answer shows. */
  skillFiles: 200,
} as const;

/** A part of the catalog is missing or broken; it is being made again. */
export class CatalogGone extends Error {
  override readonly name = "CatalogGone";
}
