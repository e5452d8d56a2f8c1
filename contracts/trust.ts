import type { HostKey } from "./addresses.ts";
import type { Repository, RepositoryId } from "./git_host.ts";

/**
 * What the operator says of a repository (docs/design/who-asks.md "The operator's lists"). Blocked beats
 * the others.
 */
export interface Trust {
  /** Its default branch is served in full and without a notice. */
  readonly verified: boolean;
  readonly featured: boolean;
  /** Answered exactly like a repository that does not exist. */
  readonly blocked: boolean;
}

/** A row of the operator's lists: the repository as it was when it was put on one. */
export interface TrustEntry extends Trust {
  readonly host: HostKey;
  readonly repository: RepositoryId;
  readonly owner: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** The operator's lists, shared by all processes. */
export interface TrustLists {
  /**
   * What has been said of a repository, as of less than 30 seconds ago while the store answers. Verified and
   * featured count only while it belongs to the owner they were given to, and for `TRUST_OUTAGE_SECONDS` without
   * the store; a block follows it through renames and transfers. Throws once the store has not answered for
   * `STORE_OUTAGE_SECONDS`: a block must not be missed.
   *
   * @param inAnyCase A block also holds for names that differ from the blocked one in letter case alone:
   * on a host that may take them for the same repository.
   */
  of(repository: Repository, inAnyCase?: boolean): Promise<Trust>;
  /** What `of` says where it asks the store nothing; null where it would ask. */
  held(repository: Repository, inAnyCase?: boolean): Trust | null;
  /** Every entry, in no order, as old as what `of` says: asking costs the store next to nothing. */
  list(): Promise<readonly TrustEntry[]>;
  /** Puts the repository on a list besides those it is on; in force here at once. */
  add(repository: Repository, list: keyof Trust): Promise<TrustEntry>;
  /** Takes a repository off all lists. */
  clear(entry: Pick<TrustEntry, "host" | "repository">): Promise<void>;
}
