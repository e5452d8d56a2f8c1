import type { Clock, Log, NewId } from "../../../contracts/ambient.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { GitHost } from "../../../contracts/git_host.ts";
import type { ReadingLimits } from "../../../contracts/limits.ts";
import { type Result, success } from "../../../contracts/result.ts";
import type { SearchIndex } from "../../../contracts/search_index.ts";
import type { StorePorts } from "../../../contracts/store.ts";
import { readingRules } from "../../format/mod.ts";
import { createIndexing } from "../../indexing/mod.ts";
import { createMounts } from "../../mounts/mod.ts";
import { openSnapshot, overview } from "../../reading/mod.ts";
import { renderInstructions } from "../../render/mod.ts";
import { type CheckReport, checkReport } from "./check_report.ts";

/** A store of its own, gone with the command, and the host of the directory. */
export interface CheckPorts extends StorePorts {
  readonly host: GitHost;
  readonly search: SearchIndex;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly random: () => number;
  readonly log: Log;
}

/** What was found, and every file of the directory, served or not. */
export interface Look {
  readonly report: CheckReport;
  readonly tree: TreeListing;
}

export interface Checker extends AsyncDisposable {
  /** On the directory as it is now; what did not change since the last one is not read again. */
  look(): Promise<Result<Look, Failure>>;
}

/** Indexing gives up on its own before. */
const LONGEST_MS = 3_600_000;

/**
 * Reads a directory as a server would, by the same indexer.
 *
 * @param address Of the directory on the host, without ref and path.
 */
export function createChecker(
  ports: CheckPorts,
  { address, limits }: { readonly address: string; readonly limits: ReadingLimits },
): Checker {
  const { host, clock, reader, snapshots } = ports;
  const hosts = new Map([[host.key, host]]);
  const rules = readingRules(limits);
  const indexing = createIndexing({ ...ports, hosts, rules, concurrency: 1, leaseMs: 60_000 });
  const mounts = createMounts({ ...ports, hosts, rules });
  const sources = { indexing, reader, clock, hosts: new Map([[host.key, host.rules]]) };
  return {
    async look() {
      const mount = await mounts.open(address, { kind: "nobody" });
      if (!mount.ok) return mount;
      const snapshot = await openSnapshot(sources, mount.value, LONGEST_MS);
      if (!snapshot.ok) return snapshot;
      const { snapshot: key } = mount.value;
      const [tree, newest] = await Promise.all([snapshots.readTree(key), snapshots.newest(key)]);
      if (tree === null || newest === null) throw new Error("Cannot check: what was indexed is gone");
      const instructions = renderInstructions(await overview(snapshot.value));
      const found = { snapshot: snapshot.value, tree, facts: newest.facts, instructions };
      return success({ report: await checkReport(found), tree });
    },
    [Symbol.asyncDispose]: () => indexing.close(),
  };
}
