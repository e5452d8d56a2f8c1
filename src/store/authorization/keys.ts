/**
 * Keys of sign-in and authorization, root `a`, and of accounts, roots `lk` and `lq`. Every secret is named by its SHA-256; none is stored.
 *
 * | key | value |
 * | --- | --- |
 * | a client id | what an app registered |
 * | a doc digest | what was found at the URL that is an app's id |
 * | a unused time id | true: a registration that granted nothing yet, oldest first |
 * | a unusedCount | how many of them, a counter |
 * | a code digest | what a person allowed, waiting for its app |
 * | a grant id | what a person allowed; gone: revoked |
 * | a of person grant | true: the grants of a person |
 * | a at digest | an access token |
 * | a rt digest | a refresh token, the newest of its grant or an older one |
 * | a again digest | of an older one: the answer that it got, sealed |
 * | a cred person | what asks at a host on the person's behalf, sealed |
 * | a key digest | what a key for one address is good for |
 * | a kof maker digest | true: the keys of a person; the operator's are of "" |
 * | a kstamp maker | the key that was made last |
 * | a perm person host name | a yes of a host to the person, or to the operator, about a repository |
 * | a person id | somebody who signed in |
 * | a ses digest | a session of a browser |
 * | a sof person digest | true: the sessions of a person |
 * | a link digest | a link that signs in once |
 * | a begun digest | a sign-in at a host, until the browser comes back |
 * | a secret | what a server in dev seals with |
 * | lk key digest | what a key of an account is good for |
 * | lk of account digest | true: the keys of an account |
 * | lk stamp account | the key that was made last |
 * | lk link digest | what an install link opens |
 * | lk linkof account digest | true: the install links of an account |
 * | lk linkstamp account | the link that was made last |
 * | lk publish digest | what a publish token is good for |
 * | lj digest | true: an identity token that was used, by its issuer and name |
 * | lq spender day | the calls that were taken of a UTC day |
 */
import { createHash } from "node:crypto";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { ClientId } from "../../../contracts/auth/clients.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { AccountId, GrantId, HostReader, PersonId } from "../../../contracts/auth/viewer.ts";
import type { Spender } from "../../../contracts/library/access.ts";

type Key = Deno.KvKey;

export function clientKey(id: ClientId): Key {
  return ["a", "client", id];
}

/** The URL is longer than a part of a key may be. */
export function clientDocumentKey(id: ClientId): Key {
  return ["a", "doc", createHash("sha256").update(id).digest("hex")];
}

export const UNUSED_CLIENTS_KEY: Key = ["a", "unused"];

/** `registeredAt` in milliseconds since the epoch. */
export function unusedClientKey(registeredAt: number, id: ClientId): Key {
  return ["a", "unused", registeredAt, id];
}

export const UNUSED_COUNT_KEY: Key = ["a", "unusedCount"];

export const CODES_KEY: Key = ["a", "code"];

export function codeKey(digest: SecretDigest): Key {
  return ["a", "code", digest];
}

export const GRANTS_KEY: Key = ["a", "grant"];

export function grantKey(id: GrantId): Key {
  return ["a", "grant", id];
}

/** Above the rows of all grants of a person. */
export function grantsOfKey(person: PersonId): Key {
  return ["a", "of", person];
}

export function grantOfKey(person: PersonId, id: GrantId): Key {
  return ["a", "of", person, id];
}

export function accessKey(digest: SecretDigest): Key {
  return ["a", "at", digest];
}

export function refreshKey(digest: SecretDigest): Key {
  return ["a", "rt", digest];
}

export function answerKey(digest: SecretDigest): Key {
  return ["a", "again", digest];
}

export function hostTokensKey(person: HostReader): Key {
  return ["a", "cred", person];
}

/** Above the rows of everything that a person may see. */
export function permissionsOfKey(person: PersonId): Key {
  return ["a", "perm", person];
}

/** `name` is `owner/name` as in a canonical address. */
export function permissionKey(person: HostReader, host: HostKey, name: string): Key {
  return ["a", "perm", person, host, name];
}

export const PEOPLE_KEY: Key = ["a", "person"];

export function personKey(id: PersonId): Key {
  return ["a", "person", id];
}

export function sessionKey(digest: SecretDigest): Key {
  return ["a", "ses", digest];
}

/** Above the rows of all sessions of a person. */
export function sessionsOfKey(person: PersonId): Key {
  return ["a", "sof", person];
}

export function sessionOfKey(person: PersonId, digest: SecretDigest): Key {
  return ["a", "sof", person, digest];
}

export function linkKey(digest: SecretDigest): Key {
  return ["a", "link", digest];
}

export function begunKey(digest: SecretDigest): Key {
  return ["a", "begun", digest];
}

export const OWN_SECRET_KEY: Key = ["a", "secret"];

export function addressKeyKey(digest: SecretDigest): Key {
  return ["a", "key", digest];
}

/** Above the rows of all keys of their maker; null: the operator. */
export function addressKeysOfKey(maker: PersonId | null): Key {
  return ["a", "kof", maker ?? ""];
}

export function addressKeyOfKey(maker: PersonId | null, digest: SecretDigest): Key {
  return ["a", "kof", maker ?? "", digest];
}

export function addressKeyStampKey(maker: PersonId | null): Key {
  return ["a", "kstamp", maker ?? ""];
}

export function accountKeyKey(digest: SecretDigest): Key {
  return ["lk", "key", digest];
}

/** Above the rows of all keys of an account. */
export function accountKeysOfKey(account: AccountId): Key {
  return ["lk", "of", account];
}

export function accountKeyOfKey(account: AccountId, digest: SecretDigest): Key {
  return ["lk", "of", account, digest];
}

export function accountKeyStampKey(account: AccountId): Key {
  return ["lk", "stamp", account];
}

export function publishTokenKey(digest: SecretDigest): Key {
  return ["lk", "publish", digest];
}

export function usedIdentityKey(issuer: string, name: string): Key {
  return ["lj", createHash("sha256").update(`${issuer}\0${name}`).digest("hex")];
}

export function installLinkKey(digest: SecretDigest): Key {
  return ["lk", "link", digest];
}

/** Above the rows of all install links of an account. */
export function installLinksOfKey(account: AccountId): Key {
  return ["lk", "linkof", account];
}

export function installLinkOfKey(account: AccountId, digest: SecretDigest): Key {
  return ["lk", "linkof", account, digest];
}

export function installLinkStampKey(account: AccountId): Key {
  return ["lk", "linkstamp", account];
}

/** `day` as in `2030-01-31`. */
export function usageKey(spender: Spender, day: string): Key {
  return ["lq", spender, day];
}
