import type { Metrics } from "../../contracts/metrics.ts";
import type { Clock, Log, NewId } from "../../contracts/ambient.ts";
import type { SearchIndex } from "../../contracts/search_index.ts";
import type { StorePorts } from "../../contracts/store.ts";
import { createEditionStore } from "./editions/edition_store.ts";
import { createClientStore } from "./authorization/client_store.ts";
import { createLooks } from "./authorization/looks.ts";
import { createGrantStore } from "./authorization/grant_store.ts";
import { ownSecret } from "./authorization/own_secret.ts";
import { createPeopleStore } from "./authorization/people_store.ts";
import { createSessionStore } from "./authorization/session_store.ts";
import { createAccountKeyStore } from "./authorization/account_key_store.ts";
import { createUsageStore } from "./authorization/usage_store.ts";
import { createAddressKeyStore } from "./authorization/address_key_store.ts";
import { createPermissionStore } from "./authorization/permission_store.ts";
import { createAccountStore } from "./library/account_store.ts";
import { createSightOf } from "./library/account_sight.ts";
import { createAuditLog } from "./library/audit_log.ts";
import { createAuditRows } from "./library/audit_rows.ts";
import { createActivationLog } from "./library/activation_log.ts";
import { createPublishTokenStore } from "./authorization/publish_token_store.ts";
import { createInstallLinkStore } from "./authorization/install_link_store.ts";
import { createInstallStore } from "./library/install_store.ts";
import { createLibraryItemStore } from "./library/item_store.ts";
import { createMemberStore } from "./library/member_store.ts";
import { createRatingStore } from "./library/rating_store.ts";
import { createSetStore } from "./library/set_store.ts";
import { createConnectionStore } from "./library/connection_store.ts";
import { createReportStore } from "./library/report_store.ts";
import { createSkillStore } from "./library/skill_store.ts";
import { withTimeout } from "../flow/mod.ts";
import { createContentStore } from "./contents/content_store.ts";
import type { Kv } from "./kv.ts";
import { createHousekeeping } from "./housekeeping/housekeeping.ts";
import { createInvalidations } from "./records/invalidations.ts";
import { createNameStore } from "./records/names.ts";
import { createPartStore } from "./parts/part_store.ts";
import { probeKv } from "./_probe.ts";
import { createReadLog } from "./records/read_log.ts";
import { createRepositoryUsage } from "./records/repository_usage.ts";
import { createSnapshotReader } from "./snapshots/snapshot_reader.ts";
import { createResolutionStore } from "./records/resolutions.ts";
import { createSnapshotStore } from "./snapshots/snapshot_store.ts";
import { createTrustLists } from "./records/trust.ts";

/** A remote KV that cannot be reached may hang instead of failing. */
const PING_MS = 2000;
const PROBE_MS = 10_000;

export interface StoreDeps {
  /** Opened and closed by the caller. */
  readonly kv: Kv;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Told how much the caches hold. */
  readonly metrics?: Metrics;
  readonly openIndex: SearchIndex["open"];
  /** Memory of all caches together. Bytes. */
  readonly cacheBytes: number;
}

export interface Store extends StorePorts {
  /** What KV lacks that the store is built on, as a clause; null: nothing. At most ten seconds. */
  probe(): Promise<string | null>;
}

/** Puts the store together on one KV database, which any number of processes may share. */
export function openStore(deps: StoreDeps): Store {
  const { kv, clock, log, metrics, openIndex } = deps;
  // Packs, catalogs, search readers, texts, documents of versions, blocks of editions.
  const cacheBytes = deps.cacheBytes / 6;
  const parts = createPartStore(deps);
  const contents = createContentStore({ ...deps, parts, cacheBytes });
  const snapshots = createSnapshotStore({ ...deps, parts, contents });
  const reads = createReadLog(deps);
  const reader = createSnapshotReader({ snapshots, contents, reads, openIndex, log, metrics, cacheBytes });

  const audit = createAuditRows(deps);
  const looks = createLooks(kv);

  async function ping(): Promise<boolean> {
    try {
      return await withTimeout(clock, PING_MS, kv.get(["ping"]).then(() => true), () => false);
    } catch {
      return false;
    }
  }

  return {
    snapshots,
    contents,
    reader,
    resolutions: createResolutionStore(deps),
    names: createNameStore(deps),
    invalidations: createInvalidations(deps),
    trust: createTrustLists(deps),
    reads,
    repositoryUsage: createRepositoryUsage(deps),
    housekeeping: createHousekeeping({ ...deps, parts, contents }),
    permissionStore: createPermissionStore({ ...deps, looks }),
    clients: createClientStore(deps),
    grants: createGrantStore({ ...deps, looks }),
    people: createPeopleStore(deps),
    accounts: createAccountStore({ ...deps, audit }),
    members: createMemberStore({ ...deps, audit }),
    audit: createAuditLog({ ...deps, audit }),
    skills: createSkillStore({ ...deps, contents, audit, cacheBytes }),
    libraryItems: createLibraryItemStore({ ...deps, audit }),
    installs: createInstallStore(deps),
    ratings: createRatingStore(deps),
    reports: createReportStore({ ...deps, audit }),
    connections: createConnectionStore({ ...deps, audit }),
    sets: createSetStore({ ...deps, audit }),
    activations: createActivationLog(deps),
    editions: createEditionStore({ ...deps, cacheBytes }),
    sessions: createSessionStore(deps),
    ownSecret: (fresh) => ownSecret(deps, fresh),
    addressKeys: createAddressKeyStore({ ...deps, looks }),
    installLinks: createInstallLinkStore({ ...deps, audit }),
    publishTokens: createPublishTokenStore(deps),
    accountKeys: createAccountKeyStore({ ...deps, audit, looks }),
    usage: createUsageStore(deps),
    sightOf: createSightOf(kv, looks),
    ping,
    probe: () => withTimeout(clock, PROBE_MS, probeKv(deps), () => "it does not answer"),
  };
}
