/**
 * Names the program and runs it: `--dev [directory...]` serves repositories of this machine on loopback,
 * without a word the server runs as the environment says; `stdio` serves one client; `check` and `admin` are the commands of an author
 * and of an operator.
 */
import { admin, check, EXIT, serve, stdio } from "./src/process/mod.ts";
import { type CommandResult, done, failed } from "./src/cli/mod.ts";

const USAGE = [
  "Usage: deno task dev [directory...]   serves repositories of this machine on loopback",
  "       deno task start                serves as the environment says",
  "       deno task stdio <directory>    serves one directory to the client that starts it, over stdin and stdout",
  "       deno task check <directory>    says what an agent gets of a directory",
  "       deno task admin <command>      looks after the store of a server; --help names the commands",
].join("\n");

const { code, out, err } = await run(Deno.args);
if (out !== "") console.log(out);
if (err !== "") console.error(err);
Deno.exit(code);

async function run([command, ...rest]: readonly string[]): Promise<CommandResult> {
  if (command === "check") return await check(rest);
  if (command === "admin") return await admin(rest);
  if ([command, ...rest].some((argument) => argument === "--help" || argument === "-h")) return done(USAGE);
  if (command === undefined) return await serve("start", []);
  if (command === "--dev") return await dev(rest);
  if (command === "stdio") return await stdio(rest);
  // A mistyped command must not open a server to everyone.
  return misused(
    command,
    "the commands are --dev, stdio, check and admin, and deno task start takes settings from the environment",
  );
}

async function dev(directories: readonly string[]): Promise<CommandResult> {
  const option = directories.find((argument) => argument.startsWith("-"));
  if (option === undefined) return await serve("dev", directories);
  return misused(option, "deno task dev takes directories, and settings from the environment");
}

function misused(argument: string, takes: string): CommandResult {
  return failed(EXIT.usage, `Cannot use "${argument}": ${takes}`);
}
