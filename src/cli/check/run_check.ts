import type { Failure } from "../../../contracts/errors.ts";
import type { ReadingLimits } from "../../../contracts/limits.ts";
import type { Clock, Log, NewId } from "../../../contracts/ambient.ts";
import type { GitHost } from "../../../contracts/git_host.ts";
import type { SearchIndex } from "../../../contracts/search_index.ts";
import type { StorePorts } from "../../../contracts/store.ts";
import { readingRules } from "../../format/mod.ts";
import { failureMessage } from "../../http/mod.ts";
import { createIndexing } from "../../indexing/mod.ts";
import { createMounts } from "../../mounts/mod.ts";
import { openSnapshot, overview } from "../../reading/mod.ts";
import { renderInstructions } from "../../render/mod.ts";
import { checkAnnotations } from "./_annotations.ts";
import { checkSarif } from "./_sarif.ts";
import { checkText } from "./_text.ts";
import { passes } from "./_verdict.ts";
import type { CheckArguments } from "./check_arguments.ts";
import { type CheckReport, checkReport } from "./check_report.ts";
import { type CommandResult, failed } from "../command_result.ts";

/** A store of its own, gone with the command, and the host of the directory. */
export interface CheckPorts extends StorePorts {
  readonly host: GitHost;
  readonly search: SearchIndex;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly random: () => number;
  readonly log: Log;
}

export interface CheckRequest extends CheckArguments {
  /** Of the directory on the host, without ref and path. */
  readonly address: string;
  readonly limits: ReadingLimits;
  /** Leads from where the command was given to the directory: empty, or ends in `/`. */
  readonly prefix: string;
  readonly colour: boolean;
  /** Shows how far reading is; an empty text when it ends. Null: nobody watches. */
  readonly progress: ((text: string) => void) | null;
}

/** Indexing gives up on its own before. */
const LONGEST_MS = 3_600_000;

/** Trees that are read faster than anybody wonders about have no progress line. */
const LARGE_TREE = 1000;
const PROGRESS_STEP = 100;

/**
 * Reads a directory as a server would that does not vouch for it, by the same indexer, and says what an
 * agent gets. Exit codes: 0 no errors, 1 errors (or warnings where they count), 2 not read.
 */
export async function runCheck(ports: CheckPorts, request: CheckRequest): Promise<CommandResult> {
  const { progress } = request;
  const host = progress === null ? ports.host : watched(ports.host, progress);
  const hosts = new Map([[host.key, host]]);
  const rules = readingRules(request.limits);
  const indexing = createIndexing({ ...ports, hosts, rules, concurrency: 1, leaseMs: 60_000 });
  try {
    const mounts = createMounts({ ...ports, hosts, rules });
    const mount = await mounts.open(request.address, { kind: "nobody" });
    if (!mount.ok) return notRead(request, mount.error);
    const sources = { indexing, reader: ports.reader, clock: ports.clock, hosts: hostTable(host) };
    const snapshot = await openSnapshot(sources, mount.value, LONGEST_MS);
    progress?.("");
    if (!snapshot.ok) return notRead(request, snapshot.error);
    const { snapshot: key } = mount.value;
    const [tree, newest] = await Promise.all([ports.snapshots.readTree(key), ports.snapshots.newest(key)]);
    if (tree === null || newest === null) throw new Error("Cannot check: what was indexed is gone");
    const instructions = renderInstructions(await overview(snapshot.value));
    const report = await checkReport({ snapshot: snapshot.value, tree, facts: newest.facts, instructions });
    const code = passes(report.findings, request.strict) ? 0 : 1;
    return { code, out: print(report, request), err: "" };
  } finally {
    await indexing.close();
  }
}

function print(report: CheckReport, request: CheckRequest): string {
  switch (request.format) {
    case "text":
      return checkText(report, request);
    case "json":
      return jsonText(report);
    case "github":
      return checkAnnotations(report, request.prefix);
    case "sarif":
      return jsonText(checkSarif(report, request.prefix));
  }
}

/** A workflow runner obeys `##[` anywhere in a line. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll("##[", "\\u0023#[");
}

/** Nothing is tried again by itself here, whatever a server would do. */
function notRead({ directory }: CheckRequest, { code, reason }: Failure): CommandResult {
  const why = code === "mount.repo_not_found"
    ? "there is no such directory"
    : failureMessage({ code, ...(reason !== undefined && { reason }) });
  return failed(2, `Cannot read "${directory}": ${why}`);
}

function hostTable({ key, rules }: GitHost) {
  return new Map([[key, rules]]);
}

/** The same host, telling how many files it gave. */
function watched(host: GitHost, progress: (text: string) => void): GitHost {
  let total = 0;
  let given = 0;
  return {
    ...host,
    async tree(...asked) {
      const tree = await host.tree(...asked);
      if (tree.ok) total = tree.value.entries.length;
      return tree;
    },
    async *blobs(...asked) {
      for await (const blob of host.blobs(...asked)) {
        if (total >= LARGE_TREE && ++given % PROGRESS_STEP === 0) {
          progress(`Read ${given} of at most ${total} files`);
        }
        yield blob;
      }
    },
  };
}
