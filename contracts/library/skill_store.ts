/** Where published skills are kept: each change one commit, its bytes written before it (docs/design/library.md "Publishing"). */
import type { AccountId } from "../auth/viewer.ts";
import type { ContentId } from "../domain.ts";
import type { Result } from "../result.ts";
import type { AuditNote } from "./audit.ts";
import type { CountsAsInstall } from "./installs.ts";
import type { GoneItem, HolderRecord, LibraryItem } from "./library_items.ts";
import type {
  Change,
  ChangeKind,
  ChangeSubject,
  LabelSpace,
  Ledger,
  NameRecord,
  Skill,
  SkillName,
  SubjectChanges,
} from "./skills.ts";
import type {
  Draft,
  Label,
  LabelRecord,
  SkillId,
  Version,
  VersionDigest,
  VersionDocument,
  Withdrawn,
} from "./versions.ts";

export interface StoredContent {
  readonly id: ContentId;
  readonly bytes: Uint8Array;
}

/** What became of some content under a name. */
export interface KnownContent {
  /** The newest version of it; null: it is none. */
  readonly version: Version | null;
  /** That the operator took it out, of this skill or of an earlier one of the name. */
  readonly withdrawn: Withdrawn | null;
}

/** All that a change of one name of an account may rest on. Whatever changes of it before the commit has it decided anew. */
export interface NameState {
  readonly record: NameRecord | null;
  readonly skill: Skill | null;
  readonly ledger: Ledger;
  readonly draft: Draft | null;
  label(label: Label): Promise<LabelRecord | null>;
  version(sequence: number): Promise<Version | null>;
  content(digest: VersionDigest): Promise<KnownContent>;
  /** The newest first. */
  versions(): AsyncIterable<Version>;
  /** Which of these contents the account has already. */
  stored(ids: readonly ContentId[]): Promise<ReadonlySet<ContentId>>;
  /** Whether an account but its own holds the skill. */
  isHeld(): Promise<boolean>;
}

/** What is made of a name; all of it in one commit. */
export interface NameChange {
  /**
   * Null: the skill is deleted, with its versions and its draft; a flag stays with the name. Where there is none, the name is not
   * flagged any more.
   */
  readonly skill: Skill | null;
  /** Rows as they are from now on, new or changed. */
  readonly versions?: readonly Version[];
  readonly labels?: readonly (LabelRecord & { readonly label: Label })[];
  /** A content that is refused from now on. */
  readonly withdrawn?: Withdrawn & { readonly digest: VersionDigest };
  /** Null: there is none from now on. */
  readonly draft?: Draft | null;
  readonly ledger?: Ledger;
  /** Written before the commit, which is made only if they are all there. */
  readonly contents?: readonly StoredContent[];
  readonly kind: ChangeKind;
  /** The version that it is about, where it is about one. */
  readonly about?: Label;
  readonly isOpen: boolean;
  readonly note: AuditNote;
}

/** What is made of a name, if anything, and what its maker is told. */
export interface Decided<Value> {
  readonly value: Value;
  readonly change: NameChange | null;
}

/** A skill that goes to another account, as it stands. */
export interface TransferState {
  readonly skill: Skill;
  readonly ledger: Ledger;
  /** Of the account that gets it, and what it has under the name. */
  readonly target: { readonly ledger: Ledger; readonly record: NameRecord | null };
  /** Of its contents, what that account does not store yet. */
  readonly addedBytes: number;
}

/** What is made of a transfer; all of it in one commit. */
export interface Transfer {
  readonly skill: Skill;
  readonly ledgers: { readonly source: Ledger; readonly target: Ledger };
  /** Where the name's labels are kept at the account that gave it. */
  readonly labels: LabelSpace;
  readonly notes: { readonly source: AuditNote; readonly target: AuditNote };
}

/** What an account's list stands on, read in one look-up. Equal stamps: nothing that it tells has changed. */
export interface LibraryStamps {
  /** Moves with every change of what the account added. */
  readonly items: string | null;
  /** The last sequence number of the change feed. */
  readonly feed: number;
}

