import type { RepoPath } from "./addresses.ts";
import type { FileRow, Introduction } from "./catalog_view.ts";
import type {
  Catalog,
  ContextSection,
  Diagnostic,
  FolderCounts,
  Licence,
  Manifest,
  Problem,
  ServedFile,
  Skill,
} from "./domain.ts";
import type { SearchHit } from "./search_index.ts";
import type { Citation } from "./source.ts";

// What reading answers and every surface prints: MCP as text, REST as JSON, pages as HTML. Nothing in
// it lies outside the mounted directory but the rules and shared pages that are part of a skill's context.

/** What every result carries. */
interface Served {
  readonly source: Citation;
  /** The limits that kept files out of the index; not empty = the surface says that it is partial. */
  readonly partial: Catalog["partial"];
}

/** A page of something longer. Positions count entries, or bytes of a skill's context. */
interface Paged {
  readonly nextCursor: string | null;
  /** The continuation from any position of this request, for a surface whose budget ends the page sooner. */
  readonly cursorAt: (position: number) => string;
}

/** A page whose reader said how long it may be. */
interface Limited extends Paged {
  /** What was asked for, to be asked for again; null: nothing was. */
  readonly limit: number | null;
}

/** The first few, and how many more there are. */
export interface ShortList<Item> {
  readonly shown: readonly Item[];
  readonly more: number;
}

export type DiagnosticList = ShortList<Diagnostic>;

export interface FolderSummary {
  readonly path: RepoPath;
  /** The manifest's; a label, never an alias. */
  readonly name: string | null;
  /** The manifest's, else the README's summary, else the host's at the repository root. */
  readonly description: string | null;
  readonly manifestPath: RepoPath | null;
  readonly overview: Introduction | null;
  readonly counts: FolderCounts;
}

/** A folder's direct child. */
export type BrowseEntry =
  | ({ readonly kind: "folder" } & FolderSummary)
  | {
    readonly kind: "skill";
    /** The exact SKILL.md, for `load_skill`. */
    readonly path: RepoPath;
    /** The directory that holds it, its files and nested skills. */
    readonly browsePath: RepoPath;
    readonly name: string;
    readonly description: string;
    readonly licence: Licence | null;
    readonly serving: Skill["serving"];
    readonly unlisted: Skill["unlisted"];
    readonly duplicateOf: RepoPath | null;
    readonly overviewPath: RepoPath | null;
    readonly files: number;
    readonly nestedSkills: number;
  }
  | {
    readonly kind: "file";
    readonly path: RepoPath;
    readonly role: ServedFile["kind"];
    /** Bytes. */
    readonly size: number;
    /** It has so many bytes or more: its host did not tell. */
    readonly least: boolean;
    readonly title: string | null;
    readonly summary: string | null;
    /** Whether a read gives its text, and if not, why. */
    readonly readable: "yes" | "too_large" | "not_text";
    /** Why a SKILL.md is not a skill. */
    readonly problem: Problem | null;
  };

export interface BrowseResult extends Served, Limited {
  readonly folder: FolderSummary;
  readonly entries: readonly BrowseEntry[];
  /** 0-based position of the first entry. */
  readonly start: number;
  readonly total: number;
  readonly diagnostics: DiagnosticList;
}

export interface SearchItem {
  /** A skill with its supporting files folded in, or one file that stands for itself. */
  readonly kind: "skill" | "file";
  readonly path: RepoPath;
  readonly title: string | null;
  readonly description: string | null;
  /** The licence that keeps a skill's content at its source; null where it is served, and for a file. */
  readonly describedOnly: Licence | null;
  readonly unlisted: Skill["unlisted"];
  readonly match: {
    readonly field: SearchHit["field"];
    /** The file that matched best: the item's own or a folded one. */
    readonly path: RepoPath;
    /** One line around the query's words, from the stored text. */
    readonly excerpt: string | null;
  };
  /** Folded files that match, best first. */
  readonly files: readonly RepoPath[];
  readonly moreFiles: number;
}

