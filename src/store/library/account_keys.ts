/**
 * Keys of accounts, their names, their members and what was changed in them (docs/design/accounts.md "Records").
 *
 * | key | value |
 * | --- | --- |
 * | la account | an account |
 * | ls slug | whose it is: an account's, its alias, or reserved |
 * | lw folded | the slug that others may not look like |
 * | lm account member person | a member |
 * | lm account invited host login | an invitation |
 * | lm account stamp | written with every change of members |
 * | lmi host login account | true: an invitation, by whom it is for |
 * | lg account time number id | what was changed |
 * | ly account due account | true: when the end of an account is due |
 * | ly installs due account | true: when what it holds is to be counted anew |
 */
import type { HostKey } from "../../../contracts/addresses.ts";
import type { AccountId, PersonId } from "../../../contracts/auth/viewer.ts";
import type { FoldedSlug, Slug } from "../../../contracts/library/accounts.ts";

type Key = Deno.KvKey;

export function accountKey(id: AccountId): Key {
  return ["la", id];
}

export function slugKey(slug: Slug): Key {
  return ["ls", slug];
}

export function foldedSlugKey(folded: FoldedSlug): Key {
  return ["lw", folded];
}

/** Above the rows of all members of an account. */
export function membersKey(account: AccountId): Key {
  return ["lm", account, "member"];
}

export function memberKey(account: AccountId, person: PersonId): Key {
  return ["lm", account, "member", person];
}

/** Above the rows of all invitations to an account. */
export function invitationsKey(account: AccountId): Key {
  return ["lm", account, "invited"];
}

/** `login` in lower case, here and below. */
export function invitationKey(account: AccountId, host: HostKey, login: string): Key {
  return ["lm", account, "invited", host, login];
}

export function memberStampKey(account: AccountId): Key {
  return ["lm", account, "stamp"];
}

/** Above the rows of all invitations to a person. */
export function invitedToKey(host: HostKey, login: string): Key {
  return ["lmi", host, login];
}

export function invitedKey(host: HostKey, login: string, account: AccountId): Key {
  return ["lmi", host, login, account];
}

/** Above the audit of an account. */
export function auditKey(account: AccountId): Key {
  return ["lg", account];
}

/** `number` orders what one process wrote within a millisecond. */
export function auditEntryKey(account: AccountId, at: number, number: number, id: string): Key {
  return ["lg", account, at, number, id];
}

export const ENDINGS_KEY: Key = ["ly", "account"];

/** `due` in milliseconds since the epoch. */
export function endingKey(due: number, account: AccountId): Key {
  return ["ly", "account", due, account];
}

export const DUE_INSTALLS_KEY: Key = ["ly", "installs"];

/** Of an account whose standing changed. */
export const AT_ONCE = 0;

/** `due` in milliseconds since the epoch: when it is old enough, or at once. */
export function dueInstallsKey(due: number, account: AccountId): Key {
  return ["ly", "installs", due, account];
}
