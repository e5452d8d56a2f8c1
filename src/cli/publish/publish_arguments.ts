import { parseArgs } from "node:util";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { type CommandResult, done } from "../command_result.ts";
import { misunderstood } from "../misunderstood.ts";

export interface PublishArguments {
  /** As given. */
  readonly directory: string;
  /** As given; null: the one that there is a key for. */
  readonly server: string | null;
  /** Of a job: the account that it publishes for, where several are connected to its workflow. */
  readonly account: string | null;
  readonly dryRun: boolean;
  /** Fields of the upload, as the REST interface names them. */
  readonly fields: Readonly<Record<string, string>>;
}

const VISIBILITIES = ["private", "global"];

const PLACE = "<directory> [--server <url>] [--account <name>] [--dry-run] [--draft]";
const FIELDS = "[--visibility private|global] [--notes <text>] [--acknowledge <codes>]";

const usage = (program: string) =>
  [
    `Usage: ${program} publish ${PLACE}`,
    `       ${" ".repeat(program.length)}         ${FIELDS}`,
    "",
    "Checks the directory of one skill, says what differs from its current version, and publishes it.",
    "--server       where; left out, the server that login keeps a key for. With the key in SKILLMOUNT_KEY it is needed",
    "--account      of a job that publishes by its identity: for which account, where several are connected",
    "--dry-run      does everything but the last step",
    "--draft        keeps it as the skill's draft",
    "--visibility   of a new skill: private unless you say global",
    "--notes        what changed, for those who have it",
    "--acknowledge  findings that you know of, separated by commas, as possible_secret",
    "Exit codes: 0 published or nothing to publish, 1 refused, 2 not read or not understood.",
  ].join("\n");

/** What the command line asks for; fails with what is not understood, or how the command is used where that was asked for. */
export function publishArguments(
  args: readonly string[],
  program: string,
): Result<PublishArguments, CommandResult> {
  const typed = {
    command: `${program} publish`,
    args,
    forms: [`${PLACE} ${FIELDS}`],
    usage: usage(program),
    code: 2,
  };
  const misused = failure(misunderstood(typed));
  try {
    const { values, positionals: [directory, ...more] } = parseArgs({
      args: [...args],
      options: {
        server: { type: "string" },
        account: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        draft: { type: "boolean", default: false },
        visibility: { type: "string" },
        notes: { type: "string" },
        acknowledge: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
      allowPositionals: true,
    });
    if (values.help) return failure(done(usage(program)));
    const { server = null, account = null, visibility, notes, acknowledge, draft } = values;
    if (directory === undefined || more.length > 0) return misused;
    if (visibility !== undefined && !VISIBILITIES.includes(visibility)) return misused;
    const fields = {
      ...(visibility !== undefined && { visibility }),
      ...(notes !== undefined && { notes }),
      ...(acknowledge !== undefined && { acknowledge }),
      ...(draft && { draft: "1" }),
    };
    return success({ directory, server, account, dryRun: values["dry-run"], fields });
  } catch {
    return misused;
  }
}
