/** What surfaces ask of the library: every question and every change, whoever asks over whatever protocol. */
import type { RepoPath } from "../addresses.ts";
import type { AccountId } from "../auth/viewer.ts";
import type { Failure } from "../errors.ts";
import type { Diagnostic } from "../problems.ts";
import type { Result } from "../result.ts";
import type { Source } from "../source.ts";
import type { Slug } from "./accounts.ts";
import type { Acting } from "./audit.ts";
import type { LibraryChangesPage } from "./library_changes.ts";
import type { ListedSkill } from "./library_items.ts";
import type { PublishOptions, PublishOutcome, UploadedFile } from "./publishing.ts";
import type { Stars } from "./ratings.ts";
import type { LibraryStamps } from "./skill_store.ts";
import type { ArchivedReason, Listing, SkillName, SkillState, Visibility } from "./skills.ts";
import type { Grade, Label, Provenance, SkillId, Version, VersionDigest, VersionFile } from "./versions.ts";

/** Who reads a library. */
export interface LibraryReader {
  readonly account: AccountId;
  /** The skills it is confined to, each as `<account id>/<name>`; null: to none. */
  readonly skills: ReadonlySet<string> | null;
  /** What the library stood on when the call was let in, which counts for all of it. Left out: it is read anew. */
  readonly stamps?: LibraryStamps;
}

/** Who changes what an account has. */
export interface LibraryAuthor extends LibraryReader, Acting {
  /** Whether they may publish to everybody, and change what is global: a plain member may not. */
  readonly mayPublishGlobally: boolean;
  /** Who changes a library reads it as it is then. */
  readonly stamps?: never;
}

/** A skill as it is asked for; letters of either case, and an owner's earlier slug too. */
export interface SkillReference {
  readonly owner: string;
  readonly name: string;
}

/** `library`: what the account's library has. `own`: its own skills in any state too, and the draft of one without a version. */
export type Within = "library" | "own";

export interface SkillDetails {
  readonly owner: Slug;
  readonly name: SkillName;
  readonly description: string;
  readonly visibility: Visibility;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly allowedTools: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** In path order, without SKILL.md. */
  readonly files: readonly VersionFile[];
  readonly stats: { readonly installs: number; readonly rating: number | null };
  /** Milliseconds since the epoch; null: nothing was released yet. */
  readonly publishedAt: number | null;
  readonly isOwn: boolean;
  readonly state: SkillState;
  readonly version: Label | null;
  readonly digest: VersionDigest | null;
  readonly grade: Grade | null;
  readonly findings: readonly Diagnostic[];
  readonly provenance: Provenance | null;
  readonly notes: string | null;
  readonly pinned: boolean;
  /** As in `ListedSkill`. */
  readonly awaitsOwner: boolean;
  /** Of one's own. */
  readonly hasDraft: boolean;
  /** `owner/name` of the skill that its owner names instead. */
  readonly replacedBy: string | null;
  /** Why its owner no longer has it published, or the operator took it; null: neither. */
  readonly reason: string | null;
  /** Of one's own: whether everybody finds it. */
  readonly listed: Listing | null;
  /** For `ifRevision`. */
  readonly revision: number;
}

/** Bytes of a version. */
export interface FileBytes {
  readonly file: VersionFile;
  readonly bytes: Uint8Array;
  readonly version: Label;
}

/** Also names the paths that there are, where that is all that is wrong. */
export interface MissingFile extends Failure {
  /** Sorted, SKILL.md among them. */
  readonly availableFiles?: readonly RepoPath[];
}

/** The files of a version, for archives and lists. */
export interface VersionFiles {
  readonly owner: Slug;
  readonly name: SkillName;
  readonly version: Label;
  readonly digest: VersionDigest;
  /** In path order, SKILL.md among them. */
  readonly files: readonly VersionFile[];
  /** Null: gone or broken. */
  read(file: VersionFile): Promise<Uint8Array | null>;
}

export interface SkillPatch {
  readonly visibility?: Visibility;
  readonly state?: "published" | "archived";
  /** A label; null: the newest again. */
  readonly current?: string | null;
  /** Why it is archived, where it is not its owner's word. */
  readonly archivedReason?: ArchivedReason;
  /** What its owner has instead. */
  readonly replacedBy?: SkillId | null;
}

/**
 * Failures are the codes of contracts/errors.ts. What is not in the account's library and what is nowhere are one
 * `skill.not_found`. `version.not_found`: no such label, or without one no published version.
 */
export interface Library {
  /** The whole library in its order: by `addedAt`, else `publishedAt`, then owner and name. `own`: with own skills in any state. */
  list(reader: LibraryReader, within: Within): Promise<readonly ListedSkill[]>;
  /**
   * What changed in it, the newest first, as far as the account has the skills now and may see them. Fails with `cursor.invalid`.
   */
  changes(
    reader: LibraryReader,
    page: { readonly cursor: string | null; readonly limit: number },
  ): Promise<Result<LibraryChangesPage, Failure>>;
  skill(reader: LibraryReader, skill: SkillReference, within: Within): Promise<Result<SkillDetails, Failure>>;
  /** Its SKILL.md, byte for byte; notes an activation. */
  content(
    reader: LibraryReader,
    skill: SkillReference,
    within: Within,
    label?: string,
  ): Promise<Result<FileBytes, Failure>>;
  /** Fails with `request.invalid` for what is no path or of a blocked type, and with `file.not_found`. */
  file(
    reader: LibraryReader,
    skill: SkillReference,
    path: string,
    within: Within,
    label?: string,
  ): Promise<Result<FileBytes, MissingFile>>;
  files(
    reader: LibraryReader,
    skill: SkillReference,
    within: Within,
    label?: string,
  ): Promise<Result<VersionFiles, Failure>>;
  /** The newest first. Of another account's skill, those that are open. */
  versions(
    reader: LibraryReader,
    skill: SkillReference,
    within: Within,
  ): Promise<Result<readonly Version[], Failure>>;
  version(
    reader: LibraryReader,
    skill: SkillReference,
    label: string,
    within: Within,
  ): Promise<Result<Version, Failure>>;
  /**
   * A version as reading, render and the skills extension take it. `raw`: its SKILL.md is given as it was uploaded, not with
   * what it includes.
   */
  source(
    reader: LibraryReader,
    skill: SkillReference,
    options: { readonly raw: boolean; readonly label?: string },
  ): Promise<Result<Source, Failure>>;

