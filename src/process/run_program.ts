import { type CommandResult, done, failed } from "../cli/mod.ts";
import { admin } from "./admin.ts";
import { check } from "./check.ts";
import { EXIT } from "./exit_code.ts";
import type { Program } from "./program.ts";
import { serve } from "./serve.ts";
import { stdio } from "./stdio.ts";

/**
 * Names the program and runs it: `--dev [directory...]` serves repositories of this machine on loopback,
 * without a word the server runs as the environment says; `stdio` serves one client; `check` and `admin` are
 * the commands of an author and of an operator.
 */
export async function runProgram(
  [command, ...rest]: readonly string[],
  program: Program,
): Promise<CommandResult> {
  const { typed } = program;
  if (command === "check") return await check(rest, typed);
  if (command === "admin") return await admin(rest, typed);
  if ([command, ...rest].some((argument) => argument === "--help" || argument === "-h")) {
    return done(usage(typed));
  }
  if (command === undefined) return await serve("start", [], program);
  if (command === "--dev") return await dev(rest, program);
  if (command === "stdio") return await stdio(rest, program);
  // A mistyped command must not open a server to everyone.
  return misused(
    command,
    `the commands are --dev, stdio, check and admin, and ${typed} start takes settings from the environment`,
  );
}

/** Runs the program, prints what it has to say and ends the process with its code. */
export async function endWith(program: Promise<CommandResult>): Promise<never> {
  const { code, out, err } = await program;
  if (out !== "") console.log(out);
  if (err !== "") console.error(err);
  Deno.exit(code);
}

async function dev(directories: readonly string[], program: Program): Promise<CommandResult> {
  const option = directories.find((argument) => argument.startsWith("-"));
  if (option === undefined) return await serve("dev", directories, program);
  return misused(option, `${program.typed} dev takes directories, and settings from the environment`);
}

function misused(argument: string, takes: string): CommandResult {
  return failed(EXIT.usage, `Cannot use "${argument}": ${takes}`);
}

function usage(typed: string): string {
  const commands = [
    ["dev [directory...]", "serves repositories of this machine on loopback"],
    ["start", "serves as the environment says"],
    [
      "stdio <directory>",
      "serves a directory or an address to the client that starts it, over stdin and stdout",
    ],
    ["check <directory>", "says what an agent gets of a directory"],
    ["admin <command>", "looks after the store of a server; --help names the commands"],
  ] as const;
  return commands
    .map(([command, what], index) =>
      `${index === 0 ? "Usage:" : "      "} ${typed} ${command.padEnd(20)} ${what}`
    )
    .join("\n");
}
