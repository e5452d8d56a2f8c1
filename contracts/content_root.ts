import type { HostKey } from "./addresses.ts";
import type { AccountId } from "./auth/viewer.ts";
import type { RepositoryId } from "./git_host.ts";

/**
 * Whose contents they are. Contents are shared by what one owner has, the snapshots of a repository or the
 * versions of an account, and one root never supplies another's bytes.
 */
export type ContentRoot = RepositoryRoot | AccountRoot;

export interface RepositoryRoot {
  readonly kind: "repository";
  readonly host: HostKey;
  readonly repository: RepositoryId;
}

/** What an account published and drafts. */
export interface AccountRoot {
  readonly kind: "account";
  readonly account: AccountId;
}

export function repositoryRoot(host: HostKey, repository: RepositoryId): RepositoryRoot {
  return { kind: "repository", host, repository };
}

export function accountRoot(account: AccountId): AccountRoot {
  return { kind: "account", account };
}