  /** `added`: it was not there. With a label the account keeps that version. `skill.not_found` for what it may not add. */
  add(
    author: LibraryAuthor,
    skill: SkillReference,
    label?: string,
  ): Promise<Result<{ readonly added: boolean; readonly listed: ListedSkill }, Failure>>;
  /** Another's skill, out of the library, whatever was there. Fails with `account.suspended` alone. */
  remove(author: LibraryAuthor, skill: SkillReference): Promise<Result<null, Failure>>;
  /** Null: whichever version is offered. */
  pin(
    author: LibraryAuthor,
    skill: SkillReference,
    label: string | null,
  ): Promise<Result<ListedSkill, Failure>>;

  /**
   * What a person makes of a skill of the library, one a person; null: nothing any more. Fails with `rating.not_allowed` for its
   * owner's people, within a day of adding it, and where nobody in particular asks.
   */
  rate(author: LibraryAuthor, skill: SkillReference, stars: Stars | null): Promise<Result<null, Failure>>;
  /**
   * Queues for the operator what somebody says of another's skill, of the library or the catalog. `version`: a label. Fails with
   * `skill.own`, and with `rate.limited` beyond ten a day and person.
   */
  report(
    author: LibraryAuthor,
    skill: SkillReference,
    complaint: { readonly reason: string; readonly version?: string },
  ): Promise<Result<null, Failure>>;
  /**
   * Follows the account that a skill was given to. `owner`: its slug, as the author read it. Fails with `skill.not_found`, and with
   * `precondition.failed` where another account has it.
   */
  confirm(
    author: LibraryAuthor,
    skill: SkillReference,
    owner: string,
  ): Promise<Result<ListedSkill, Failure>>;

  publish(
    author: LibraryAuthor,
    files: readonly UploadedFile[],
    options: PublishOptions,
  ): Promise<Result<PublishOutcome, Failure>>;
  saveDraft(
    author: LibraryAuthor,
    files: readonly UploadedFile[],
    options: PublishOptions,
  ): Promise<Result<PublishOutcome, Failure>>;
  /** The draft becomes a version. */
  publishDraft(
    author: LibraryAuthor,
    name: string,
    options: PublishOptions,
  ): Promise<Result<PublishOutcome, Failure>>;
  discardDraft(author: LibraryAuthor, name: string): Promise<Result<null, Failure>>;
  /** All of it or nothing. `acknowledged` as in `PublishOptions`: making a skill global is checked as publishing is. */
  change(
    author: LibraryAuthor,
    name: string,
    patch: SkillPatch,
    options: Pick<PublishOptions, "ifRevision" | "acknowledged">,
  ): Promise<Result<SkillDetails, Failure>>;
  yank(
    author: LibraryAuthor,
    name: string,
    label: string,
    yanked: { readonly reason: string | null } | null,
    ifRevision?: number,
  ): Promise<Result<Version, Failure>>;
  /** Fails with `skill.in_use` where others hold it and it is over 72 hours old. */
  delete(author: LibraryAuthor, name: string, ifRevision?: number): Promise<Result<null, Failure>>;
  /** Its own skill, by its author's account: for surfaces that tell one's own from another's. */
  isOwn(reader: LibraryReader, skill: SkillReference): Promise<boolean>;
}

/** A version that waits for the operator, with everything that was found in it. */
export interface HeldVersion {
  readonly owner: Slug;
  readonly name: SkillName;
  readonly version: Label;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
  readonly findings: readonly Diagnostic[];
}

/** What only the operator does to skills, by what they are called. Fails with `skill.not_found` and `version.not_found`. */
export interface Moderation {
  /** The versions that wait for the operator. */
  held(): AsyncIterable<HeldVersion>;
  /** Takes a skill from everybody, those who hold it too. */
  flag(acting: Acting, skill: SkillReference, reason: string): Promise<Result<null, Failure>>;
  /** Also of a name whose skill was deleted. */
  unflag(acting: Acting, skill: SkillReference): Promise<Result<null, Failure>>;
  /**
   * A held version is published after all. Of a global skill it is looked through for credentials once more, as at a publication:
   * `publish.secret` unless that is `acknowledged`.
   */
  release(
    acting: Acting,
    skill: SkillReference,
    label: string,
    acknowledged?: readonly string[],
  ): Promise<Result<null, Failure>>;
  /** The bytes of a version go; what named it says so. */
  removeVersion(acting: Acting, skill: SkillReference, label: string): Promise<Result<null, Failure>>;
  /**
   * Gives a skill to another account. Fails with `account.not_found`, with `name.taken` where that account has or had a skill of the
   * name, and with `account.full`.
   */
  transfer(acting: Acting, skill: SkillReference, to: string): Promise<Result<null, Failure>>;
}
