import type { BlobHash, CommitHash, RepoPath } from "./addresses.ts";
import type { Brand } from "./brand.ts";
import type { LicenceFinding } from "./licences.ts";
import type { DeadLink, Diagnostic, Problem, ProblemCode, UnpublishedReason } from "./problems.ts";

export type { DeadLink, Diagnostic, Problem, ProblemCode, UnpublishedReason };

/** A file or link of a commit as git lists it. The path is as git has it and not yet validated. */
export interface TreeEntry {
  readonly path: string;
  readonly mode: "file" | "executable" | "symlink" | "submodule";
  readonly hash: BlobHash;
  /** Bytes; null for a submodule. */
  readonly size: number | null;
  /** The host would not tell its size, or was not asked: it has at least so many bytes. */
  readonly least?: true;
}

/** The whole tree of a commit, directories left out. */
export interface TreeListing {
  readonly entries: readonly TreeEntry[];
  /** True when the host may have left entries out. Such a commit is never published. */
  readonly truncated: boolean;
}

/** Front matter as its author typed it: what a type would lose some of, such as `1.0`, is text. */
export type FrontMatterValue =
  | string
  | number
  | boolean
  | null
  | readonly FrontMatterValue[]
  | FrontMatterMap;

/** Key order is the author's. */
export interface FrontMatterMap {
  readonly entries: readonly (readonly [key: string, value: FrontMatterValue])[];
}

export interface SkillTranslation {
  readonly language: string;
  readonly title: string | null;
  readonly description: string | null;
}

/** What a valid SKILL.md declares of itself. */
export interface SkillDeclaration {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** As written; grants nothing. A YAML list is kept as its items. */
  readonly allowedTools: string | readonly string[] | null;
  /** The members that can be shown as text; `fields` holds the whole. */
  readonly metadata: readonly (readonly [key: string, value: string])[];
  /** `skillcdn.include` as written: relative to the skill, or from the root with a leading `/`. */
  readonly includes: readonly string[];
  readonly translations: readonly SkillTranslation[];
  /** Every field but `skillcdn`, unknown and unusable ones too, for the served document. */
  readonly fields: FrontMatterMap;
}

/** What a valid SKILLCDN.md declares about its folder. */
export interface ManifestDeclaration {
  /** Null: the repository's name stands in at the root, the folder's elsewhere. */
  readonly name: string | null;
  readonly description: string;
  /** Null: nothing declared, the default applies. Empty: no bulk documents. Relative to the manifest. */
  readonly documents: readonly string[] | null;
  /** Relative to the manifest; `.` is everything. */
  readonly exclusions: readonly string[];
  readonly language: string | null;
  readonly image: string | null;
  readonly license: string | null;
  readonly translations: readonly {
    readonly language: string;
    readonly name: string | null;
    readonly description: string | null;
  }[];
  readonly metadata: readonly (readonly [key: string, value: string])[];
}

/** How a file is looked at, decided by its name alone. */
export type FileRole = "skill" | "manifest" | "markdown" | "json" | "licence" | "other";

/**
 * What reading one file alone tells: a pure function of its role and bytes, so that it can be
 * remembered by blob hash and a new commit inspects only what changed.
 */
export interface FileFacts {
  readonly role: FileRole;
  /** Unicode code points; null when the bytes are not UTF-8 text. */
  readonly characters: number | null;
  /** SHA-256 of the bytes, hex: the digest that the skills extension publishes. */
  readonly sha256: string;
  /** The bytes are a Git LFS pointer, not the file. */
  readonly lfsPointer: boolean;
  /** Role `licence` only: what its text allows. */
  readonly licence: LicenceFinding | null;
  /**
   * Markdown only; null elsewhere, where it is not UTF-8 and where it is over the indexing limit.
   * Never null beside a declaration.
   */
  readonly markdown: MarkdownFacts | null;
  /** Role `skill` only: null when the file is not a valid skill; `problems` says why. */
  readonly skill: SkillDeclaration | null;
  /** Role `manifest` only: null when unreadable; `problems` says why. */
  readonly manifest: ManifestDeclaration | null;
  readonly problems: readonly Problem[];
}

export interface MarkdownFacts {
  /** Front-matter title, else the first level-one heading; one line. */
  readonly title: string | null;
  /** Front-matter description, else the first paragraph; one line of at most 200 characters. */
  readonly summary: string | null;
  /** Byte offset at which the body starts: 0, or just behind the front matter's closing line. */
  readonly bodyStart: number;
  /** Nothing but whitespace from `bodyStart` on. */
  readonly blank: boolean;
  readonly headings: readonly string[];
  /** Local destinations, pictures too, without repeats, in order. */
  readonly links: readonly MarkdownLink[];
  /** More links or text than the format inspects. */
  readonly linksCut: boolean;
}

export interface MarkdownLink {
  /** As written, fragment removed. */
  readonly to: string;
  /** Where it is first used; 1-based, in the file. */
  readonly line: number;
}

/** The licence that speaks for something and where it was found. */
export interface Licence extends LicenceFinding {
  /** The file that says it: a licence file, SKILL.md or SKILLCDN.md. */
  readonly path: RepoPath;
  /** Of a choice between licence files: the others. */
  readonly otherPaths?: readonly RepoPath[];
  readonly source: "file" | "skill" | "manifest";
}

/** One part of a skill's context, in the order an agent reads it. */
export interface ContextSection {
  readonly kind: "rules" | "instructions" | "include";
  readonly path: RepoPath;
  /** Bytes of the assembled document: the section's marker line starts at `start`, its text at `text`. */
  readonly start: number;
  readonly text: number;
  readonly end: number;
}

