/** Versions of published skills: what was uploaded once, for good (docs/design/library.md "Skills and versions"). */
import type { RepoPath } from "../addresses.ts";
import type { Brand } from "../brand.ts";
import type { Catalog, ContentId } from "../domain.ts";
import type { Diagnostic } from "../problems.ts";

/** A skill for good, whatever it is called and whoever owns it. */
export type SkillId = Brand<string, "SkillId">;

/** What a version is called: `[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}`, not `latest`. */
export type Label = Brand<string, "Label">;

/** SHA-256 over `path NUL sha256hex LF` of the files in byte order of their paths, hex. */
export type VersionDigest = Brand<string, "VersionDigest">;

/** A: nothing was found. F: it waits for the operator (docs/design/library.md "Analysis"). */
export type Grade = "A" | "B" | "C" | "D" | "F";

/** What a list tells of a version. */
export interface VersionSummary {
  readonly sequence: number;
  readonly label: Label;
  readonly digest: VersionDigest;
  readonly description: string;
  /** Null: nobody looked. */
  readonly grade: Grade | null;
  /** The licence that speaks for it, as it is called; null: none does. */
  readonly license: string | null;
  /** Its licence keeps the content with its owner. */
  readonly isRestricted: boolean;
  readonly document: ContentId;
  /** Its SKILL.md as it was uploaded. */
  readonly instructions: ContentId;
  /** Milliseconds since the epoch, here and below. */
  readonly publishedAt: number;
}

/** What published a version, as far as it was proved. */
export type Provenance =
  | { readonly kind: "upload" }
  | {
    readonly kind: "repository" | "workflow";
    readonly repository: string;
    readonly commit: string;
    readonly issuer: string | null;
    readonly workflow: string | null;
    readonly run: string | null;
    /** Whether its files are those of the commit. */
    readonly source: "matches" | "differs" | "unknown";
  };

export interface Version extends VersionSummary {
  readonly skill: SkillId;
  /** `held`: it waits for the operator, and was never anybody's. `removed`: the operator took its bytes out. */
  readonly standing: "released" | "held" | "removed";
  readonly yanked: { readonly reason: string | null; readonly at: number } | null;
  /** It was published or current while the skill was global: readable outside its account. */
  readonly isOpen: boolean;
  /** Files, and their bytes in all. */
  readonly files: number;
  readonly bytes: number;
  /** What changed, in its publisher's words. */
  readonly notes: string | null;
  readonly provenance: Provenance;
}

/** What a label stands for: it never names other content. */
export interface LabelRecord {
  readonly digest: VersionDigest;
  /** The version, unless the skill was deleted and another bears its name. */
  readonly skill: SkillId;
  readonly sequence: number;
}

/** A content of a name that the operator took out: it stays refused when its skill is deleted. */
export interface Withdrawn {
  /** What it was published as. */
  readonly label: Label;
  readonly at: number;
}

/** The one upload of a skill that is not published yet. */
export interface Draft {
  readonly digest: VersionDigest;
  readonly description: string;
  readonly document: ContentId;
  /** As its front matter has it; null: the next number. */
  readonly label: Label | null;
  readonly grade: Grade | null;
  readonly isRestricted: boolean;
  readonly instructions: ContentId;
  readonly files: number;
  readonly bytes: number;
  readonly notes: string | null;
  readonly savedAt: number;
  readonly provenance: Provenance;
}

/** A file of a version. */
export interface VersionFile {
  readonly path: RepoPath;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Hex. */
  readonly sha256: string;
  /** It reads as UTF-8. */
  readonly isText: boolean;
  readonly content: ContentId;
}

/** What reading a version's files gave, kept beside them. */
export interface VersionDocument {
  /** In path order, SKILL.md among them. */
  readonly files: readonly VersionFile[];
  readonly description: string;
  /** The licence that speaks for the skill, as it is called; null: none does. */
  readonly license: string | null;
  /** The file that says so. */
  readonly licencePath: RepoPath | null;
  /** It keeps the content with its owner. */
  readonly isRestricted: boolean;
  readonly compatibility: string | null;
  readonly allowedTools: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** What its readers should know, by path, line and column. */
  readonly findings: readonly Diagnostic[];
  /** Everything of it, for reading as a commit is read. */
  readonly catalog: Catalog;
  readonly searchable: readonly SearchableText[];
}

/** A file that search may find, as the catalog's reading has it. */
export interface SearchableText {
  readonly path: RepoPath;
  readonly group: RepoPath;
  readonly fingerprint: string;
  readonly name: string;
  readonly description: string;
  readonly headings: readonly string[];
  readonly language: string | null;
  readonly body: { readonly content: ContentId; readonly start: number } | null;
}
