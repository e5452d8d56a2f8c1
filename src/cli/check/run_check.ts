import type { Failure } from "../../../contracts/errors.ts";
import type { ReadingLimits } from "../../../contracts/limits.ts";
import type { GitHost } from "../../../contracts/git_host.ts";
import { failureMessage } from "../../http/mod.ts";
import { checkAnnotations } from "./_annotations.ts";
import { checkSarif } from "./_sarif.ts";
import { checkText } from "./_text.ts";
import { passes } from "./_verdict.ts";
import type { CheckArguments } from "./check_arguments.ts";
import type { CheckReport } from "./check_report.ts";
import { type CheckPorts, createChecker } from "./create_checker.ts";
import { type CommandResult, failed } from "../command_result.ts";

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
  await using checker = createChecker({ ...ports, host }, request);
  const found = await checker.look();
  progress?.("");
  if (!found.ok) return notRead(request, found.error);
  const { report } = found.value;
  const code = passes(report.findings, request.strict) ? 0 : 1;
  return { code, out: print(report, request), err: "" };
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

function notRead({ directory }: CheckRequest, failure: Failure): CommandResult {
  return failed(2, `Cannot read "${directory}": ${notReadText(failure)}`);
}

/** Nothing is tried again by itself here, whatever a server would do. */
export function notReadText({ code, reason }: Failure): string {
  return code === "mount.repo_not_found"
    ? "there is no such directory; name the one that holds the folders with a SKILL.md"
    : failureMessage({ code, ...(reason !== undefined && { reason }) });
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