export interface SkillStore {
  /**
   * Makes of a name what `decide` says of it. It may be asked several times, each time about the latest state, and the last
   * word counts.
   */
  changeName<Value, Refusal>(
    account: AccountId,
    name: SkillName,
    decide: (state: NameState) => Promise<Result<Decided<Value>, Refusal>>,
  ): Promise<Result<Value, Refusal>>;
  /** Gives a skill to another account, with its versions and all who hold it. Null: there is no such skill, or its bytes are gone. */
  transfer<Refusal>(
    from: AccountId,
    name: SkillName,
    to: AccountId,
    decide: (state: TransferState) => Result<Transfer, Refusal>,
  ): Promise<Result<Skill, Refusal> | null>;
  /** What is known of a name, without changing it. */
  nameState(account: AccountId, name: SkillName): Promise<NameState>;
  skill(id: SkillId): Promise<Skill | null>;
  /** In the order of `ids`. */
  skills(ids: readonly SkillId[]): Promise<readonly (Skill | null)[]>;
  ownSkills(account: AccountId): Promise<readonly SkillId[]>;
  /** The skills of all accounts behind `after`, by their ids, at most `most`. */
  every(after: SkillId | null, most: number): Promise<readonly Skill[]>;
  /** Of the account, or that it was before another got it. */
  idOf(account: AccountId, name: SkillName): Promise<SkillId | null>;
  /** Skills that have or had a version from a repository, by its address in letters of either case. */
  publishedFrom(repository: string): AsyncIterable<SkillId>;
  ledger(account: AccountId): Promise<Ledger>;
  draft(id: SkillId): Promise<Draft | null>;
  version(id: SkillId, sequence: number): Promise<Version | null>;
  /** The newest first. */
  versions(id: SkillId): AsyncIterable<Version>;
  /** Null: no version of the skill bears the label. */
  labelled(skill: Skill, label: Label): Promise<Version | null>;
  /** How a document is stored, for the contents of a change. */
  contentOf(document: VersionDocument): StoredContent;
  /** Null: gone or broken. */
  document(account: AccountId, id: ContentId): Promise<VersionDocument | null>;
  /** Takes out what is kept of an account's names that have no skill any more, and with the last one what it published in all. */
  forgetNames(account: AccountId): Promise<void>;
  stamps(account: AccountId): Promise<LibraryStamps>;
  /** The last sequence number of the change feed. */
  feedHead(): Promise<number>;
  /** Calls `listener` after each change by this process. */
  onChange(listener: () => void): void;
  /** The changes behind `after`, in order, at most `most`. */
  changes(after: number, most: number): Promise<readonly Change[]>;
  /** Those of a subject ahead of `before`, the newest first, at most `most`; null: from the last one. */
  changesOf(subject: ChangeSubject, before: number | null, most: number): Promise<SubjectChanges>;
}

/** What an account added. */
export interface LibraryItemStore {
  items(account: AccountId): Promise<readonly LibraryItem[]>;
  /** What it had until it was deleted, as long as changes are told; of more than `MOST_GONE`, some. */
  gone(account: AccountId): Promise<readonly GoneItem[]>;
  /**
   * Adds a skill, unless it is there. `offered` is asked about the skill as it stands at the commit: what may no longer be
   * added is not. `full`: the account has `most` already.
   */
  add(
    account: AccountId,
    item: LibraryItem,
    options: {
      readonly most: number;
      /** Whether the account counts as an install of it, unless it is its own. */
      readonly counts: CountsAsInstall;
      readonly offered: (skill: Skill) => boolean;
      readonly note: AuditNote;
    },
  ): Promise<Result<{ readonly added: boolean; readonly item: LibraryItem }, "not_offered" | "full">>;
  /** False: it was not there. */
  remove(account: AccountId, skill: SkillId, note: AuditNote): Promise<boolean>;
  /** Null: it is not there. */
  pin(
    account: AccountId,
    skill: SkillId,
    sequence: number | null,
    note: AuditNote,
  ): Promise<LibraryItem | null>;
  /** The account follows whoever has the skill now. Null: it is not there. */
  confirm(
    account: AccountId,
    skill: SkillId,
    owner: AccountId,
    note: AuditNote,
  ): Promise<LibraryItem | null>;
  holder(skill: SkillId, account: AccountId): Promise<HolderRecord | null>;
}

/** Counts who uses which skill: one activation an account, skill and UTC day. */
export interface ActivationLog {
  /** Costs a look into memory; what there is to count is counted besides. */
  note(skill: SkillId, account: AccountId): void;
  /** @param day As in `2030-01-31`. */
  activations(skill: SkillId, day: string): Promise<number>;
  /** Waits for what is being counted. */
  flush(): Promise<void>;
}
