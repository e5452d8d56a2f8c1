import { parseArgs } from "node:util";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { type CommandResult, done } from "../command_result.ts";
import { misunderstood } from "../misunderstood.ts";

const FORMATS = ["text", "json", "github", "sarif"] as const;

export interface CheckArguments {
  /** As given. */
  readonly directory: string;
  readonly format: typeof FORMATS[number];
  /** Text alone: everything instead of one screen. */
  readonly all: boolean;
  /** Warnings fail the check too. */
  readonly strict: boolean;
}

const FORM = `<directory> [--all] [--strict] [--json | --format ${FORMATS.join("|")}]`;

const usage = (program: string) =>
  [
    `Usage: ${program} check ${FORM}`,
    "",
    "Reads a directory as skillmount would serve it and says what an agent gets.",
    "--all      lists every skill, file and finding",
    "--strict   fails on warnings too",
    "Exit codes: 0 no errors, 1 errors, or warnings with --strict, 2 not read.",
  ].join("\n");

/**
 * What the command line asks for; fails with what is not understood, or how the command is used where that was asked for.
 *
 * @param program What a person types before the name of the command.
 */
export function checkArguments(
  args: readonly string[],
  program = "deno task",
): Result<CheckArguments, CommandResult> {
  const typed = { command: `${program} check`, args, forms: [FORM], usage: usage(program), code: 2 };
  const misused = failure(misunderstood(typed));
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        json: { type: "boolean" },
        all: { type: "boolean", default: false },
        strict: { type: "boolean", default: false },
        format: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
      allowPositionals: true,
    });
    if (values.help) return failure(done(usage(program)));
    const [directory, ...more] = positionals;
    const format = FORMATS.find((known) => known === (values.format ?? (values.json ? "json" : "text")));
    if (values.json && values.format !== undefined) return misused;
    if (directory === undefined || more.length > 0 || format === undefined) return misused;
    if (values.all && format !== "text") return misused;
    return success({ directory, format, all: values.all, strict: values.strict });
  } catch {
    return misused;
  }
}
