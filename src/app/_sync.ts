import type { Library } from "../../contracts/library/library.ts";
import type { Connection } from "../../contracts/library/connections.ts";
import type { PublishJobs } from "../../contracts/library/publish_jobs.ts";
import type { Connections, SyncedRepositories } from "../../contracts/library/repository_sync.ts";
import { createPublishJobs, createVerifyIdentity } from "../auth/mod.ts";
import type { Config } from "../config/mod.ts";
import { createConnections, createSync, hasSource, type Sync } from "../library/mod.ts";
import type { Ports } from "./ports.ts";
import { createSyncedRepositories, type SyncedRepositoriesDeps } from "./synced_repositories.ts";

export interface SyncSurfaces {
  readonly sync: Sync;
  readonly connections: Connections;
  /** Null: no job publishes here. */
  readonly jobs: PublishJobs | null;
}

/** A commit that was never read is waited for so long before a job's version says that its source is unknown. */
const COMPARE_MS = 20_000;

/** Repositories that publish to accounts, by themselves and by their jobs, as configured. */
export function syncOf(
  config: Pick<Config, "publicUrl" | "accountUrl" | "publishing" | "issuers">,
  ports: Ports,
  library: Library,
  reading: SyncedRepositoriesDeps,
): SyncSurfaces {
  const repositories = createSyncedRepositories(reading);
  const { mayWrite, numbersOf, authorization } = ports;
  const origin = authorization?.publicUrl ?? config.publicUrl;
  const sync = createSync({
    ...ports,
    library,
    repositories,
    blockedTypes: config.publishing.blockedTypes,
    origin,
    ...(mayWrite !== undefined && { mayWrite }),
  });
  const connections = createConnections({
    ...ports,
    repositories,
    begin: sync.begin,
    ...(numbersOf !== undefined && { numbersOf }),
  });
  const audience = authorization?.issuer ?? config.accountUrl ?? config.publicUrl;
  return {
    sync,
    connections,
    jobs: audience === null ? null : jobsOf(config, ports, repositories, audience),
  };
}

function jobsOf(
  { issuers }: Pick<Config, "issuers">,
  ports: Ports,
  repositories: SyncedRepositories,
  audience: string,
): PublishJobs | null {
  const { jobs, clock } = ports;
  if (jobs === undefined || issuers.length === 0) return null;
  const { fetchKeys, randomBytes } = jobs;
  /** As who connected it, or as everybody: what nobody but a stranger could not read is not compared. */
  const open = (
    { address, repository, person, vouched }: Connection,
    commit?: Parameters<typeof repositories.open>[3],
  ) => repositories.open(address, repository, person ?? (vouched === null ? null : "@operator"), commit);
  return createPublishJobs({
    ...ports,
    audience,
    verify: createVerifyIdentity({ issuers, fetchKeys, clock, audience }),
    tokens: ports.publishTokens,
    randomBytes,
    async defaultBranchOf(connection) {
      const opened = await open(connection);
      return opened.ok ? opened.value.defaultBranch : null;
    },
    addressOf(text) {
      const place = repositories.parse(text);
      return place.ok ? place.value.address : text;
    },
    async compare({ account, connection: id, commit }, name, files) {
      const connection = await ports.connections.find(account, id);
      const opened = connection === null ? null : await open(connection, commit);
      const source = opened?.ok ? await opened.value.source(COMPARE_MS) : null;
      if (!source?.ok) return "unknown";
      return await hasSource(source.value, name, files) ? "matches" : "differs";
    },
  });
}
