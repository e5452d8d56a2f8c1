import type { ClientStore } from "./auth/clients.ts";
import type { GrantStore } from "./auth/grants.ts";
import type { PeopleStore, SessionStore } from "./auth/people.ts";
import type { AddressKeyStore } from "./auth/address_keys.ts";
import type { SightOf, UsageStore } from "./library/access.ts";
import type { AccountKeyStore } from "./library/keys.ts";
import type { PermissionStore } from "./auth/permission.ts";
import type { AccountStore } from "./library/accounts.ts";
import type { AuditLog } from "./library/audit.ts";
import type { InstallLinkStore } from "./library/install_links.ts";
import type { InstallStore } from "./library/installs.ts";
import type { MemberStore } from "./library/members.ts";
import type { SetStore } from "./library/sets.ts";
import type { ConnectionStore } from "./library/connections.ts";
import type { EditionStore } from "./library/editions.ts";
import type { PublishTokenStore } from "./library/publish_jobs.ts";
import type { RatingStore } from "./library/ratings.ts";
import type { ReportStore } from "./library/reports.ts";
import type { ActivationLog, LibraryItemStore, SkillStore } from "./library/skill_store.ts";
import type { Housekeeping, ReadLog } from "./housekeeping.ts";
import type { Invalidations, NameStore, ResolutionStore } from "./mounts.ts";
import type { RepositoryUsage } from "./repository_usage.ts";
import type { ContentStore, SnapshotReader, SnapshotStore } from "./snapshots.ts";
import type { TrustLists } from "./trust.ts";

/** Everything that is kept, behind one port for each of its topics: what a store offers and an app needs. */
export interface StorePorts {
  readonly snapshots: SnapshotStore;
  readonly contents: ContentStore;
  readonly reader: SnapshotReader;
  readonly resolutions: ResolutionStore;
  readonly names: NameStore;
  readonly invalidations: Invalidations;
  readonly trust: TrustLists;
  readonly reads: ReadLog;
  readonly repositoryUsage: RepositoryUsage;
  readonly housekeeping: Housekeeping;
  readonly permissionStore: PermissionStore;
  readonly clients: ClientStore;
  readonly grants: GrantStore;
  readonly people: PeopleStore;
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly audit: AuditLog;
  readonly skills: SkillStore;
  readonly libraryItems: LibraryItemStore;
  readonly installs: InstallStore;
  readonly ratings: RatingStore;
  readonly reports: ReportStore;
  readonly connections: ConnectionStore;
  readonly sets: SetStore;
  readonly activations: ActivationLog;
  readonly editions: EditionStore;
  readonly sessions: SessionStore;
  /** A secret that this store keeps for servers which are given none; made at the first call from `fresh`. */
  ownSecret(fresh: string): Promise<string>;
  readonly addressKeys: AddressKeyStore;
  readonly accountKeys: AccountKeyStore;
  readonly installLinks: InstallLinkStore;
  readonly publishTokens: PublishTokenStore;
  readonly usage: UsageStore;
  readonly sightOf: SightOf;
  /** Whether the store answers within two seconds. */
  ping(): Promise<boolean>;
}
