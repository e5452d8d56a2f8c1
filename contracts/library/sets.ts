/** Sets: several repositories and skills under one address (docs/design/sets.md). */
import type { AccountId, Asker, PersonId } from "../auth/viewer.ts";
import type { Brand } from "../brand.ts";
import type { Failure } from "../errors.ts";
import type { Result } from "../result.ts";
import type { Source } from "../source.ts";
import type { Caller } from "./access.ts";
import type { Slug } from "./accounts.ts";
import type { Acting, AuditNote } from "./audit.ts";

/** Lower-case letters, digits and single inner hyphens, at most 64. */
export type SetName = Brand<string, "SetName">;

export const SET_LIMITS = {
  members: 20,
  /** Of an account. */
  sets: 50,
  /** Characters. */
  description: 500,
} as const;

interface Aliased {
  /** Its folder in the set. */
  readonly alias: string;
}

/** A directory of a public repository, by its canonical address. */
export interface AddressMember extends Aliased {
  readonly kind: "address";
  readonly address: string;
}

/** A published skill; `label` null: whichever version is current. */
export interface SkillMember extends Aliased {
  readonly kind: "skill";
  readonly owner: string;
  readonly name: string;
  readonly label: string | null;
  /** Whether everybody could read it when the set was put: what was its account's alone stays that when it is gone. */
  readonly wasOpen: boolean;
}

export type SetMember = AddressMember | SkillMember;

export interface SkillSet {
  readonly account: AccountId;
  readonly name: SetName;
  readonly description: string | null;
  readonly members: readonly SetMember[];
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** A member as somebody names it; without an alias it is called as the last part of what it names. */
export interface WantedMember {
  readonly alias?: string;
  readonly address?: string;
  /** `owner/name`, with `@label` for one version for good. */
  readonly skill?: string;
}

export interface SetStore {
  find(account: AccountId, name: SetName): Promise<SkillSet | null>;
  /** By name. */
  ofAccount(account: AccountId): Promise<readonly SkillSet[]>;
  /** False: the account has `SET_LIMITS.sets` others. */
  put(set: SkillSet, note: AuditNote): Promise<boolean>;
  /** False: there was none. */
  remove(account: AccountId, name: SetName, note: AuditNote): Promise<boolean>;
  /** All of an account that is gone. */
  forget(account: AccountId): Promise<void>;
}

/** A set as somebody may read it now. */
export interface OpenedSet {
  readonly set: SkillSet;
  readonly owner: Slug;
  readonly source: Source;
  /** Who reads it for its account; null: everybody may read all of it, or it is a member who is signed in. */
  readonly caller: Caller | null;
  /** Whether everybody may read all of it. */
  readonly isOpen: boolean;
  /** Members that cannot be had now, with the reason as a sentence without a full stop. */
  readonly unavailable: readonly { readonly alias: string; readonly reason: string }[];
}

export interface Sets {
  list(account: AccountId): Promise<readonly SkillSet[]>;
  /** Fails with `set.not_found`. */
  find(account: AccountId, name: string): Promise<Result<SkillSet, Failure>>;
  /**
   * Makes it, or what is there another. Fails with `request.invalid`, with the codes of addresses, `mount.repo_not_found` for what
   * is not public, `skill.not_found`, and `account.full`.
   */
  put(
    acting: Acting,
    account: AccountId,
    name: string,
    wanted: { readonly description: string | null; readonly members: readonly WantedMember[] },
  ): Promise<Result<SkillSet, Failure>>;
  remove(acting: Acting, account: AccountId, name: string): Promise<Result<null, Failure>>;
  /**
   * A set as who asks may read it: what is not open to all, for keys of its account, apps that a member of it allowed this set, and
   * members who are signed in. Waits at most so long for commits that were never read. What is not open and what is not there are told
   * alike: `auth.required` or `auth.invalid_token` to who shows nothing that counts here, `set.not_found` to who does.
   */
  open(asked: {
    readonly owner: string;
    readonly name: string;
    readonly asker: Asker;
    readonly waitMs: number;
  }): Promise<Result<OpenedSet, Failure>>;
  /** Of which account the set is that somebody could allow an app to read; null: there is none, or they are no member. */
  allowedTo(person: PersonId, owner: string, name: string): Promise<AccountId | null>;
}
