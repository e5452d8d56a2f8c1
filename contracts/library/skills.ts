/** Published skills (docs/design/library.md "Skills and versions"). */
import type { AccountId } from "../auth/viewer.ts";
import type { Brand } from "../brand.ts";
import type { Label, SkillId, VersionSummary } from "./versions.ts";

/** Lower-case letters, digits and single inner hyphens, at most 64: what its SKILL.md calls it. */
export type SkillName = Brand<string, "SkillName">;

/** Where the labels of a name are kept: a later skill of that name takes up what an earlier one used. */
export type LabelSpace = Brand<string, "LabelSpace">;

/** `private`: of its account alone. `global`: whoever adds it has it in their library. */
export type Visibility = "private" | "global";

/**
 * How a skill stands for its owner. `draft`: nothing of it was published. `held`: what was published waits for the operator.
 * `flagged`: the operator took it from everybody. `published` and `archived` as its owner says.
 */
export type SkillState = "draft" | "held" | "published" | "archived" | "flagged";

/** Why an archived skill is: its owner said so, or its repository no longer has it. */
export type ArchivedReason = "owner" | "source_removed" | "source_gone";

export interface Skill {
  readonly id: SkillId;
  readonly account: AccountId;
  readonly name: SkillName;
  readonly labels: LabelSpace;
  /** Of the last version that was current, or of the draft. */
  readonly description: string;
  readonly visibility: Visibility;
  readonly archived: { readonly reason: ArchivedReason; readonly at: number } | null;
  readonly flagged: { readonly reason: string; readonly at: number } | null;
  /** The skill that its owner names instead. */
  readonly replacedBy: SkillId | null;
  /** The accounts that had it before, in order: at most `MOST_HANDOVERS`. */
  readonly handovers: readonly Handover[];
  /** What its own account has: the newest version that is not yanked, or the owner's choice; null: none. */
  readonly current: VersionSummary | null;
  /** The owner chose the current version; a newer one takes its place. */
  readonly isChosen: boolean;
  /** What other accounts have: the last version that was current while the skill was global. */
  readonly open: VersionSummary | null;
  /** The highest sequence number that was given; 0: none. */
  readonly sequence: number;
  /** The highest label of the form x.y.z, which the next unlabelled upload raises. */
  readonly highest: Label | null;
  readonly hasDraft: boolean;
  /** Counts up with every change of the skill. */
  readonly revision: number;
  /** Milliseconds since the epoch, here and below. */
  readonly createdAt: number;
  /** The first publication, for good; null: nothing was released yet. */
  readonly publishedAt: number | null;
}

/** The operator gave a skill to another account. Who held it keeps what they had until their account confirms the new owner. */
export interface Handover {
  readonly from: AccountId;
  /** What other accounts had then, by its sequence number; null: nothing. */
  readonly open: number | null;
  readonly at: number;
}

export const MOST_HANDOVERS = 20;

/** What keeps a name's labels when its skill is gone. */
export interface NameRecord {
  /** Null: there is no skill of that name. */
  readonly skill: SkillId | null;
  readonly labels: LabelSpace;
  readonly highest: Label | null;
  /** A deleted skill whose versions are not all gone yet. */
  readonly leaving: SkillId | null;
  /** The skill that bore this name and is another account's now: it is found by it, and nobody takes the name. */
  readonly movedTo: SkillId | null;
  /** The operator flagged the skill that was deleted: nothing is published under the name until they take that back. */
  readonly flagged: Skill["flagged"];
}

/** What an account has published in all, counted with every change. */
export interface Ledger {
  readonly skills: number;
  /** Equal contents once; as of the last collection, and what came since. */
  readonly storedBytes: number;
  /** The hour, counted from the epoch, and the versions that were published in it. */
  readonly hour: number;
  readonly versions: number;
}

/** What happened to a skill, for whoever keeps a copy of what is published. */
export type ChangeKind =
  | "created"
  | "released"
  | "held"
  | "restored"
  | "current"
  | "yanked"
  | "unyanked"
  | "visibility"
  | "archived"
  | "unarchived"
  | "draft"
  | "deleted"
  | "flagged"
  | "unflagged"
  | "removed"
  /** The operator gave it to the account. */
  | "transferred"
  /** Its account is called something else, or stands otherwise. */
  | "account";

/**
 * Whether the public catalog has a skill before and after a change, as far as the skill itself decides. `outside`: neither.
 * `ungraded`: it has it since, unless the deployment grades what it lists.
 */
export type ChangeOfListing = "enters" | "stays" | "leaves" | "outside" | "ungraded";

/** Whether a skill is everybody's to find, as far as it decides itself: its account and its grade are asked besides. */
export function isListable({ visibility, archived, flagged, open }: Skill): boolean {
  return visibility === "global" && archived === null && flagged === null && open !== null;
}

/**
 * How a skill stands in the public catalog, for its owner. `waiting`: it is read already, and listed and found with the next
 * edition. `reason`: why it is not listed; null: it is.
 */
export interface Listing {
  readonly state: "listed" | "waiting" | "unlisted";
  readonly reason:
    | "edition"
    | "private"
    | "draft"
    | "held"
    | "archived"
    | "flagged"
    | "ungraded"
    | "no_version"
    | null;
}

/** A row of the change feed. Sequence numbers rise without gaps. */
export interface Change {
  readonly sequence: number;
  readonly kind: ChangeKind;
  readonly account: AccountId;
  /** Null: every skill of the account. */
  readonly skill: SkillId | null;
  readonly name: SkillName | null;
  /** Whether other accounts can or could see what changed. */
  readonly isOpen: boolean;
  /** What the change means to the public catalog. */
  readonly listing: ChangeOfListing;
  /** What it did to a skill; null: it is about an account, or was written before changes said it. */
  readonly detail: ChangeDetail | null;
  /** Of a transfer: who had the skill before. */
  readonly giver: AccountId | null;
  /** Of an account that was renamed: its slugs. */
  readonly renamed: { readonly from: string; readonly to: string } | null;
  readonly at: number;
}

/**
 * Under what a change is told again, as long as libraries are told of changes: all of an account's own, one skill's, or the new names
 * of an account, which those who have skills of it are told.
 */
export type ChangeSubject =
  | { readonly kind: "account" | "renames"; readonly id: AccountId }
  | { readonly kind: "skill"; readonly id: SkillId };

/** Some changes of a subject, the newest first. `horizon`: the place of the last that was read, where there may be more; else 0. */
export interface SubjectChanges {
  readonly changes: readonly Change[];
  readonly horizon: number;
}

/** What a change did to a skill, for whoever has it. */
export interface ChangeDetail {
  /** The version that it is about, and whether others than the owner can have it since; null: about none in particular. */
  readonly about: { readonly label: Label; readonly isOpen: boolean } | null;
  /** What the owner has, and what others have, before and after. */
  readonly own: VersionStep;
  readonly others: VersionStep;
  /** Since the change; null: the skill is deleted. */
  readonly visibility: Visibility | null;
}

/** Null: no version. */
export interface VersionStep {
  readonly from: Label | null;
  readonly to: Label | null;
}
