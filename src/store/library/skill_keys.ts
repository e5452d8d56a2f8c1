/**
 * Keys of published skills and libraries (docs/design/library.md "Rows"). What they name by `lb` lies as the contents of
 * a repository do (`../keys.ts`).
 */
import type { HostKey, RepoPath } from "../../../contracts/addresses.ts";
import type { ConnectionId } from "../../../contracts/library/connections.ts";
import type { AccountId, PersonId } from "../../../contracts/auth/viewer.ts";
import type { ChangeSubject, LabelSpace, SkillName } from "../../../contracts/library/skills.ts";
import type { SetName } from "../../../contracts/library/sets.ts";
import type { Label, SkillId, VersionDigest } from "../../../contracts/library/versions.ts";

type Key = Deno.KvKey;

/** Above the rows of all skills. */
export const SKILLS_KEY: Key = ["lp"];

export function skillKey(skill: SkillId): Key {
  return ["lp", skill];
}

export function ledgerKey(account: AccountId): Key {
  return ["ln", account];
}

export function nameKey(account: AccountId, name: SkillName): Key {
  return ["ln", account, name];
}

/** Above the rows of all versions of a skill: those of contents, by their digests, come first. */
export function versionsKey(skill: SkillId): Key {
  return ["lv", skill];
}

export function versionKey(skill: SkillId, sequence: number): Key {
  return ["lv", skill, sequence];
}

export function versionOfKey(skill: SkillId, digest: VersionDigest): Key {
  return ["lv", skill, digest];
}

/** Above the labels of a name. */
export function labelsKey(labels: LabelSpace): Key {
  return ["ll", labels];
}

export function labelKey(labels: LabelSpace, label: Label): Key {
  return ["ll", labels, label];
}

/** A content of a name that the operator took out. Labels are text, so that none is taken for it. */
export function withdrawnKey(labels: LabelSpace, digest: VersionDigest): Key {
  return ["ll", labels, 0, digest];
}

export function draftKey(skill: SkillId): Key {
  return ["ld", skill];
}

/** Also above the rows of everything that an account added. */
export function libraryKey(account: AccountId): Key {
  return ["li", account];
}

export function itemKey(account: AccountId, skill: SkillId): Key {
  return ["li", account, skill];
}

/** The changes of a subject, each by its place in the feed; without a place above all of them. */
export function subjectChangeKey({ kind, id }: ChangeSubject, sequence?: number): Key {
  const above: Key = [...FEED_KEY, kind, id];
  return sequence === undefined ? above : [...above, sequence];
}

/** What an account had of a skill that was deleted; without a skill above all of them. */
export function goneItemKey(account: AccountId, skill?: SkillId): Key {
  const above: Key = [...FEED_KEY, "gone", account];
  return skill === undefined ? above : [...above, skill];
}

/** Above the rows of who holds a skill. */
export function holdersKey(skill: SkillId): Key {
  return ["lh", skill];
}

export function holderKey(skill: SkillId, account: AccountId): Key {
  return ["lh", skill, account];
}

export function installsKey(skill: SkillId): Key {
  return ["lc", skill];
}

/** What people make of a skill, summed up; also above the rows of each of them. */
export function ratingsKey(skill: SkillId): Key {
  return ["lt", skill];
}

export function ratingKey(skill: SkillId, person: PersonId): Key {
  return ["lt", skill, person];
}

/** How many accounts used a skill on a day of UTC, a counter; also above the rows of who did. */
export function activationsKey(skill: SkillId, day: string): Key {
  return ["lu", skill, day];
}

export function activationKey(skill: SkillId, day: string, account: AccountId): Key {
  return ["lu", skill, day, account];
}

/** The last number of a report, and above them all. */
export const REPORTS_KEY: Key = ["lo", "report"];

export function reportKey(number: number): Key {
  return ["lo", "report", number];
}

/** How often somebody reported on a day of UTC. */
export function reportCountKey(day: string, reporter: PersonId | AccountId): Key {
  return ["lo", "day", day, reporter];
}

/** Above the skills that were published from a repository. */
export function publishedFromKey(repository: string): Key {
  return ["lo", "from", repository.toLowerCase()];
}

/** The head of the change feed, and above its rows. */
export const FEED_KEY: Key = ["lf"];

export function changeKey(sequence: number): Key {
  return ["lf", sequence];
}

/** Above all connections, by account. */
export const CONNECTIONS_KEY: Key = ["lx", "of"];

export function connectionKey(account: AccountId, id: ConnectionId): Key {
  return [...CONNECTIONS_KEY, account, id];
}

/** Above the connections of a repository, by its id or name. */
export function connectedRepositoryKey(host: HostKey, subject: string): Key {
  return ["lx", "at", host, subject];
}

/** What a connection knows of a skill; without a path above all of them. */
export function connectedSkillKey(id: ConnectionId, path?: RepoPath): Key {
  return path === undefined ? ["lx", "has", id] : ["lx", "has", id, path];
}

/** A set; without a name above all of an account. */
export function setKey(account: AccountId, name?: SetName): Key {
  return name === undefined ? ["lz", account] : ["lz", account, name];
}

/** A run of a connection; without a number above all of them. */
export function runKey(id: ConnectionId, number?: number): Key {
  return number === undefined ? ["lr", id] : ["lr", id, number];
}

/** Above the connections by when they are looked at next. */
export const DUE_SYNCS_KEY: Key = ["ly", "sync"];

export function dueSyncKey(due: number, account: AccountId, id: ConnectionId): Key {
  return [...DUE_SYNCS_KEY, due, account, id];
}
