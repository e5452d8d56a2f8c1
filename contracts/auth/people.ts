/** People, the accounts they act for, and how they are known again (docs/design/authorization.md). */
import type { HostKey } from "../addresses.ts";
import type { BegunSignIn } from "./sign_in.ts";
import type { SecretDigest } from "./secret_digest.ts";
import type { AccountId, PersonId } from "./viewer.ts";

/** Somebody who signed in: at a git host, or by a link that the operator made for an account. */
export interface Person {
  readonly id: PersonId;
  /** Null: known by a link alone, to no git host. */
  readonly host: HostKey | null;
  /** What they are called there, or the account's slug. Shown, and proof of nothing. */
  readonly login: string;
  /** The first is their own. */
  readonly accounts: readonly AccountId[];
}

export interface Session {
  readonly person: PersonId;
  /** Milliseconds since the epoch, here and below. */
  readonly startedAt: number;
  /** When it was used last, to the hour. */
  readonly seenAt: number;
}

/** A sign-in at a host that began, until the browser comes back. */
export interface BegunRecord extends BegunSignIn {
  readonly host: HostKey;
  /** A path of this origin. */
  readonly returnTo: string;
  readonly expiresAt: number;
}

export interface LinkRecord {
  readonly account: AccountId;
  readonly expiresAt: number;
}

export interface PeopleStore {
  person(id: PersonId): Promise<Person | null>;
  /** Who is called so at a host now, in any case of letters. Looks through everybody: for an operator's command alone. */
  byLogin(host: HostKey, login: string): Promise<Person | null>;
  /** What is known of a person from now on. Accounts that they have stay theirs. */
  savePerson(person: Person): Promise<Person>;
}

/** A session among its person's, named by its digest. */
export interface ListedSession extends Session {
  readonly digest: SecretDigest;
}

/** Everything here is named by a secret's digest, and found by who holds the secret. */
export interface SessionStore {
  start(digest: SecretDigest, session: Session): Promise<void>;
  session(digest: SecretDigest): Promise<Session | null>;
  /** Those that hold, the latest used first. */
  ofPerson(person: PersonId): Promise<readonly ListedSession[]>;
  end(digest: SecretDigest): Promise<void>;
  endAll(person: PersonId): Promise<void>;
  saveLink(digest: SecretDigest, link: LinkRecord): Promise<void>;
  link(digest: SecretDigest): Promise<LinkRecord | null>;
  /** Works once: for everybody else there is none any more. */
  takeLink(digest: SecretDigest): Promise<LinkRecord | null>;
  begin(digest: SecretDigest, begun: BegunRecord): Promise<void>;
  takeBegun(digest: SecretDigest): Promise<BegunRecord | null>;
}
