import { type CommandResult, done, failed, misunderstood } from "../cli/mod.ts";
import { admin } from "./admin.ts";
import { check } from "./check.ts";
import { login, logout } from "./login.ts";
import { publish } from "./publish.ts";
import { programUsage, USES } from "./commands.ts";
import { EXIT } from "./exit_code.ts";
import { type Program, withFlags } from "./program.ts";
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
  if (command === "admin") return await admin(rest, program);
  if (command === "publish") return await publish(rest, program);
  if (command === "login") return await login(rest, program);
  if (command === "logout") return await logout(rest, program);
  if ([command, ...rest].some((argument) => argument === "--help" || argument === "-h")) {
    return done(programUsage(typed));
  }
  if (command === undefined || (command === "start" && rest.length === 0)) {
    return await serve("start", [], program);
  }
  if (command === "--dev") return await dev(rest, program);
  if (command === "stdio") return await stdio(rest, program);
  // A mistyped command must not open a server to everyone.
  return misused([command, ...rest], program);
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
  const isKnown = !directories.some((argument) => argument.startsWith("-"));
  if (isKnown) return await serve("dev", directories, program, directories.length < given.length);
  return misused(["dev", ...given], program);
}

function misused(args: readonly string[], { typed, run }: Program): CommandResult {
  const flags = args.filter((argument) => /^--(?:allow|deny)-/.test(argument));
  if (flags.length > 0 && run !== null) {
    const others = run.args.filter((argument) => !flags.includes(argument));
    const line = withFlags({ ...run, args: others }, flags);
    return failed(
      EXIT.usage,
      `Cannot use "${flags[0]}" there: deno takes it before the file. Run\n  ${line}`,
    );
  }
  const help = `${typed} dev --help`;
  const [option] = args[0] === "start" ? args.slice(1) : args;
  if (args[0] === "start" || option?.startsWith("-")) {
    const message = `${typed} start takes settings from the environment; ${help} names the commands`;
    return failed(EXIT.usage, `Cannot use "${option}": ${message}`);
  }
  const forms = USES.map(([form]) => form);
  return misunderstood({ command: typed, args, forms, usage: programUsage(typed), help, code: EXIT.usage });
}