export interface SearchResult extends Served, Limited {
  readonly query: string;
  /** The directory searched. */
  readonly scope: RepoPath;
  readonly items: readonly SearchItem[];
  /** 0-based position of the first item. */
  readonly start: number;
  readonly total: number;
  /** Unreadable manifests of the scope: what they govern is closed, so it cannot be found. */
  readonly diagnostics: DiagnosticList;
}

export interface SkillResult extends Served, Paged {
  readonly skill: Skill;
  /** For a skill that is described only: where its SKILL.md can be seen. Its context is then empty and never complete. */
  readonly describedOnly: { readonly sourceUrl: string | null } | null;
  /** First page only: what can be read when it is needed. */
  readonly listing: {
    readonly files: readonly RepoPath[];
    /** How many there are behind them. */
    readonly moreFiles: number;
    /** Linked Markdown inside the mount. */
    readonly references: readonly RepoPath[];
  } | null;
  readonly context: ContextPage;
  /** Everything up to the context's end has been given and nothing required is missing. */
  readonly complete: boolean;
}

/** A piece of a skill's assembled context. Positions are UTF-8 bytes and never inside a character. */
export interface ContextPage {
  readonly start: number;
  readonly end: number;
  readonly total: number;
  readonly text: string;
  /** The sections it touches: one that starts before `start` or ends behind `end` is a fragment here. */
  readonly sections: readonly ContextSection[];
}

/** A piece of a file's exact text. Positions are Unicode code points. */
export interface FileResult extends Served {
  readonly path: RepoPath;
  readonly offset: number;
  /** Code points of `text`. */
  readonly length: number;
  readonly totalLength: number;
  readonly nextOffset: number | null;
  readonly text: string;
  readonly lfsPointer: boolean;
}

/** A file's bytes as git has them. */
export interface FileBytes {
  readonly path: RepoPath;
  readonly mediaType: string;
  /** They are UTF-8. */
  readonly isText: boolean;
  readonly bytes: Uint8Array;
}

/** What discovery finds in a whole mount. */
export interface MountContents {
  readonly partial: Catalog["partial"];
  /** The mounted one. */
  readonly folder: FolderSummary;
  /** What the URI of everything that the skills extension serves here starts with. */
  readonly uriPrefix: string;
  /** SKILL.md files inside the mount that are not valid skills. */
  readonly invalidSkills: number;
  /** The mounted folder's. */
  readonly manifest: Manifest | null;
  /** Of what lies outside skills. */
  readonly licence: Licence | null;
  /** Those that are listed. */
  readonly skills: ShortList<Skill>;
  readonly documents: ShortList<FileRow>;
  readonly diagnostics: DiagnosticList;
}

/** What a mount is, known even before its commit is indexed. */
export interface MountHeading {
  readonly source: Citation;
  /** What whoever keeps it says of it, such as the git host of the repository. */
  readonly repositoryDescription: string | null;
  /** The mounted folder; null until the commit is indexed. */
  readonly folder: FolderSummary | null;
}

/** What a connection is told before it asks. */
export interface MountOverview extends MountHeading {
  readonly state:
    | { readonly kind: "indexing" }
    | { readonly kind: "failed"; readonly reason: string | null }
    | {
      readonly kind: "ready";
      readonly partial: Catalog["partial"];
      readonly counts: FolderCounts;
      /** What the URI of everything that the skills extension serves here starts with. */
      readonly uriPrefix: string;
      /** SKILL.md files inside the mount that are not valid skills. */
      readonly invalidSkills: number;
      /** Folders below the mount that hold something discoverable, nearest first. */
      readonly folders: readonly FolderSummary[];
      readonly moreFolders: boolean;
      readonly diagnostics: DiagnosticList;
    };
}

/** A file that is not the same on two sides, such as two commits or two versions; null on the side where it is not. */
export interface Changed<File> {
  readonly path: string;
  readonly before: File | null;
  readonly after: File | null;
}

/** The same with its texts, of which the empty one stands for no file; null: no text, or too much of it. */
export interface ChangedText<File> extends Changed<File> {
  readonly texts: { readonly before: string; readonly after: string } | null;
}
