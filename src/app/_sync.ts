import type { Connections } from "../../contracts/library/repository_sync.ts";
import type { Library } from "../../contracts/library/library.ts";
import type { Config } from "../config/mod.ts";
import { createConnections, createSync, type Sync } from "../library/mod.ts";
import type { Ports } from "./ports.ts";
import { createSyncedRepositories, type SyncedRepositoriesDeps } from "./synced_repositories.ts";

export interface SyncSurfaces {
  readonly sync: Sync;
  readonly connections: Connections;
}

/** Repositories that publish to accounts, as configured. */
export function syncOf(
  config: Pick<Config, "publicUrl" | "publishing">,
  ports: Ports,
  library: Library,
  reading: SyncedRepositoriesDeps,
): SyncSurfaces {
  const repositories = createSyncedRepositories(reading);
  const { mayWrite } = ports;
  const sync = createSync({
    ...ports,
    library,
    repositories,
    blockedTypes: config.publishing.blockedTypes,
    origin: ports.authorization?.publicUrl ?? config.publicUrl,
    ...(mayWrite !== undefined && { mayWrite }),
  });
  return { sync, connections: createConnections({ ...ports, repositories, begin: sync.begin }) };
}
