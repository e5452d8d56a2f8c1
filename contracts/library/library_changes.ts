/** What changed in the library of an account (docs/design/library.md "Changes of a library"). */
import type { SkillName } from "./skills.ts";
import type { Slug } from "./accounts.ts";

/** How long changes are told. Milliseconds. */
export const CHANGES_KEPT_MS = 90 * 86_400_000;

/**
 * `published`: a version, also the first one. `current`: another version is the one that is offered. `held`: a version waits
 * for the operator. `removed`: the operator took out a version's bytes. `renamed`: the owner's account is called something else.
 * `gone`: others' skill is nobody's any more, for whatever reason.
 */
export const LIBRARY_CHANGES = [
  "published",
  "current",
  "held",
  "yanked",
  "unyanked",
  "private",
  "global",
  "archived",
  "unarchived",
  "deleted",
  "flagged",
  "unflagged",
  "removed",
  "transferred",
  "renamed",
  "gone",
] as const;

export type LibraryChangeKind = (typeof LIBRARY_CHANGES)[number];

export interface LibraryChange {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: LibraryChangeKind;
  /** As it is called now; null: the account is gone. */
  readonly owner: Slug | null;
  /** Null: every skill of the owner. */
  readonly name: SkillName | null;
  /** It was the account's own then. */
  readonly isOwn: boolean;
  /** The label of the version that it is about; null: about none in particular. */
  readonly version: string | null;
  /** The labels of the versions that the account was offered before and after; of `renamed` and `transferred`, slugs of owners. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface LibraryChangesPage {
  /** The newest first. May be none though there are older ones: a page ends where more of one skill may follow than it read. */
  readonly changes: readonly LibraryChange[];
  /** Null: the last page. */
  readonly cursor: string | null;
}
