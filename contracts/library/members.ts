/** Who belongs to an account (docs/design/accounts.md "Members"). */
import type { HostKey } from "../addresses.ts";
import type { Person } from "../auth/people.ts";
import type { AccountId, PersonId } from "../auth/viewer.ts";
import type { Result } from "../result.ts";
import type { AuditNote } from "./audit.ts";

export const ROLES = ["owner", "admin", "member"] as const;

/**
 * `owner`: everything. `admin`: everything but owners, the slug and the account's end. `member`: reads everything, publishes
 * private skills, makes keys that read.
 */
export type Role = (typeof ROLES)[number];

export interface Member {
  readonly person: PersonId;
  /** What they were called when they joined, and where; null: known by a link of the operator's. */
  readonly login: string;
  readonly host: HostKey | null;
  readonly role: Role;
  /** Milliseconds since the epoch, here and below. */
  readonly since: number;
}

/** To whoever is called so at a sign-in host, once they have signed in and accepted. */
export interface Invitation {
  readonly account: AccountId;
  readonly host: HostKey;
  /** In lower case. */
  readonly login: string;
  readonly role: Role;
  readonly invitedAt: number;
  readonly expiresAt: number;
}

/** `last_owner`: an account always has one. */
export type MemberProblem = "no_member" | "last_owner" | "too_many";

/** Every change is one commit with the row that tells of it, and two at once count one after the other. */
export interface MemberStore {
  /** Null: they do not belong to it. */
  roleOf(account: AccountId, person: PersonId): Promise<Role | null>;
  /** The longest there first. */
  members(account: AccountId): Promise<readonly Member[]>;
  /** Those that hold. */
  invitations(account: AccountId): Promise<readonly Invitation[]>;
  invitationsTo(host: HostKey, login: string): Promise<readonly Invitation[]>;
  /** `too_many`: members and invitations together. One to the same person is replaced. */
  invite(invitation: Invitation, most: number, note: AuditNote): Promise<Result<null, MemberProblem>>;
  /** False: there is none. */
  withdraw(account: AccountId, host: HostKey, login: string, note: AuditNote): Promise<boolean>;
  /** All of an account that is gone, also those that have run out. */
  forgetInvitations(account: AccountId): Promise<void>;
  /** Takes an invitation up. `no_member`: there is none for them any more; `too_many`: they belong to too many accounts. */
  accept(
    account: AccountId,
    person: Person,
    mostAccounts: number,
    note: AuditNote,
  ): Promise<Result<Member, MemberProblem>>;
  /** By the operator's word, whether or not they were invited; a role they have stays. */
  join(account: AccountId, person: Person, role: Role, note: AuditNote): Promise<Person>;
  changeRole(
    account: AccountId,
    person: PersonId,
    role: Role,
    note: AuditNote,
  ): Promise<Result<Member, MemberProblem>>;
  /** `evenLast`: the account ends with them. */
  remove(
    account: AccountId,
    person: PersonId,
    evenLast: boolean,
    note: AuditNote,
  ): Promise<Result<Member, MemberProblem>>;
}
