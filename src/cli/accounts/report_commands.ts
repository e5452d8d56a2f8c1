import type { Report, ReportStore } from "../../../contracts/library/reports.ts";
import { valueText } from "../check/terminal_text.ts";
import { type CommandResult, done, failed } from "../command_result.ts";

export type ReportArguments =
  | { readonly command: "reports list"; readonly all: boolean }
  | { readonly command: "reports close"; readonly number: number; readonly word: string };

export const REPORT_USAGE = ["reports list [--all]", "reports close <number> [<what came of it>]"];

export const REPORT_MEANINGS = [
  "  reports   list: what people told of skills, the oldest first; --all: with what is closed",
  "            close: takes one off the queue; flagging a skill is a command of its own",
];

export interface ReportCommandDeps {
  readonly reports: Pick<ReportStore, "reports" | "close">;
}

/** Of one command. */
const MOST_SHOWN = 200;

/** What the words after `admin reports` ask for; null: not understood. */
export function reportArguments(
  [action = "list", number = "", ...words]: readonly string[],
  all: boolean,
): ReportArguments | null {
  switch (action) {
    case "list":
      return number === "" ? { command: "reports list", all } : null;
    case "close":
      // The words need no quotes.
      return /^[1-9]\d{0,8}$/.test(number) && !all
        ? { command: "reports close", number: Number(number), word: words.join(" ") }
        : null;
    default:
      return null;
  }
}

export async function runReportCommand(
  { reports }: ReportCommandDeps,
  asked: ReportArguments,
): Promise<CommandResult> {
  if (asked.command === "reports close") {
    const closed = await reports.close(asked.number, asked.word);
    return closed === null
      ? failed(1, `There is no report ${asked.number}`)
      : done(`Report ${asked.number}, of ${closed.named}, is closed`);
  }
  const found = await reports.reports({ waiting: !asked.all, most: MOST_SHOWN });
  if (found.length === 0) return done(asked.all ? "Nobody reported anything" : "No report waits");
  const more = found.length === MOST_SHOWN ? ["There may be more: close some of these"] : [];
  return done([...found.map(reportText), ...more].join("\n"));
}

/** What people wrote is theirs: in one line, so that it poses as nothing else. */
function reportText({ number, named, version, reason, by, at, closed }: Report): string {
  const what = version === null ? named : `${named}@${version}`;
  const who = by.person ?? `account ${by.account}`;
  const end = closed === null
    ? ""
    : `  (closed ${new Date(closed.at).toISOString()} ${valueText(closed.word)})`;
  return `${number}  ${new Date(at).toISOString()}  ${what}  by ${valueText(who)}: ${
    valueText(reason, 2000)
  }${end}`;
}
