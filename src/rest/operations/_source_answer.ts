import type { HostTable } from "../../../contracts/addresses.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { CommitCitation } from "../../../contracts/source.ts";
import { citeMount } from "../../reading/mod.ts";
import type { IndexStatus } from "./_index_status.ts";

/** Where an answer comes from. */
export function sourceAnswer({ kind: _, revision, stale, ...source }: CommitCitation) {
  return {
    ...source,
    ref: revision,
    stale: stale === undefined
      ? null
      : { what: stale.what, asOf: stale.asOf === null ? null : new Date(stale.asOf).toISOString() },
  };
}

/** Instead of what was asked for, while its commit is not ready. */
export function notReady(mount: Mount, hosts: HostTable, status: IndexStatus) {
  return { ...status, source: sourceAnswer(citeMount(mount, hosts)) };
}
