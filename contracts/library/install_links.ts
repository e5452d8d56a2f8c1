/** URLs by which installers that send no headers read a library for a while (docs/design/installs.md "Links"). */
import type { SecretDigest } from "../auth/secret_digest.ts";
import type { AccountId, PersonId } from "../auth/viewer.ts";
import type { Failure } from "../errors.ts";
import type { Result } from "../result.ts";
import type { Acting, AuditNote } from "./audit.ts";
import type { SkillOfKey } from "./keys.ts";

/** Hours. */
export const LINK_HOURS = { usual: 1, most: 168 } as const;

/** What is kept of a link; its token is not. */
export interface InstallLink {
  readonly account: AccountId;
  /** Who made it; null: the operator's key did. */
  readonly maker: PersonId | null;
  /** The key that made it, with which it ends; null: somebody made it in a browser. */
  readonly key: SecretDigest | null;
  /** The skills that it opens; null: the whole library. */
  readonly skills: readonly SkillOfKey[] | null;
  /** Of its token, so that its maker knows it again. */
  readonly lastFour: string;
  /** Milliseconds since the epoch, here and below. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A link among its account's, named by its token's digest. */
export interface ListedInstallLink extends InstallLink {
  readonly digest: SecretDigest;
}

export interface InstallLinkStore {
  /** False: its account has as many as it may. */
  save(digest: SecretDigest, link: InstallLink, most: number, note: AuditNote): Promise<boolean>;
  find(digest: SecretDigest): Promise<InstallLink | null>;
  /** The newest first. */
  ofAccount(account: AccountId): Promise<readonly ListedInstallLink[]>;
  /** False: the account has no such link. */
  revoke(account: AccountId, digest: SecretDigest, note: AuditNote): Promise<boolean>;
  /** Takes out every link of an account that is gone. */
  forget(account: AccountId): Promise<void>;
}

export interface NewInstallLink extends Pick<InstallLink, "account" | "maker" | "key" | "skills"> {
  readonly hours: number;
}

export interface InstallLinks {
  /** The token is told this once. Fails with `request.invalid`, also where the account has as many as it may. */
  make(
    acting: Acting,
    asked: NewInstallLink,
  ): Promise<Result<{ readonly token: string; readonly link: ListedInstallLink }, Failure>>;
  list(account: AccountId): Promise<readonly ListedInstallLink[]>;
  /** False: the account has no such link. */
  revoke(acting: Acting, account: AccountId, digest: SecretDigest): Promise<boolean>;
  /** Null: there is none, it ran out or was revoked, or what made it may no more. Asked at every request. */
  byToken(token: string): Promise<ListedInstallLink | null>;
  byDigest(digest: SecretDigest): Promise<ListedInstallLink | null>;
}
