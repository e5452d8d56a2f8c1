/** What an account has in its library beside its own skills (docs/design/library.md "Library"). */
import type { AccountId } from "../auth/viewer.ts";
import type { Slug } from "./accounts.ts";
import type { SkillName, SkillState, Visibility } from "./skills.ts";
import type { Label, SkillId, VersionDigest } from "./versions.ts";

/** A skill that an account added. */
export interface LibraryItem {
  readonly skill: SkillId;
  /** Milliseconds since the epoch, here and below. */
  readonly addedAt: number;
  /** The version that it keeps, by its sequence number; null: whichever is offered. */
  readonly pin: number | null;
  /** Whose it was when it was added, or when the account last confirmed its owner; null: whoever has it. */
  readonly owner: AccountId | null;
}

/** Deleted skills that an account is told of: who adds and deletes without end makes no page dearer. */
export const MOST_GONE = 200;

/** A skill that an account had added until it was deleted. */
export type GoneItem = Pick<LibraryItem, "skill" | "addedAt">;

/** Who holds a skill. `isCounted`: it is one of the skill's installs. */
export interface HolderRecord {
  readonly addedAt: number;
  readonly isCounted: boolean;
}

/** A skill of a library as lists tell of it. */
export interface ListedSkill {
  readonly skill: SkillId;
  /** Whose it is. */
  readonly account: AccountId;
  readonly owner: Slug;
  readonly name: SkillName;
  /** Of the account that asks. */
  readonly isOwn: boolean;
  readonly state: SkillState;
  readonly visibility: Visibility;
  /** Of the version that the account has; null: there is none. */
  readonly version: Label | null;
  readonly digest: VersionDigest | null;
  readonly description: string;
  /** The account keeps this version whatever is published. */
  readonly pinned: boolean;
  /** It was given to another account since, which this one did not confirm: it keeps the version that it had. */
  readonly awaitsOwner: boolean;
  /** Null: its own, and never added. */
  readonly addedAt: number | null;
  /** Null: nothing of it was released yet. */
  readonly publishedAt: number | null;
}
