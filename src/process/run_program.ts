import { type CommandResult, done, failed } from "../cli/mod.ts";
import { admin } from "./admin.ts";
import { check } from "./check.ts";
import { login, logout } from "./login.ts";
import { publish } from "./publish.ts";
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
  if (command === "publish") return await publish(rest, typed);
  if (command === "login") return await login(rest, typed);
  if (command === "logout") return await logout(rest, typed);
  if ([command, ...rest].some((argument) => argument === "--help" || argument === "-h")) {
    return done(usage(typed));
  }
  if (command === undefined) return await serve("start", [], program);
  if (command === "--dev") return await dev(rest, program);
  if (command === "stdio") return await stdio(rest, program);
  // A mistyped command must not open a server to everyone.
  return misused(
    command,
    `the commands are --dev, stdio, check, publish, login, logout and admin, and ${typed} start takes settings from the environment`,
  );
}

/** Runs the program, prints what it has to say and ends the process with its code. */
export async function endWith(program: Promise<CommandResult>): Promise<never> {
  const { code, out, err } = await program;
  if (out !== "") console.log(out);
  if (err !== "") console.error(err);
  Deno.exit(code);
}

async function dev(given: readonly string[], program: Program): Promise<CommandResult> {
  const directories = given.filter((argument) => argument !== "--watch");
  const option = directories.find((argument) => argument.startsWith("-"));
  const watches = directories.length < given.length;
  if (option === undefined) return await serve("dev", directories, program, watches);
  return misused(
    option,
    `${program.typed} dev takes directories, --watch, and settings from the environment`,
  );
}

function misused(argument: string, takes: string): CommandResult {
  return failed(EXIT.usage, `Cannot use "${argument}": ${takes}`);
}

function usage(typed: string): string {
  const commands = [
    ["dev [directory...]", "serves repositories of this machine on loopback"],
    ["dev --watch [directory...]", "tells as well, as they are edited, what changes in what an agent gets"],
    ["start", "serves as the environment says"],
    [
      "stdio <directory>",
      "serves a directory or an address to the client that starts it, over stdin and stdout",
    ],
    ["check <directory>", "says what an agent gets of a directory"],
    ["publish <directory>", "publishes a skill to the library of a server"],
    ["login <address>", "signs in there, for stdio; with --key it keeps a key, for publish"],
    ["logout [<address>]", "forgets that"],
    ["admin <command>", "looks after the store of a server; --help names the commands"],
  ] as const;
  return commands
    .map(([command, what], index) =>
      `${index === 0 ? "Usage:" : "      "} ${typed} ${command.padEnd(26)} ${what}`
    )
    .join("\n");
}
