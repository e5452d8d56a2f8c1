import type { HostTable } from "../../../contracts/addresses.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { Source } from "../../../contracts/reading.ts";
import { sourceOf } from "../../reading/mod.ts";
import type { IndexStatus } from "./_index_status.ts";

/** Where an answer comes from. */
export function sourceAnswer({ revision, stale, ...source }: Source) {
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
  return { ...status, source: sourceAnswer(sourceOf(mount, hosts)) };
}
