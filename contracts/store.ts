import type { AddressKeyStore } from "./auth/address_keys.ts";
import type { PermissionStore } from "./auth/permission.ts";
import type { Housekeeping, ReadLog } from "./housekeeping.ts";
import type { Invalidations, NameStore, ResolutionStore } from "./mounts.ts";
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
  readonly housekeeping: Housekeeping;
  readonly permissionStore: PermissionStore;
  readonly addressKeys: AddressKeyStore;
  /** Whether the store answers within two seconds. */
  ping(): Promise<boolean>;
}
