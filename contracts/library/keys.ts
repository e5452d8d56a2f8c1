/** Keys of accounts: secrets that act for an account without anybody signing in (docs/design/account-access.md "Keys"). */
import type { Look } from "../auth/look.ts";
import type { SecretDigest } from "../auth/secret_digest.ts";
import type { AccountId, PersonId, Scope } from "../auth/viewer.ts";
import type { Failure } from "../errors.ts";
import type { Result } from "../result.ts";
import type { Acting, AuditNote } from "./audit.ts";

/** `account` reads and publishes for its account (`sk_live_`), `catalog` reads the public catalog (`ck_live_`). */
export type AccountKeyKind = "account" | "catalog";

/** How a key of each kind begins. */
export const KEY_PREFIXES = { account: "sk_live_", catalog: "ck_live_" } as const satisfies Record<
  AccountKeyKind,
  string
>;

/** A key as it is shown from its making on: no more of it is kept. */
export function shownKey({ kind, lastFour }: Pick<AccountKey, "kind" | "lastFour">): string {
  return `${KEY_PREFIXES[kind]}…${lastFour}`;
}

/** A skill as a key is scoped to it, `<account id>/<name>`: an account may be renamed, and a skill may not be there yet. */
export type SkillOfKey = string;

/** What is kept of a key; the key itself is not. */
export interface AccountKey {
  readonly kind: AccountKeyKind;
  readonly account: AccountId;
  /** Null: the operator made it. */
  readonly maker: PersonId | null;
  /** What its maker calls it; empty where they do not. */
  readonly label: string;
  readonly scopes: readonly Scope[];
  /** What it is good for; null: all that its account has. */
  readonly skills: readonly SkillOfKey[] | null;
  /** Of the key, so that its maker knows it again. */
  readonly lastFour: string;
  /** Milliseconds since the epoch, here and below. */
  readonly createdAt: number;
  /** Null: never. */
  readonly expiresAt: number | null;
  /** When it was used last, to the hour; null: never. */
  readonly usedAt: number | null;
}

/** A key among its account's, named by its digest. */
export interface ListedAccountKey extends AccountKey {
  readonly digest: SecretDigest;
}

export interface AccountKeyStore {
  /** False: its account has as many as it may, or its maker does not belong to the account any more. */
  save(digest: SecretDigest, key: AccountKey, most: number, note: AuditNote): Promise<boolean>;
  find(digest: SecretDigest): Promise<AccountKey | null>;
  /** The same, with what calls by the key needed beside it. */
  look(digest: SecretDigest): Promise<{ readonly value: AccountKey | null; readonly look: Look }>;
  /** The newest first. */
  ofAccount(account: AccountId): Promise<readonly ListedAccountKey[]>;
  /** False: the account has no such key. */
  revoke(account: AccountId, digest: SecretDigest, note: AuditNote): Promise<boolean>;
  /** Takes out every key of an account that is gone. */
  forget(account: AccountId): Promise<void>;
  /** Notes when a key was used last, unless it changed meanwhile: what is revoked stays so. */
  touch(digest: SecretDigest, usedAt: number): Promise<void>;
}

export interface NewAccountKey {
  readonly kind: AccountKeyKind;
  readonly account: AccountId;
  readonly label: string;
  /** Of a key of kind `account`: whether it publishes too. */
  readonly writes: boolean;
  readonly skills: readonly SkillOfKey[] | null;
  /** For so many days; null: until it is revoked. */
  readonly days: number | null;
}

/** Every change is told in the account's audit. */
export interface AccountKeys {
  /**
   * A key, shown this once. Fails with `request.invalid`, also where the account has as many as its plan allows, and with
   * `publish.not_allowed` for a key that could do more than who makes it.
   */
  make(acting: Acting, asked: NewAccountKey): Promise<Result<string, Failure>>;
  list(account: AccountId): Promise<readonly ListedAccountKey[]>;
  /** False: the account has no such key. */
  revoke(acting: Acting, account: AccountId, digest: SecretDigest): Promise<boolean>;
  /** Revokes what somebody made who is no member any more; how many. */
  revokeMadeBy(acting: Acting, account: AccountId, maker: PersonId): Promise<number>;
}