/** Names stored bytes within a repository: a blob's hash, or `document:<sha256 of the plan>` for an assembled text. */
export type ContentId = Brand<string, "ContentId">;

/**
 * The SKILL.md that is served for a skill, assembled when the commit is indexed
 * (docs/design/format.md "The served SKILL.md"): front matter, lines about its sources, then the context
 * that `load_skill` pages through.
 */
export interface SkillDocument {
  readonly content: ContentId;
  /** UTF-8 bytes of the whole document. */
  readonly bytes: number;
  /** SHA-256 of the whole document, hex. */
  readonly sha256: string;
  /** Where the context starts. */
  readonly contextStart: number;
  readonly sections: readonly ContextSection[];
  /** Required content that is missing; the context is then never complete. */
  readonly missing: readonly Diagnostic[];
}

export interface Skill {
  /** The exact path of its SKILL.md. */
  readonly path: RepoPath;
  readonly directory: RepoPath;
  readonly name: string;
  readonly description: string;
  readonly licence: Licence | null;
  readonly compatibility: string | null;
  readonly allowedTools: string | readonly string[] | null;
  readonly metadata: readonly (readonly [key: string, value: string])[];
  readonly translations: readonly SkillTranslation[];
  readonly fields: FrontMatterMap;
  readonly warnings: readonly Problem[];
  /** Why discovery leaves it out although it loads by its exact path; null when it is listed. */
  readonly unlisted: "duplicate" | "hidden" | null;
  /** For a duplicate: the copy that is listed. */
  readonly duplicateOf: RepoPath | null;
  /** Its supporting files in path order, not those of nested skills. */
  readonly files: readonly RepoPath[];
  /** Markdown that its context links to, rules and includes too, resolved, in order of appearance. */
  readonly references: readonly RepoPath[];
  /** `described`: its licence keeps the content at the source; it then has no files, references or document. */
  readonly serving: "full" | "described";
  readonly document: SkillDocument | null;
  /** Why the skills extension does not list it; null when it does. The warnings say the same. */
  readonly unpublished: UnpublishedReason | null;
}

export interface Manifest {
  readonly path: RepoPath;
  readonly directory: RepoPath;
  readonly name: string;
  readonly description: string;
  /** Own or inherited from the nearest manifest above. */
  readonly language: string | null;
  readonly image: string | null;
  readonly licence: string | null;
  readonly translations: ManifestDeclaration["translations"];
}

/** A file that `read_repo_file` answers, or names with its source when it is over the read limit. */
export interface ServedFile {
  readonly path: RepoPath;
  readonly content: ContentId;
  /** Bytes. */
  readonly size: number;
  /** As of its tree entry: it has at least so many bytes. */
  readonly least?: true;
  readonly kind: "skill" | "manifest" | "supporting" | "document" | "linked" | "overview" | "invalid_skill";
  /** False: over the read limit, its bytes are only at the host. */
  readonly stored: boolean;
  /** Code points; null when it is not UTF-8 text or not stored. */
  readonly characters: number | null;
  /** Index into `skills` of the nearest skill above it, also for its own SKILL.md. */
  readonly skill: number | null;
  readonly title: string | null;
  readonly summary: string | null;
  /** Its text is in the search index. */
  readonly searched: boolean;
  readonly lfsPointer: boolean;
  /** Hex; null when it is not stored. Of a skill's SKILL.md these are the source's bytes, not the document's. */
  readonly sha256: string | null;
}

/** A file whose licence keeps it at the source: named in the error of a read and nowhere else. */
export interface DescribedOnlyFile {
  readonly path: RepoPath;
  readonly licence: Licence;
}

export interface FolderCounts {
  /** Listed skills below, nested ones included. */
  readonly skills: number;
  readonly documents: number;
}

/** One immediate child of a folder, in path order. Indexes point into the catalog. */
export type FolderEntry =
  | { readonly kind: "folder"; readonly path: RepoPath }
  /** A child directory that is a skill, or the folder's own SKILL.md. */
  | { readonly kind: "skill"; readonly skill: number }
  | { readonly kind: "file"; readonly file: number };

/** A real folder that holds something discoverable or listed, at any depth. */
export interface Folder {
  readonly path: RepoPath;
  readonly manifest: number | null;
  /** Index into `skills` of the SKILL.md directly in it. */
  readonly skill: number | null;
  /** Index into `files` of its README. */
  readonly overview: number | null;
  readonly counts: FolderCounts;
  readonly entries: readonly FolderEntry[];
}

/** Everything a commit serves, computed once. Arrays are in path order (code-unit order). */
export interface Catalog {
  readonly commit: CommitHash;
  readonly manifests: readonly Manifest[];
  readonly skills: readonly Skill[];
  readonly files: readonly ServedFile[];
  readonly folders: readonly Folder[];
  /** What a read answers with `file.described_only`. Empty in a snapshot that serves in full. */
  readonly describedOnly: readonly DescribedOnlyFile[];
  /** Every directory of the tree that may be mounted although nothing in it is served. */
  readonly emptyDirectories: readonly RepoPath[];
  /** The licence of what lies outside skills at the root. */
  readonly licence: Licence | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The limits that keep files out. Not empty = every surface says the index is partial. */
  readonly partial: readonly ("file_limit" | "byte_limit")[];
  readonly counts: FolderCounts & {
    readonly files: number;
    readonly invalidSkills: number;
  };
}
